"""What is kept for how long: guests who never came back, and tables at which nobody ever played.

No hand and no record of one is ever removed: a guest who has played is erased, once his session
has run out and nobody can come back as him, and his hands stay as those of a deleted player.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import InterfaceError, OperationalError
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.accounts.models import User
from games.accounts.relations import have_something
from games.community.account_deletion import delete_account
from games.foundation.transactions import write
from games.matches.models import Offer
from games.rooms.models import Room, Seat

log = logging.getLogger(__name__)
#: How long a guest who has left nothing behind is waited for, and a table where no match was begun.
GUEST_WITH_NOTHING, EMPTY_ROOM = timedelta(days=30), timedelta(days=7)
#: A guest's session is all by which he can come back.
GUEST = timedelta(seconds=settings.SESSION_COOKIE_AGE)
#: From when on whatever is listed of a session that is not there is of one that was ended.
LISTED = timedelta(days=1)
#: First shuffles that nobody took.
OFFERED = timedelta(days=1)
#: Rows removed in one run: the next run goes on.
AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Swept:
    """How many of each were removed."""

    guests: int
    erased: int
    rooms: int
    sessions: int


def sweep(dry: bool = False) -> Swept:
    """Remove what has been kept long enough; ``dry`` only counts it."""
    now = timezone.now()
    found = [idle_guests_with_nothing(now), idle_guests(now), empty_rooms(now), ended_sessions(now)]
    if dry:
        return Swept(*(rows.count() for rows in found))
    with_nothing = _each(found[0], _forget_guest)
    erased, rooms, sessions = _each(idle_guests(now), _erase), _each(found[2], _remove_room), _delete(found[3])
    _delete(listed_no_more(now))
    _delete(Offer.objects.filter(at__lt=now - OFFERED))
    return Swept(with_nothing, erased, rooms, sessions)


def idle_guests(now: datetime, since: timedelta = GUEST) -> QuerySet[User]:
    """Return the guests who have not been here for so long."""
    last_here = Coalesce("seen_at", "date_joined")
    return User.objects.filter(is_guest=True).alias(last_here=last_here).filter(last_here__lt=now - since)


def idle_guests_with_nothing(now: datetime) -> QuerySet[User]:
    """Return idle guests who have left nothing."""
    return idle_guests(now, GUEST_WITH_NOTHING).exclude(have_something())


def empty_rooms(now: datetime) -> QuerySet[Room]:
    """Return the tables at which no match was ever begun and nobody has sat for long."""
    here = Seat.objects.filter(room=OuterRef("pk"), user__isnull=False, seen_at__gte=now - EMPTY_ROOM)
    return Room.objects.filter(matches=None, created_at__lt=now - EMPTY_ROOM).exclude(Exists(here))


def ended_sessions(now: datetime) -> QuerySet[Session]:
    """Return sessions that have run out."""
    return Session.objects.filter(expire_date__lt=now)


def listed_no_more(now: datetime) -> QuerySet[UserSession]:
    """Return what is listed, with address and browser, of sessions that ran out or were ended; not of
    today's, one of which may be being written."""
    there = Session.objects.filter(session_key=OuterRef("session_key"))
    return UserSession.objects.filter(~Exists(there), created_at__lt=now - LISTED)


def _each(rows: QuerySet[Any], remove: Callable[[int], bool]) -> int:
    return sum(_removed(rows, remove, pk) for pk in list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]))


def _removed(rows: QuerySet[Any], remove: Callable[[int], bool], pk: int) -> bool:
    """Remove one row; whose table cannot be read keeps nobody behind him, who would stay for ever."""
    try:
        return remove(pk)
    except (OperationalError, InterfaceError):
        raise
    except Exception as fault:  # its kind alone: what it says may name cards
        log.error("%s %s is kept (%s): manage.py check_hands", rows.model.__name__, pk, type(fault).__name__)
        return False


def _forget_guest(pk: int) -> bool:
    """Remove a guest, unless he came back this moment."""
    with write():
        guest = User.objects.select_for_update().filter(pk=pk).first()
        if guest is None or not idle_guests_with_nothing(timezone.now()).filter(pk=pk).exists():
            return False
        guest.delete()
    return True


def _erase(pk: int) -> bool:
    with write():
        guest = User.objects.select_for_update().filter(pk=pk).first()
        if guest is None or not idle_guests(timezone.now()).filter(pk=pk).exists():
            return False
        delete_account(guest)
    return True


def _remove_room(pk: int) -> bool:
    with write():
        room = Room.objects.select_for_update(no_key=True).filter(pk=pk).first()
        if room is None or not empty_rooms(timezone.now()).filter(pk=pk).exists():
            return False
        room.delete()
    return True


def _delete(rows: QuerySet[Any]) -> int:
    with write():
        return rows.delete()[0]
