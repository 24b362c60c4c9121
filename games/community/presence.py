"""Which people are online, and at which table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from games.accounts.models import User
from games.foundation.compiled_queries import QueryOfMany
from games.rooms.models import Room, Seat
from games.rooms.seat_rows import SeatRow, rooms_by_id, seats_by_room

#: How long after their last request a person counts as online.
ONLINE = timedelta(minutes=3)
_seats = QueryOfMany(
    lambda people, since: (
        Seat.objects.filter(user__in=people, seen_at__gte=since, room__closed_at=None)
        .order_by("seen_at")
        .values_list("user_id", "room_id", "room__sitting__ended_at")
    ),
    datetime(2000, 1, 1, tzinfo=UTC),
)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A person, whether they are online (``here``), and the room where they sit."""

    user: User
    here: bool
    room: Room | None
    seats: Sequence[SeatRow] = ()


def whereabouts(people: list[User]) -> list[Whereabouts]:
    """Return the whereabouts of people, online ones first."""
    since = timezone.now() - ONLINE
    seats = list(_seats([user.pk for user in people], since))
    here = {user for user, _room, _ended in seats}
    # of several rooms, the one they visited last; at an event's table that has been played nobody plays
    at = {user: room for user, room, ended in seats if ended is None}
    rooms = rooms_by_id(set(at.values()))
    sitters = seats_by_room(rooms)
    places = [
        Whereabouts(
            user,
            user.pk in here or (user.seen_at is not None and user.seen_at >= since),
            rooms.get(at.get(user.pk, 0)),
            sitters.get(at.get(user.pk, 0), ()),
        )
        for user in people
    ]
    return sorted(places, key=lambda place: (not place.here, place.user.name))
