"""What is refused, in the order of precedence that the pages share (/rules/winner/#11)."""

from __future__ import annotations

from typing import Any, Protocol

from games.rules.climbing.actions import Give, Pass, Play
from games.rules.climbing.combos import Combo
from games.rules.climbing.state import State
from games.rules.core import N_, Action, Illegal, Refusal

HAND_OVER = Refusal(N_("The hand is already over."), "7")
WRONG_PHASE = Refusal(N_("That cannot be done at this point of the hand."), "10")
NOT_YOUR_TURN = Refusal(N_("It is not your turn."), "6")
NOT_IN_HAND = Refusal(N_("You do not hold that card."), "11")
CANNOT_PASS_LEAD = Refusal(N_("You lead this trick, so you must play something."), "6")
NOT_A_COMBINATION = Refusal(N_("These cards do not form a combination."), "3")
MUST_PLAY_LOWEST = Refusal(N_("The first play must contain the lowest card."), "6")
TOO_LOW = Refusal(N_("That does not beat the cards on the table."), "4")
WRONG_RESULT = Refusal(N_("The result in this record is not what the rules give."), "7")


class Judge(Protocol):
    """A game's own refusals: each method returns a code, or ``None`` if it has no objection."""

    def refused_play(self, state: Any, seat: int, combo: Combo) -> str | None: ...
    def refused_pass(self, state: Any, seat: int) -> str | None: ...


def check(judge: Judge, state: State, action: Action) -> None:
    """Raise ``Illegal`` with the first code that applies. The player is bound by the card that must be played, else
    by the play to beat."""
    if state.phase == "over":
        raise Illegal("hand-over")
    if isinstance(action, Give) != (state.phase == "exchange"):
        raise Illegal("wrong-phase")
    seat = action.seat
    if seat not in state.to_act:
        raise Illegal("not-your-turn")
    if isinstance(action, Pass):
        code = "cannot-pass-lead" if state.top is None else judge.refused_pass(state, seat)
    elif isinstance(action, Give):
        code = _refused_gift(state, action)
    else:
        assert isinstance(action, Play)
        code = _refused_play(judge, state, action)
    if code is not None:
        raise Illegal(code, _binds(state, seat, code))


def _refused_gift(state: State, action: Give) -> str | None:
    if not _holds(state, action.seat, action.gift):
        return "not-in-hand"
    tribute = next(swap.tribute for swap in state.exchange if swap.taker == action.seat)
    return None if len(action.gift) == tribute.bit_count() else "wrong-number"


def _refused_play(judge: Judge, state: State, action: Play) -> str | None:
    if not _holds(state, action.seat, action.cards):
        return "not-in-hand"
    mask = state.rules.order.mask_of(action.cards)
    combo = state.combo_of(mask)
    if combo is None:
        return "not-a-combination"
    must = state.must_hold
    if must and not mask & must:
        return "must-play-lowest"
    return judge.refused_play(state, action.seat, combo)


def _holds(state: State, seat: int, cards: tuple[int, ...]) -> bool:
    """Return whether a seat holds all these cards, with none named twice."""
    mask = state.rules.order.mask_of(cards)
    return not mask & ~state.hands[seat] and mask.bit_count() == len(cards)


def _binds(state: State, seat: int, code: str) -> tuple[int, ...]:
    ascending = state.rules.order.ascending
    if code == "must-play-lowest":
        return (ascending[state.must_hold.bit_length() - 1],)
    if code == "must-play-highest":
        return (ascending[state.hands[seat].bit_length() - 1],)
    if code in ("passed-out", "wrong-type", "too-low") and state.top is not None:
        return state.top.cards
    return ()
