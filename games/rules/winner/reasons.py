"""Why a finished hand came out as it did, in sentences (winner.md 6 and 7)."""

from __future__ import annotations

from games.rules.core import N_, Action, Cards, Said, Seat
from games.rules.winner.actions import Play
from games.rules.winner.combos import combo_of, describe, unbeatable
from games.rules.winner.options import Rules
from games.rules.winner.order import mask_of
from games.rules.winner.score import factor
from games.rules.winner.state import State, tricks

#: factor → the sentence of a player's loss
LOSSES = {
    1: N_("%(seat)s {has|have} %(left)s cards left and {loses|lose} %(points)s."),
    2: N_("%(seat)s {has|have} %(left)s cards left, which count double, and {loses|lose} %(points)s."),
    3: N_("%(seat)s {has|have} %(left)s cards left, triple because none was played, and {loses|lose} %(points)s."),
}
ONE_LEFT = N_("%(seat)s {has|have} one card left and {loses|lose} %(points)s.")


def why(state: State) -> list[Said]:
    """Return sentences on the exchange, each trick in turn, the loser and each score."""
    assert state.result is not None, "a hand that is not over"
    said = _exchange(state)
    so_far = tricks(state.log)
    for number, trick in enumerate(so_far, 1):
        said.append(_trick(number, trick, state.rules, last=number == len(so_far)))
    return said + _scores(state)


def _exchange(state: State) -> list[Said]:
    context = state.setup.context
    if context["winner"] is None:
        return []
    loser, winner = Seat(context["loser"]), Seat(context["winner"])
    if state.tribute is None:
        return [Said(N_("%(seat)s held both jokers, so there was no exchange."), {"seat": loser})]
    given: dict[str, object] = {"loser": loser, "winner": winner, "tribute": Cards((state.tribute,))}
    if state.gift is not None:
        given["gift"] = Cards((state.gift,))
    return [Said(N_("%(loser)s gave %(tribute)s to %(winner)s and got %(gift)s back."), given)]


def _trick(number: int, trick: list[Action], rules: Rules, last: bool) -> Said:
    plays = [action for action in trick if isinstance(action, Play)]
    best = plays[-1]
    combo = combo_of(mask_of(best.cards), rules)
    assert combo is not None
    values = {"number": number, "seat": Seat(best.seat), "combo": describe(combo)}
    if last:
        return Said(N_("Trick %(number)s: %(seat)s {plays|play} the last cards: %(combo)s."), values)
    if unbeatable(combo, rules):
        return Said(N_("Trick %(number)s: %(seat)s {wins|win} with a play that nothing can beat: %(combo)s."), values)
    if rules.bomb and combo.type == "four":
        return Said(N_("Trick %(number)s: %(seat)s {wins|win} with a bomb: %(combo)s."), values)
    if len(plays) == 1:
        return Said(N_("Trick %(number)s: %(seat)s {leads|lead} and nobody beats it: %(combo)s."), values)
    return Said(N_("Trick %(number)s: %(seat)s {beats|beat} the others: %(combo)s."), values)


def _scores(state: State) -> list[Said]:
    result = state.result
    assert result is not None
    winner, loser, left = result["winner"], result["loser"], result["left"]
    said = [
        Said(N_("%(seat)s {was|were} the first to play all cards and {wins|win} the hand."), {"seat": Seat(winner)})
    ]
    said.append(_loser(state, loser, left))
    for seat, count in enumerate(left):
        if count:
            values = {"seat": Seat(seat), "left": count, "points": -result["points"][seat]}
            times = factor(count, bool(state.played >> seat & 1), len(left))
            said.append(Said(ONE_LEFT if count == times == 1 else LOSSES[times], values))
    gained = {"seat": Seat(winner), "points": result["points"][winner]}
    said.append(Said(N_("%(seat)s {gains|gain} what the others lose: %(points)s."), gained))
    return said


def _loser(state: State, loser: int, left: list[int]) -> Said:
    values = {"seat": Seat(loser)}
    if state.rules.last_loser:
        return Said(N_("%(seat)s {is|are} the last with cards and {is|are} the loser."), values)
    equals = [seat for seat, count in enumerate(left) if count == left[loser]]
    if len(equals) == 1:
        return Said(N_("%(seat)s {has|have} the most cards left and {is|are} the loser."), values)
    idle = [seat for seat in equals if not state.played >> seat & 1]
    if idle == [loser]:
        return Said(
            N_("%(seat)s {is|are} the loser: of those with the most cards, the only one who played none."), values
        )
    if idle:
        return Said(
            N_("%(seat)s {is|are} the loser: of those with the most cards who played none, last in the order of play."),
            values,
        )
    return Said(N_("%(seat)s {is|are} the loser: of those with the most cards, the last in the order of play."), values)
