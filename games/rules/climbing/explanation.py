"""Why a finished hand came out as it did, where the games agree (/rules/winner/#6 and #7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.rules.climbing.actions import Play
from games.rules.climbing.combos import WORDS, Combo, describe
from games.rules.climbing.log import tricks
from games.rules.climbing.score import seats_of
from games.rules.climbing.state import State
from games.rules.core import N_, Action, Cards, ExplainedTrick, Message, Seat

LAST = N_("Trick %(number)s: %(seat)s {goes|go} out with %(combo)s.")
UNBEATABLE = N_("Trick %(number)s: %(seat)s {wins|win} with %(combo)s, which nothing can beat.")
BOMB = N_("Trick %(number)s: %(seat)s {bombs|bomb} it with %(combo)s.")
UNBEATEN = N_("Trick %(number)s: %(seat)s {leads|lead} %(combo)s, and nobody beats it.")
BEATS = N_("Trick %(number)s: %(seat)s {wins|win} with %(combo)s.")

#: (number of a trick, its plays in order) → a sentence on how the last one wins, if there is more to say than that
#: it does
Special = Callable[[int, Sequence[Combo]], str | None]


def explain_tricks(state: State, special: Special, words: Mapping[str, str] = WORDS) -> tuple[ExplainedTrick, ...]:
    """Return who took each trick of a hand, and how."""
    so_far = tricks(state.log)
    explained = []
    for number, trick in enumerate(so_far, 1):
        plays = [action for action in trick if isinstance(action, Play)]
        combos = combos_of(state, plays)
        values = {"number": number, "seat": Seat(plays[-1].seat), "combo": describe(combos[-1], words)}
        usual = UNBEATEN if len(plays) == 1 else BEATS
        text = LAST if number == len(so_far) else special(number, combos) or usual
        explained.append(ExplainedTrick(plays[-1].seat, (Message(text, values),)))
    return tuple(explained)


def combos_of(state: State, actions: Sequence[Action]) -> list[Combo]:
    """Return the combinations that were played, in order."""
    masks = [state.rules.order.mask_of(action.cards) for action in actions if isinstance(action, Play)]
    return [combo for mask in masks if (combo := state.combo_of(mask)) is not None]


def explain_exchange(payer: int, taker: int, tribute: Sequence[int], gift: Sequence[int]) -> Message:
    """Return who gave what in an exchange."""
    values = {"loser": Seat(payer), "winner": Seat(taker), "tribute": Cards(tuple(tribute)), "gift": Cards(tuple(gift))}
    return Message(N_("%(loser)s gave %(tribute)s to %(winner)s and got %(gift)s back."), values)


def explain_odd_card(state: State) -> tuple[Message, ...]:
    """Return who got the odd card, if there was one."""
    if state.odd is None:
        return ()
    values = {"seat": Seat(state.odd.seat), "card": Cards((state.odd.card,))}
    return (Message(N_("%(seat)s held the lowest card and took the odd one too: %(card)s."), values),)


def explain_winner(state: State) -> Message:
    """Return who was out first."""
    assert state.result is not None
    winner = Seat(state.result["winner"])
    return Message(N_("%(seat)s {was|were} out first and {wins|win} the hand."), {"seat": winner})


def explain_loser(state: State, last_loser: bool) -> Message:
    """Return who is the loser, and why; ``last_loser``: the hand went on until only one player held cards."""
    assert state.result is not None
    lost, left = state.result["loser"], state.result["left"]
    values = {"seat": Seat(lost)}
    if last_loser:
        return Message(N_("%(seat)s {is|are} the last with cards and {loses|lose} the hand."), values)
    played = seats_of(state.played, len(left))
    equals = [seat for seat, count in enumerate(left) if count == left[lost]]
    if len(equals) == 1:
        return Message(N_("%(seat)s {has|have} the most cards left and {loses|lose} the hand."), values)
    idle = [seat for seat in equals if not played[seat]]
    if idle == [lost]:
        return Message(N_("A tie for most cards left: %(seat)s {has|have} played none and {loses|lose}."), values)
    if idle:
        return Message(
            N_("A tie for most cards left, with none played: %(seat)s {is|are} last in turn and {loses|lose}."),
            values,
        )
    text = N_("A tie for most cards left: %(seat)s {is|are} last in turn and {loses|lose}.")
    return Message(text, values)


def explain_gain(state: State) -> Message:
    """Return what the winner gains."""
    assert state.result is not None
    winner = state.result["winner"]
    values = {"seat": Seat(winner), "points": state.result["points"][winner]}
    return Message(N_("%(seat)s {gains|gain} what the others lose: %(points)s."), values)
