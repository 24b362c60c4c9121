"""Which actions are legal before the play, for the rules and for a player who has only a view."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.core import Action
from games.rules.pitch.actions import BID, KEEP, OFFER, PASS, SELL
from games.rules.pitch.bidding import open_bids
from games.rules.pitch.state import PitchState
from games.rules.pitch.view import PitchView


def other_moves(state: PitchState) -> list[Action]:
    """Return every legal action of the seat to act outside the play."""
    if not state.to_act:
        return []
    table, (seat,) = state.table, state.to_act
    bids = open_bids(table.setup.options, table.dealer, state.scores, state.course.highest, seat)
    return _bidding_moves(state.phase, seat, bids)


def other_moves_seen(view: PitchView) -> list[Action]:
    """Return the same for the view's own seat, which is to act, from what it knows."""
    assert view.seat is not None
    return _bidding_moves(view.phase, view.seat, view.bids)


def _bidding_moves(phase: str, seat: int, bids: Iterable[int]) -> list[Action]:
    """Return what a seat may say in a phase; ``bids``: those open to it."""
    match phase:
        case "bid":
            return [PASS[seat], *(BID[seat][points] for points in bids)]
        case "offer":
            return [OFFER[seat], KEEP[seat]]
    return [SELL[seat], KEEP[seat]]
