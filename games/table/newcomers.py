"""Newcomers who take an AI player's seat at the next hand, and what that means for those seated."""

from __future__ import annotations

from collections.abc import Collection

from games.rooms.models import Seat
from games.table.snapshot import RoomSnapshot, options_of


def coming(seats: Collection[Seat]) -> tuple[int, ...]:
    """Return the seats that newcomers take at the next hand."""
    return tuple([seat.number for seat in seats if seat.reserved_for_id is not None])


def spoiling(snapshot: RoomSnapshot, coming: Collection[int], mine: Seat) -> tuple[int, ...]:
    """Return those of the seats ``coming`` whose newcomers will play against the owner of ``mine``, who has an account
    and could still win the match for their rating (``games.community.rating_rules.win_counts``)."""
    match = snapshot.match
    if mine.user is None or mine.user.is_guest or match is None or match.joined_mid_hand:
        return ()
    if mine.number in snapshot.live.newcomers:
        return ()
    game, options = snapshot.room.rules, options_of(snapshot)
    return tuple(number for number in coming if game.side(number, options) != game.side(mine.number, options))
