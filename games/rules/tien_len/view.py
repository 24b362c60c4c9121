"""What a seat, or an onlooker, may know of a hand of Tien Len (/rules/tien-len/#12)."""

from __future__ import annotations

from games.rules.climbing.deal import Odd
from games.rules.climbing.view import LowestView, seen_lowest
from games.rules.tien_len.state import Chop, State
from games.rules.value_types import value_type


@value_type(kw_only=True)
class TienLenView(LowestView):
    """A hand of Tien Len as one seat sees it.

    ``odd``: the odd card and who got it. ``chop``: the last play, if it is a chop, and what it would bring;
    ``chops``: seat → what chops have brought and cost so far; neither if chops are not paid.
    """

    odd: Odd | None
    chop: Chop | None
    chops: tuple[int, ...]


def view(state: State, seat: int | None) -> TienLenView:
    """Return what ``seat`` may know, ``None`` for an onlooker."""
    chop = state.chop if state.rules.chop_points else None
    return TienLenView(**seen_lowest("tien-len", state, seat), odd=state.odd, chop=chop, chops=state.chops)
