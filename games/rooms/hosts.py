"""Who the host of a room is, and what goes with it."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from games.accounts import notifications
from games.accounts.models import Notification, User
from games.rooms.access import access_lists, may_ask_to_join, may_see_room
from games.rooms.models import JoinRequest, Room

#: How many of the newest open requests to join are looked at when the host changes, and how many go to the new one or
#: wait unread for the present one: a person keeps only so many notifications, and the others must not be thrown out by
#: those of one table.
CONSIDERED, MOST = 50, 5
#: How old an open request may be that goes to a new host.
LASTS = timedelta(days=1)


def change_host(room: Room, host: int | None) -> None:
    """Make a person, by id, the host of a room, or nobody. The newest open requests to join go with it: the new host is
    notified of those who still wait, and the old one has nothing more to answer. The other requests lapse, so that
    whoever made them may ask again. Call inside a transaction that has locked the room or its hand, after the seats are
    written."""
    before, room.host_id = room.host_id, host
    Room.objects.filter(pk=room.pk).update(host=host)
    unanswered = JoinRequest.objects.filter(room=room, granted=None)
    if not unanswered.exists():
        return
    people = User.objects.in_bulk(list({before, host} - {None}))
    if before in people:
        notifications.mark_read(people[before], kind=Notification.Kind.KNOCKED, data__room=room.code)
    if host in people:
        askers = _still_waiting(room)[:MOST]
        unanswered.exclude(user__in=askers).delete()
        notifications.notify_of_all(people[host], Notification.Kind.KNOCKED, askers[::-1], room=room.code)


def _still_waiting(room: Room) -> list[User]:
    """Return people with an open request to join a room, the newest first. They may have been admitted meanwhile, or
    kept away by a block."""
    requests = JoinRequest.objects.filter(room=room, granted=None, user__is_active=True)
    requests = requests.filter(at__gt=timezone.now() - LASTS).select_related("user")
    askers = [request.user for request in requests.order_by("-pk")[:CONSIDERED]]
    seats, lists = list(room.seats.all()), access_lists([asker.pk for asker in askers])
    return [
        asker
        for asker in askers
        if may_ask_to_join(room, seats, asker, lists) and not may_see_room(room, seats, asker, lists)
    ]
