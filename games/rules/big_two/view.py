"""What a seat, or an onlooker, may know of a hand of Big Two (/rules/big-two/#12)."""

from __future__ import annotations

from games.rules.big_two.state import State
from games.rules.climbing.deal import Odd
from games.rules.climbing.view import LowestView, seen_lowest
from games.rules.value_types import value_type


@value_type(kw_only=True)
class BigTwoView(LowestView):
    """A hand of Big Two as one seat sees it.

    ``odd``: the odd card and who got it. ``last_card``: whether the player after the seat to act has one card left,
    so that a single must be the highest.
    """

    odd: Odd | None
    last_card: bool


def view(state: State, seat: int | None) -> BigTwoView:
    """Return what ``seat`` may know, ``None`` for an onlooker."""
    return BigTwoView(**seen_lowest("big-two", state, seat), odd=state.odd, last_card=state.last_card)
