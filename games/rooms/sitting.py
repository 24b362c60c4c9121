"""Who sits in many rooms at once, in one statement and without a row's whole weight."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from games.foundation.compiled_queries import QueryOfMany
from games.rooms.models import Room, Seat


class Sitting(NamedTuple):
    """A seat as lists show it. ``name``: of its owner, None where an AI player or nobody sits."""

    number: int
    user_id: int | None
    name: str | None
    level: str
    reserved_for_id: int | None


_seats = QueryOfMany(
    lambda rooms: (
        Seat.objects.filter(room__in=rooms)
        .order_by("room_id", "number")
        .values_list("room_id", "number", "user_id", "user__name", "level", "reserved_for_id")
    )
)
_rooms = QueryOfMany(lambda rooms: Room.objects.filter(pk__in=rooms))


def sitting_in(rooms: Collection[int]) -> dict[int, list[Sitting]]:
    """Return the seats of rooms, by the room's id, in order."""
    seated: dict[int, list[Sitting]] = {pk: [] for pk in rooms}
    for room, *seat in _seats(rooms):
        seated[room].append(Sitting(*seat))
    return seated


def rooms_by_id(rooms: Collection[int]) -> dict[int, Room]:
    """Return rooms by their ids."""
    return {room.pk: room for room in _rooms(rooms)}
