"""Who of a person's friends is here, and at which table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from games.accounts.models import User
from games.rooms.models import Room, Seat

#: A person counts as here this long after his last sign of life.
HERE = timedelta(minutes=3)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A person: whether he is here, and the room where he sits, if it may be seen."""

    user: User
    here: bool
    room: Room | None


def whereabouts(people: list[User]) -> list[Whereabouts]:
    """Return where people are, those who are here first."""
    since = timezone.now() - HERE
    seats = Seat.objects.filter(user__in=people, seen_at__gte=since, room__closed_at=None)
    rooms = {
        seat.user_id: seat.room
        for seat in seats.select_related("room").prefetch_related("room__seats").order_by("seen_at")
    }
    found = [
        Whereabouts(user, user.pk in rooms or (user.seen_at is not None and user.seen_at >= since), rooms.get(user.pk))
        for user in people
    ]
    return sorted(found, key=lambda one: (not one.here, one.user.name))
