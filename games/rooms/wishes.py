"""Wishes to play a game with other people: made, taken back, and ended by time or by sitting down.

A wish is a row with a time at which it expires, and a lease that is renewed while a page of its owner is open: nobody
waits for a person who has closed all pages. ``games.community.pairing`` brings together people with the same wish.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.accounts.models import PushSubscription, User
from games.accounts.notifications import refresh_pages
from games.foundation.transactions import write
from games.rooms.models import Wish
from games.rooms.presence import GOODBYE, LEASE

#: How long a wish lasts.
LASTS = timedelta(minutes=30)


def make(user: User, game: str) -> None:
    """Store that a person who is here wishes to play a game; an existing wish starts again."""
    now = timezone.now()
    with write():
        Wish.objects.update_or_create(user=user, game=game, defaults={"until": now + LASTS, "seen_at": now})
        transaction.on_commit(lambda: refresh_pages(user.pk), robust=True)  # their open pages renew it from now on


def take_back(user: User, game: str) -> None:
    """End a person's wish for a game."""
    with write():
        Wish.objects.filter(user=user, game=game).delete()


def end(*people: User) -> None:
    """End all wishes of people who sit down, or leave for good."""
    if Wish.objects.filter(user__in=people).exists():  # nearly always none
        with write():
            Wish.objects.filter(pk__in=lock(*[user.pk for user in people])).delete()


def lock(*people: int) -> list[int]:
    """Lock all wishes of people, by id, until the end of the transaction, and return their primary keys. Whoever needs
    several wishes locks them in this order, so that no two services wait for one another."""
    rows = Wish.objects.select_for_update(no_key=True).filter(user__in=people).order_by("pk")
    return list(rows.values_list("pk", flat=True))


def of(user: User) -> dict[str, datetime]:
    """Return a person's wishes: game → when each ends."""
    rows = Wish.objects.filter(user=user, until__gt=timezone.now())
    return dict(rows.values_list("game", "until"))


def here(now: datetime) -> QuerySet[Wish]:
    """Return the wishes of people who are here, the oldest first."""
    rows = Wish.objects.filter(until__gt=now, seen_at__gt=now - LEASE, user__is_active=True)
    return rows.order_by("pk")


def away(now: datetime) -> QuerySet[Wish]:
    """Return the wishes of people who are not here but can be notified by push, the oldest first."""
    reachable = PushSubscription.objects.filter(user=OuterRef("user"))
    rows = Wish.objects.filter(Exists(reachable), until__gt=now, seen_at__lte=now - LEASE, user__is_active=True)
    return rows.order_by("pk")


def over(now: datetime) -> QuerySet[Wish]:
    """Return the wishes that have expired."""
    return Wish.objects.filter(until__lte=now)


def renew(user_id: int) -> bool:
    """Renew the lease of a person's wishes while a page of theirs is open; return whether they have any."""
    now = timezone.now()
    running = _running(user_id, now)
    if not running.exists():
        return False
    with write():
        lock(user_id)
        running.update(seen_at=now)
    return True


def page_closed(user_id: int) -> None:
    """Shorten the lease of a person's wishes after they closed a page; another open page renews it."""
    now = timezone.now()
    running = _running(user_id, now)
    if running.exists():
        with write():
            lock(user_id)
            ends = now - LEASE + GOODBYE
            running.filter(seen_at__gt=ends).update(seen_at=ends)


def _running(user_id: int, now: datetime) -> QuerySet[Wish]:
    return Wish.objects.filter(user=user_id, until__gt=now)
