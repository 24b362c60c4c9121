"""Who may come to a room's page, and who may watch the play there.

A room that somebody may not see is no different, for him, from one that does not exist.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Q

from games.accounts.friends import are_friends
from games.accounts.models import Block, User
from games.rooms.models import PutOut, Room, Seat


def may_watch(room: Room, seat: int | None) -> bool:
    """Say whether a viewer with this seat, or none, may see the cards that lie open."""
    return seat is not None or room.onlookers


@dataclass(frozen=True, slots=True)
class Doors:
    """Which doors are shut to some people: ``blocks``, id → ids of those with whom there is one;
    ``out``: (room, person) where the host has put him out."""

    blocks: Mapping[int, Collection[int]]
    out: Collection[tuple[int, int]]


def doors_for(people: Collection[int]) -> Doors:
    """Return the doors shut to people, by id: two queries, however many they are."""
    if not people:
        return Doors({}, ())
    blocks: dict[int, set[int]] = {}
    rows = Block.objects.filter(Q(blocker__in=people) | Q(blocked__in=people))
    for blocker, blocked in rows.values_list("blocker", "blocked"):
        blocks.setdefault(blocker, set()).add(blocked)
        blocks.setdefault(blocked, set()).add(blocker)
    return Doors(blocks, set(PutOut.objects.filter(user__in=people).values_list("room", "user")))


def may_come(room: Room, seats: Collection[Seat], user: User | None, doors: Doors | None = None) -> bool:
    """Say whether a person, or somebody without an account, may come to a room's page. Whoever
    asks for many people at once finds their ``doors`` beforehand."""
    if user is not None and any(seat.user_id == user.pk for seat in seats):
        return True
    return _has_a_place(room, seats) and _is_welcome(room, seats, user, doors)


def takeable(room: Room, seat: Seat, going: bool) -> bool:
    """Say whether a newcomer may take a seat now; ``going``: a match goes on."""
    if going:
        return bool(seat.level) and room.take_over
    return seat.user_id is None and not seat.level


def _has_a_place(room: Room, seats: Collection[Seat]) -> bool:
    """Say whether a room has anything for newcomers: something to see, or a seat."""
    if room.closed_at is not None:
        return False
    if room.waiting or room.onlookers:
        return True
    return any(takeable(room, seat, going) for seat in seats for going in (False, True))


def _is_welcome(room: Room, seats: Collection[Seat], user: User | None, doors: Doors | None) -> bool:
    """Say whether those at a table would let somebody in who has no seat there: a block with any
    of them keeps him away, and nobody comes back whom the host has put out."""
    if user is not None:
        doors = doors or doors_for([user.pk])
        there = {seat.user_id for seat in seats} | {room.host_id}
        if there & set(doors.blocks.get(user.pk, ())) or (room.pk, user.pk) in doors.out:
            return False
    if room.visibility == Room.Visibility.FRIENDS:
        host = room.host
        return user is not None and host is not None and (user == host or are_friends(user, host))
    return True
