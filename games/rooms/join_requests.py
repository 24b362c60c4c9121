"""Requests to join a room for friends, and the host's answers."""

from __future__ import annotations

from django.utils.translation import gettext_noop as N_

from games.accounts import notifications
from games.accounts.models import Notification, User
from games.foundation.rate_limit import RateLimit
from games.foundation.transactions import write
from games.rooms import seats as rooms
from games.rooms.access import may_ask_to_join
from games.rooms.hosts import MOST
from games.rooms.models import JoinRequest, Room
from games.rooms.seats import RequestRefused

#: Requests to join that one person, and one network, may send.
REQUESTS, REQUESTS_OF_NETWORK = RateLimit("knocks", 5, 10 * 60), RateLimit("knocks-of-network", 30, 10 * 60)


def answer_of(room: Room, user: User | None) -> JoinRequest | None:
    """Return somebody's request to join a room, with the host's answer, or None if they have sent none."""
    return JoinRequest.objects.filter(room=room, user=user).first() if user is not None else None


def ask_to_join(room: Room, user: User) -> None:
    """Ask a room's host to join; repeating it changes nothing. Of the requests that the host has not seen only the
    newest stay. Raises ``RequestRefused`` if nobody can answer."""
    with write():
        room, seats = rooms.locked(room)
        if room.host is None or room.visibility != Room.Visibility.FRIENDS or not may_ask_to_join(room, seats, user):
            raise RequestRefused(N_("Nobody is there to let you in."), status=409)
        _request, created = JoinRequest.objects.get_or_create(room=room, user=user)
        if created:
            notifications.notify(room.host, Notification.Kind.KNOCKED, user, room=room.code)
            _let_old_ones_lapse(room, room.host)


def _let_old_ones_lapse(room: Room, host: User) -> None:
    """Delete the unread requests to join a room beyond the newest, so that whoever made them may ask again."""
    unread = host.notifications.filter(kind=Notification.Kind.KNOCKED, data__room=room.code, read_at=None)
    old = dict(unread.order_by("-at", "-pk").values_list("pk", "sender")[MOST : 2 * MOST])
    JoinRequest.objects.filter(room=room, user__in=old.values(), granted=None).delete()
    Notification.objects.filter(pk__in=old).delete()


def answer(host: User, code: str, asker_id: int, granted: bool) -> None:
    """Grant or decline a request to join, for good: whoever sent it is notified once. Raises ``RequestRefused`` if this
    host has no such request, or if it has been given the other answer."""
    with write():
        requests = JoinRequest.objects.filter(room__code=code, room__host=host, user=asker_id)
        request = requests.select_related("room", "user").first()
        if request is None or request.room.closed_at is not None:
            raise RequestRefused(N_("They are no longer waiting."), status=409)
        notifications.mark_read(host, kind=Notification.Kind.KNOCKED, sender=request.user, data__room=code)
        # by its own row alone: PostgreSQL checks no condition on others again after waiting for another answer
        row = JoinRequest.objects.filter(pk=request.pk)
        if row.filter(granted=None).update(granted=granted):
            if granted:
                notifications.notify(request.user, Notification.Kind.LET_IN, host, room=code)
        elif not row.filter(granted=granted).exists():
            raise RequestRefused(N_("They have been given another answer already."))
