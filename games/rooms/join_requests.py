"""The door of a room that is for friends: asking to be let in, and the host's answer."""

from __future__ import annotations

from django.utils.translation import gettext_noop as N_

from games.accounts import notifications
from games.accounts.models import Notification, User
from games.foundation.rate_limit import RateLimit
from games.foundation.transactions import write
from games.rooms import seats as rooms
from games.rooms.access import may_ask_to_join
from games.rooms.models import JoinRequest, Room
from games.rooms.seats import Refused

#: Doors one person, and one network, may ask at.
REQUESTS, REQUESTS_OF_NETWORK = RateLimit("knocks", 5, 10 * 60), RateLimit("knocks-of-network", 30, 10 * 60)


def answer_of(room: Room, user: User | None) -> JoinRequest | None:
    """Return what somebody has asked at a room's door, with the host's answer, if they have."""
    return JoinRequest.objects.filter(room=room, user=user).first() if user is not None else None


def ask_to_join(room: Room, user: User) -> None:
    """Ask a room's host to be let in; asked again it is still one. ``Refused`` where there is nobody to ask."""
    with write():
        room, seats = rooms.locked(room)
        if room.host is None or room.visibility != Room.Visibility.FRIENDS or not may_ask_to_join(room, seats, user):
            raise Refused(N_("Nobody is there to let you in."), status=409)
        _row, new = JoinRequest.objects.get_or_create(room=room, user=user)
        if new:
            notifications.tell(room.host, Notification.Kind.KNOCKED, user, room=room.code)


def answer(host: User, code: str, asker_id: int, let_in: bool) -> None:
    """Let somebody in who has asked, or not; ``Refused`` where there is no such question to this host."""
    with write():
        row = JoinRequest.objects.select_related("room", "user").filter(room__code=code, room__host=host, user=asker_id)
        asked = row.first()
        if asked is None or asked.room.closed_at is not None:
            raise Refused(N_("They are no longer waiting."), status=409)
        row.update(let_in=let_in)
        notifications.read_one(host, kind=Notification.Kind.KNOCKED, sender=asked.user, data__room=code)
        if let_in:
            notifications.tell(asked.user, Notification.Kind.LET_IN, host, room=code)
