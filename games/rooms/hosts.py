"""Who the host of a room is, and what goes with it."""

from __future__ import annotations

from games.accounts import notifications
from games.accounts.models import Notification, User
from games.rooms.access import access_lists, may_ask_to_join, may_see_room
from games.rooms.models import JoinRequest, Room


def change_host(room: Room, host: int | None) -> None:
    """Make a person, by id, the host of a room, or nobody. Open requests to join go with it: the new host is notified
    of those who still wait, and the old one has nothing more to answer. Call inside a transaction that has locked the
    room or its hand, after the seats are written."""
    before, room.host_id = room.host_id, host
    Room.objects.filter(pk=room.pk).update(host=host)
    askers = [row.user for row in JoinRequest.objects.filter(room=room, granted=None).select_related("user")]
    if not askers:
        return
    people, seats = User.objects.in_bulk(list({before, host} - {None})), list(room.seats.all())
    if before in people:
        notifications.mark_read(people[before], kind=Notification.Kind.KNOCKED, data__room=room.code)
    lists = access_lists([asker.pk for asker in askers])
    for asker in askers:
        # they may have been admitted meanwhile, or kept away by a block
        waits = may_ask_to_join(room, seats, asker, lists) and not may_see_room(room, seats, asker, lists)
        if host in people and waits:
            notifications.notify(people[host], Notification.Kind.KNOCKED, asker, room=room.code)
