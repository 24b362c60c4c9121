"""Newcomers who take an AI player's seat at the next hand, and what that means for those seated."""

from __future__ import annotations

from collections.abc import Collection

from games.matches.models import Match
from games.rooms.models import Room, Seat


def coming(seats: Collection[Seat]) -> tuple[int, ...]:
    """Return the seats that newcomers take at the next hand."""
    return tuple([seat.number for seat in seats if seat.reserved_for_id is not None])


def spoil(room: Room, coming: Collection[int], match: Match | None, mine: Seat) -> bool:
    """Return whether anybody in the seats ``coming`` will play against the owner of ``mine``, who has an account and
    could still win the match for their rating (``games.community.rating_rules.win_counts``)."""
    if mine.user is None or mine.user.is_guest or match is None or match.joined_mid_hand:
        return False
    game, options = room.rules, room.resolved()
    return any(game.side(number, options) != game.side(mine.number, options) for number in coming)
