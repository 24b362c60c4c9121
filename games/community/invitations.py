"""Inviting friends to a table."""

from __future__ import annotations

from games.accounts import notifications
from games.accounts.friends import blocked
from games.accounts.models import Notification, User
from games.rooms.access import Doors, may_come
from games.rooms.models import Room, Seat
from games.rooms.services import my_rooms


def room_of(user: User) -> Room | None:
    """Return the room a person would invite to: of those where he plays or waits, that which he was at last."""
    mine = {room.pk: room for room in my_rooms(user)}
    latest = Seat.objects.filter(room__in=mine, user=user).order_by("-seen_at", "-room_id").first()
    return mine[latest.room_id] if latest is not None else None


def invite(user: User, friend: User, room: Room | None = None) -> Room | None:
    """Invite a friend to a table where one sits, or else the latest of these; None where there is no table,
    or they may not come there."""
    room = room or room_of(user)
    if room is None or blocked(user, friend) or not may_look_in(friend, room):
        return None
    notifications.tell(friend, Notification.Kind.INVITED, user, room=room.code)
    return room


def may_look_in(user: User, room: Room, doors: Doors | None = None) -> bool:
    """Say whether a person may come to a room's page; whoever asks of many rooms finds his ``doors``
    and their seats beforehand."""
    return may_come(room, list(room.seats.all()), user, doors)
