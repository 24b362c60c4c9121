"""Newcomers who take an AI player's seat with the next hand: what their coming means to those who sit there."""

from __future__ import annotations

from collections.abc import Collection

from games.matches.models import Match
from games.rooms.models import Room, Seat


def spoil(room: Room, seats: Collection[Seat], match: Match | None, mine: Seat) -> bool:
    """Return whether a guest is to sit down against the owner of a seat, who has an account and could still win the
    match for their rating (``games.community.rating_rules.win_counts``)."""
    if mine.user is None or mine.user.is_guest or match is None or match.let_in:
        return False
    guests = [seat.number for seat in seats if seat.reserved_for is not None and seat.reserved_for.is_guest]
    game, options = room.rules, room.resolved() if guests else {}
    return any(game.side(number, options) != game.side(mine.number, options) for number in guests)
