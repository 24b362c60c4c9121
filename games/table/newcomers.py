"""Newcomers who take an AI player's seat at the next hand, and what that means for those seated."""

from __future__ import annotations

from collections.abc import Collection

from games.matches.models import Match
from games.rooms.models import Room, Seat


def guests(seats: Collection[Seat]) -> tuple[int, ...]:
    """Return the seats that guests take at the next hand."""
    # ids first: most seats have no newcomer, and asking a row for its user costs more
    coming = {seat.number: seat.reserved_for for seat in seats if seat.reserved_for_id is not None}
    return tuple([number for number, user in coming.items() if user is not None and user.is_guest])


def spoil(room: Room, guests: Collection[int], match: Match | None, mine: Seat) -> bool:
    """Return whether any of ``guests`` will play against the owner of ``mine``, who has an account and could still
    win the match for their rating (``games.community.rating_rules.win_counts``)."""
    if mine.user is None or mine.user.is_guest or match is None or match.joined_mid_hand:
        return False
    game, options = room.rules, room.resolved()
    return any(game.side(number, options) != game.side(mine.number, options) for number in guests)
