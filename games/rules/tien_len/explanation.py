"""Why a finished hand of Tien Len came out as it did, in sentences (/rules/tien-len/#5 to #7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.rules.climbing.combos import Combo
from games.rules.climbing.explanation import (
    explain_gain,
    explain_loser,
    explain_odd_card,
    explain_tricks,
    explain_winner,
)
from games.rules.climbing.score import seats_of
from games.rules.core import N_, Explanation, Message, Seat
from games.rules.tien_len.combos import is_chop
from games.rules.tien_len.instant import NAMES
from games.rules.tien_len.score import twos_left
from games.rules.tien_len.state import State

CHOPS = N_("Trick %(number)s: %(seat)s {chops|chop} with %(combo)s.")
#: place, counted from 0 → the sentence on who took it, if it is neither the first nor the last
PLACES = {1: N_("%(seat)s {is|are} second."), 2: N_("%(seat)s {is|are} third.")}
#: factor → what a player's cards left cost
COSTS = {
    1: N_("%(seat)s {has|have} %(left)s cards left and {pays|pay} %(payment)s."),
    2: N_("%(seat)s {has|have} %(left)s cards left, {has|have} played none, and {pays|pay} double: %(payment)s."),
}
ONE_LEFT = N_("%(seat)s {has|have} one card left and {pays|pay} %(payment)s.")
#: each player's final score
SCORES = N_("%(seat)s {scores|score} %(points)s.")


def explain(state: State) -> Explanation:
    """Return the odd card, the tricks, and the score: places or payments, twos left and chops."""
    assert state.result is not None, "a hand that is not over"
    if state.instant is not None:
        return Explanation(explain_odd_card(state), score=_at_deal(state))
    places = _places(state) if state.rules.last_loser else _payments(state)
    score = (*places, *_twos(state), *_chops(state), *_points(state))
    return Explanation(explain_odd_card(state), explain_tricks(state, _special), score)


def _special(number: int, combos: Sequence[Combo]) -> str | None:
    on_chop = False
    for old, new in pairwise(combos):
        on_chop = is_chop(new, old, on_chop)
    return CHOPS if on_chop else None


def _at_deal(state: State) -> tuple[Message, ...]:
    assert state.result is not None and state.instant is not None
    values = {"seat": Seat(state.result["winner"]), "what": NAMES[state.instant]}
    return Message(N_("%(seat)s {wins|win} at the deal, with %(what)s."), values), explain_gain(state)


def _places(state: State) -> list[Message]:
    """Return who took which place."""
    messages = [explain_winner(state)]
    for place, seat in enumerate(state.out):
        if place:
            messages.append(Message(PLACES[place], {"seat": Seat(seat)}))
    return [*messages, explain_loser(state, last_loser=True)]


def _payments(state: State) -> list[Message]:
    """Return what each player pays for the cards left."""
    messages = [explain_winner(state), explain_loser(state, last_loser=False)]
    for seat, (hand, played) in enumerate(zip(state.hands, seats_of(state.played, len(state.hands)), strict=True)):
        if hand:
            left, times = hand.bit_count(), 1 if played else 2
            text = ONE_LEFT if left == times == 1 else COSTS[times]
            messages.append(Message(text, {"seat": Seat(seat), "left": left, "payment": left * times}))
    return messages


def _twos(state: State) -> list[Message]:
    return [
        Message(
            N_("%(seat)s {has|have} twos left and {pays|pay} %(taker)s for them: %(payment)s."),
            {"seat": Seat(payer), "taker": Seat(taker), "payment": amount},
        )
        for payer, taker, amount in twos_left(state.hands, state.out, state.rules)
    ]


def _chops(state: State) -> list[Message]:
    """Return what chops brought and cost."""
    texts = {True: N_("Chops bring %(seat)s %(points)s."), False: N_("Chops cost %(seat)s %(points)s.")}
    return [
        Message(texts[points > 0], {"seat": Seat(seat), "points": abs(points)})
        for seat, points in enumerate(state.chops)
        if points
    ]


def _points(state: State) -> list[Message]:
    """Return the score of each seat."""
    assert state.result is not None
    return [
        Message(SCORES, {"seat": Seat(seat), "points": points}) for seat, points in enumerate(state.result["points"])
    ]
