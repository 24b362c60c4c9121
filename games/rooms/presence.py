"""Who is here: a lease on each seat, renewed while a page of its owner is open.

Nothing hangs on a goodbye: a laptop that is closed says nothing, and its lease runs out. But where a page
says goodbye, its owner is held to be gone a moment later, if no other page of theirs has opened by then.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from games.foundation.transactions import write
from games.rooms.models import Seat

#: How long a seat counts as taken by somebody present, and how old a lease is renewed.
LEASE = timedelta(seconds=40)
RENEW = timedelta(seconds=15)
#: How long after a page's goodbye another is waited for: whoever reloads is back long before.
GOODBYE = timedelta(seconds=15)


def is_here(seat: Seat, now: datetime) -> bool:
    """Say whether the owner of a seat is at the table; AI players always are."""
    return bool(seat.level) or (now - seat.seen_at < LEASE and not has_left(seat, now))


def has_left(seat: Seat, now: datetime) -> bool:
    """Say whether the owner of a seat has closed the table and not come back since."""
    return seat.left_at is not None and now - seat.left_at >= GOODBYE


def here_at(now: datetime) -> Q:
    """Return what ``is_here`` says, as the database says it."""
    return Q(level__gt="") | (Q(seen_at__gt=now - LEASE) & ~Q(left_at__lte=now - GOODBYE))


def renew(seats: Collection[int]) -> None:
    """Renew the leases of seats, by id, whose owners' pages are open: one statement for all."""
    with write():
        Seat.objects.filter(pk__in=seats).update(seen_at=timezone.now(), left_at=None)


def lapsed(seats: Collection[int]) -> list[int]:
    """Return of some seats, by id, those whose owners were not here until now."""
    return list(Seat.objects.filter(pk__in=seats, seen_at__lt=timezone.now() - LEASE).values_list("pk", flat=True))


def seen(seat: Seat | None, now: datetime) -> None:
    """Note that the owner of a seat has asked for a page, where his lease has grown old."""
    if seat is not None and not is_renewed(seat, now):
        renew([seat.pk])


def is_renewed(seat: Seat, now: datetime) -> bool:
    """Say whether a seat's lease is young, so that a page of its owner has nothing to note."""
    return now - seat.seen_at <= RENEW and seat.left_at is None
