"""Newcomers who take an AI player's seat at the next hand, and what that means for those seated."""

from __future__ import annotations

from collections.abc import Collection

from games.accounts.models import User
from games.community.rating_rules import why_match_unrated
from games.matches import seating
from games.matches.models import Match
from games.matches.reservations import spoils
from games.rooms.models import Room, Seat
from games.table.snapshot import RoomSnapshot


def coming(seats: Collection[Seat]) -> tuple[int, ...]:
    """Return the seats that newcomers take at the next hand."""
    return tuple([seat.number for seat in seats if seat.reserved_for_id is not None])


def spoiling(snapshot: RoomSnapshot, coming: Collection[int], mine: Seat) -> tuple[int, ...]:
    """Return those of the seats ``coming`` whose newcomers stop wins counting for the owner of ``mine``, if the match
    is rated and they could still win (``games.matches.reservations.spoiled``)."""
    match = snapshot.match
    if mine.user is None or match is None or match.joined_mid_hand:
        return ()
    if not mine.user.is_guest and mine.number in snapshot.live.guests:
        return ()
    came = snapshot.live.newcomers
    return tuple(number for number in coming if spoils(snapshot.room, mine.number, number, came))


def take(room: Room, user: User, number: int) -> None:
    """Take an AI player's seat during a match, or reserve it: see ``games.matches.seating.take_over``."""
    seating.take_over(room, user, number, unrated=_is_unrated(room))


def turn_away(room: Room, user: User, number: int, person: int | None) -> None:
    """Have an AI player keep a reserved seat: see ``games.matches.seating.turn_away``."""
    seating.turn_away(room, user, number, person, unrated=_is_unrated(room))


def _is_unrated(room: Room) -> bool:
    """Return whether a match is running that is not rated."""
    match = Match.objects.filter(room=room, ended_at=None).order_by("pk").last()
    return match is not None and bool(why_match_unrated(match, list(match.players.select_related("user"))))
