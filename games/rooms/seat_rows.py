"""Who sits in many rooms at once, read in one statement without model instances."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from games.foundation.compiled_queries import QueryOfMany
from games.rooms.models import Room, Seat


class SeatRow(NamedTuple):
    """A seat as lists show it. ``name``: its owner's, None if an AI player or nobody sits there."""

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


def seats_by_room(rooms: Collection[int]) -> dict[int, list[SeatRow]]:
    """Return the seats of rooms, by the room's id, in order."""
    by_room: dict[int, list[SeatRow]] = {pk: [] for pk in rooms}
    for room, *seat in _seats(rooms):
        by_room[room].append(SeatRow(*seat))
    return by_room


def rooms_by_id(rooms: Collection[int]) -> dict[int, Room]:
    """Return rooms by their ids."""
    return {room.pk: room for room in _rooms(rooms)}
