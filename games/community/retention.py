"""Removal of idle guests, empty tables, expired sessions, and old reports and decisions.

No hand is ever removed. A guest who has played is erased once their session has expired, so that they cannot come
back; their hands stay as those of a deleted player.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import InterfaceError, OperationalError
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.accounts.models import PushSubscription, Report, User
from games.accounts.relations import has_data
from games.community import reports
from games.community.account_deletion import delete_account
from games.community.models import Decision
from games.foundation.transactions import write
from games.matches.models import Offer
from games.rooms import wishes
from games.rooms.models import Room, Seat

log = logging.getLogger(__name__)
#: How long guests without data, and tables without a match, are kept.
GUEST_WITH_NOTHING, EMPTY_ROOM = timedelta(days=30), timedelta(days=7)
#: How long guests are kept; without their session they cannot come back.
GUEST = timedelta(seconds=settings.SESSION_COOKIE_AGE)
#: A ``UserSession`` older than this whose session is missing has ended.
LISTED = timedelta(days=1)
#: How long unused shuffle offers are kept.
OFFERED = timedelta(days=1)
#: How long reports and decisions are kept.
REPORTED, DECIDED = timedelta(days=365), timedelta(days=730)
#: Guests and tables of each kind removed in one run.
BATCH = 1000


@dataclass(frozen=True, slots=True)
class Swept:
    """The number of removed rows of each kind."""

    guests: int
    erased: int
    rooms: int
    sessions: int

    @property
    def has_more(self) -> bool:
        """Whether a run left rows to the next."""
        return BATCH in {self.guests, self.erased, self.rooms}


def sweep(dry: bool = False) -> Swept:
    """Remove what is past its retention period, of guests and tables at most ``BATCH`` of each kind: the next run
    removes more (``Swept.has_more``). With ``dry``, only count it all."""
    now = timezone.now()
    with_nothing, idle, empty, ended = (
        idle_guests_with_nothing(now),
        idle_guests(now).filter(has_data()),
        empty_rooms(now),
        ended_sessions(now),
    )
    if dry:
        return Swept(with_nothing.count(), idle.count(), empty.count(), ended.count())
    guests = _each(with_nothing, _delete_guest)
    erased, rooms, sessions = _each(idle, _erase), _each(empty, _delete_room), _delete(ended)
    reports.remove_erased_talk()
    _delete(orphaned_user_sessions(now))
    _delete(PushSubscription.objects.exclude(session_key__in=Session.objects.values("session_key")))
    _delete(Offer.objects.filter(at__lt=now - OFFERED))
    _delete(wishes.over(now))
    _delete(Report.objects.filter(at__lt=now - REPORTED))
    _delete(Decision.objects.filter(at__lt=now - DECIDED))
    return Swept(guests, erased, rooms, sessions)


def idle_guests(now: datetime, since: timedelta = GUEST) -> QuerySet[User]:
    """Return the guests whose last request was longer than ``since`` ago, except those already erased."""
    last_here = Coalesce("seen_at", "date_joined")
    guests = User.objects.filter(is_guest=True, deleted_at=None)
    return guests.alias(last_here=last_here).filter(last_here__lt=now - since)


def idle_guests_with_nothing(now: datetime) -> QuerySet[User]:
    """Return idle guests without data."""
    return idle_guests(now, GUEST_WITH_NOTHING).exclude(has_data())


def empty_rooms(now: datetime) -> QuerySet[Room]:
    """Return rooms without a match where nobody has been for ``EMPTY_ROOM``."""
    here = Seat.objects.filter(room=OuterRef("pk"), user__isnull=False, seen_at__gte=now - EMPTY_ROOM)
    return Room.objects.filter(matches=None, created_at__lt=now - EMPTY_ROOM).exclude(Exists(here))


def ended_sessions(now: datetime) -> QuerySet[Session]:
    """Return expired sessions."""
    return Session.objects.filter(expire_date__lt=now)


def orphaned_user_sessions(now: datetime) -> QuerySet[UserSession]:
    """Return ``UserSession`` rows (address, browser) without a session, except today's: theirs may be unsaved."""
    there = Session.objects.filter(session_key=OuterRef("session_key"))
    return UserSession.objects.filter(~Exists(there), created_at__lt=now - LISTED)


def _each(rows: QuerySet[Any], remove: Callable[[int], bool]) -> int:
    """Remove at most ``BATCH`` rows; return their number. Rows that fail are skipped."""
    removed = (_try_to_remove(rows, remove, pk) for pk in _ids(rows))
    return sum(islice(filter(None, removed), BATCH))


def _ids(rows: QuerySet[Any]) -> Iterator[int]:
    """Yield the rows' ids in order. They are read in parts, because most runs need only the first."""
    last = 0
    while ids := list(rows.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        last = ids[-1]
        yield from ids


def _try_to_remove(rows: QuerySet[Any], remove: Callable[[int], bool], pk: int) -> bool:
    """Remove one row; return False on failure, so that the remaining rows are still removed."""
    try:
        return remove(pk)
    except (OperationalError, InterfaceError):
        raise
    except Exception as fault:  # only its type: its text may name cards
        log.error("%s %s is kept (%s): manage.py check_hands", rows.model.__name__, pk, type(fault).__name__)
        return False


def _delete_guest(pk: int) -> bool:
    """Delete a guest, unless they came back a moment ago."""
    with write():
        guest = User.objects.select_for_update().filter(pk=pk).first()
        if guest is None or not idle_guests_with_nothing(timezone.now()).filter(pk=pk).exists():
            return False
        guest.delete()
    return True


def _erase(pk: int) -> bool:
    with write():
        guest = User.objects.select_for_update(no_key=True).filter(pk=pk).first()
        if guest is None or not idle_guests(timezone.now()).filter(pk=pk).exists():
            return False
        delete_account(guest)
    return True


def _delete_room(pk: int) -> bool:
    with write():
        room = Room.objects.select_for_update(no_key=True).filter(pk=pk).first()
        if room is None or not empty_rooms(timezone.now()).filter(pk=pk).exists():
            return False
        room.delete()
    return True


def _delete(rows: QuerySet[Any]) -> int:
    with write():
        return rows.delete()[0]
