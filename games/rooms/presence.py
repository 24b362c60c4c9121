"""Presence: a lease on each seat, renewed while a page of its owner is open.

The lease expires if a browser disappears silently. If it reports the closing of a page, the owner counts as
absent after ``GOODBYE`` unless they have opened another page by then.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from games.foundation.transactions import write
from games.rooms.models import Seat

#: How long a lease lasts, and the age at which it is renewed.
LEASE = timedelta(seconds=40)
RENEW = timedelta(seconds=15)
#: How long to wait for another page after one was closed; a reload takes far less.
GOODBYE = timedelta(seconds=15)


def is_here(seat: Seat, now: datetime) -> bool:
    """Return whether the owner of a seat is present; AI players always are."""
    return bool(seat.level) or (now - seat.seen_at < LEASE and not has_left(seat, now))


def has_left(seat: Seat, now: datetime) -> bool:
    """Return whether the owner of a seat has closed the table and not come back."""
    return seat.left_at is not None and now - seat.left_at >= GOODBYE


def here_at(now: datetime) -> Q:
    """Return ``is_here`` as a condition on seats."""
    return Q(level__gt="") | (Q(seen_at__gt=now - LEASE) & ~Q(left_at__lte=now - GOODBYE))


def renew(seats: Collection[int]) -> None:
    """Renew the leases of seats, by id, in one statement. It waits for nobody, because it has locked no room: a seat
    that is being changed is left for the next time."""
    with write():
        free = Seat.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=seats)
        Seat.objects.filter(pk__in=free.values("pk")).update(seen_at=timezone.now(), left_at=None)


def lapsed(seats: Collection[int]) -> list[int]:
    """Return which of these seats, by id, have leases that have expired."""
    return list(Seat.objects.filter(pk__in=seats, seen_at__lt=timezone.now() - LEASE).values_list("pk", flat=True))


def seen(seat: Seat | None, now: datetime) -> None:
    """Renew the lease of a seat whose owner requests a page, unless it is recent."""
    if seat is not None and not is_renewed(seat, now):
        renew([seat.pk])


def is_renewed(seat: Seat, now: datetime) -> bool:
    """Return whether a seat's lease is recent enough to leave unchanged."""
    return now - seat.seen_at <= RENEW and seat.left_at is None
