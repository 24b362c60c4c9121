"""Inviting friends to a table."""

from __future__ import annotations

from games.accounts import notify
from games.accounts.friends import blocked
from games.accounts.models import Notification, User
from games.rooms.access import may_come
from games.rooms.models import Room


def room_of(user: User) -> Room | None:
    """Return the room a person would invite to: where he sits now, the newest."""
    return Room.objects.filter(seats__user=user, closed_at=None).order_by("-pk").first()


def invite(user: User, friend: User) -> Room | None:
    """Invite a friend to one's table; None where there is no table, or he may not come there."""
    room = room_of(user)
    if room is None or blocked(user, friend) or not may_look_in(friend, room):
        return None
    notify.tell(friend, Notification.Kind.INVITED, user, room=room.code)
    return room


def may_look_in(user: User, room: Room) -> bool:
    """Say whether a person may come to a room's page."""
    return may_come(room, list(room.seats.all()), user)
