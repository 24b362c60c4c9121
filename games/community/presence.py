"""Which people are online, and at which table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from games.accounts.models import User
from games.rooms.models import Room, Seat

#: How long after their last request a person counts as online.
ONLINE = timedelta(minutes=3)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A person, whether they are online (``here``), and the room where they sit."""

    user: User
    here: bool
    room: Room | None


def whereabouts(people: list[User]) -> list[Whereabouts]:
    """Return the whereabouts of people, those online first."""
    since = timezone.now() - ONLINE
    seats = Seat.objects.filter(user__in=people, seen_at__gte=since, room__closed_at=None)
    rooms = {
        seat.user_id: seat.room
        for seat in seats.select_related("room").prefetch_related("room__seats").order_by("seen_at")
    }
    places = [
        Whereabouts(user, user.pk in rooms or (user.seen_at is not None and user.seen_at >= since), rooms.get(user.pk))
        for user in people
    ]
    return sorted(places, key=lambda place: (not place.here, place.user.name))
