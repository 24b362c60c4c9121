"""Newcomers who take an AI player's seat with the next hand: what their coming means to those who sit there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rooms.models import Seat

if TYPE_CHECKING:
    from games.table.scene_builder import RoomSnapshot


def spoil(snapshot: RoomSnapshot, mine: Seat) -> bool:
    """Return whether a guest is to sit down against the owner of a seat, who has an account and could still win the
    match for their rating (``games.community.rating_rules.win_counts``)."""
    if mine.user is None or mine.user.is_guest or snapshot.match is None or snapshot.match.let_in:
        return False
    game, options = snapshot.room.rules, snapshot.room.resolved()
    return any(
        row.reserved_for is not None
        and row.reserved_for.is_guest
        and game.side(row.number, options) != game.side(mine.number, options)
        for row in snapshot.seats
    )
