"""Inviting friends to a table."""

from __future__ import annotations

from functools import partial

from django.utils import timezone

from games.accounts import limits, notifications
from games.accounts.friends import blocked
from games.accounts.models import Notification, User
from games.rooms.access import AccessLists, may_see_room
from games.rooms.models import Room
from games.rooms.seats import lift_ban
from games.rooms.services import latest_room


def invite(user: User, friend: User, room: Room | None = None) -> Room | None:
    """Invite a friend to a room, by default the user's latest; return it, or None on failure. Whom its host had sent
    away may come back. While the friend has not read earlier ones, invitations beyond ``limits.INVITATIONS_OF_ONE``
    take the place of the oldest."""
    room = room or latest_room(user)
    if room is None or blocked(user, friend):
        return None
    lift_ban(room, user, friend.pk)
    if not may_visit(friend, room):
        return None
    unread = friend.notifications.filter(kind=Notification.Kind.INVITED, sender=user, read_at=None)
    unread = unread.filter(data__wish__isnull=True)  # calls to play are none
    repeated = unread.filter(data={"room": room.code}, at__gt=timezone.now() - notifications.RECENT)
    # friends who play all evening may invite each other to any number of tables
    counts = unread.exists() and not repeated.exists()
    too_often = counts and limits.INVITATIONS_OF_ONE.wait(f"{friend.pk}:{user.pk}")
    notify = partial(notifications.notify_instead, unread) if too_often else notifications.notify
    notify(friend, Notification.Kind.INVITED, user, room=room.code)
    return room


def may_visit(user: User, room: Room, lists: AccessLists | None = None) -> bool:
    """Return whether a person may see a room; ``lists`` and prefetched seats save queries for several rooms."""
    return may_see_room(room, list(room.seats.all()), user, lists)
