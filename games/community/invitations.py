"""Inviting friends to a table."""

from __future__ import annotations

from games.accounts import notifications
from games.accounts.friends import blocked
from games.accounts.models import Notification, User
from games.foundation.compiled_queries import QueryOfMany
from games.rooms.access import AccessLists, may_come
from games.rooms.models import Room, Seat
from games.rooms.services import my_rooms

_latest = QueryOfMany(
    lambda rooms, user: (
        Seat.objects.filter(room__in=rooms, user=user).order_by("-seen_at", "-room_id").values_list("room_id")
    ),
    -1,
)


def room_of(user: User) -> Room | None:
    """Return the room a person would invite to: of those where they play or wait, the latest they were at."""
    mine = {room.pk: room for room in my_rooms(user)}
    return next((mine[room] for (room,) in _latest(mine, user.pk)), None)


def invite(user: User, friend: User, room: Room | None = None) -> Room | None:
    """Invite a friend to a room, by default ``room_of``; return it, or None where that fails."""
    room = room or room_of(user)
    if room is None or blocked(user, friend) or not may_visit(friend, room):
        return None
    notifications.notify(friend, Notification.Kind.INVITED, user, room=room.code)
    return room


def may_visit(user: User, room: Room, lists: AccessLists | None = None) -> bool:
    """Return whether a person may see a room; ``lists`` and prefetched seats save queries for several rooms."""
    return may_come(room, list(room.seats.all()), user, lists)
