"""Notifications: rows first, then pushed to whatever page their reader has open."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Notification, User
from games.foundation.events import send_to_group
from games.foundation.transactions import write

#: Notifications shown, and kept, for one person.
MOST = 50


def group(user_id: int) -> str:
    """Return the channel group of all of a person's sockets, at tables and elsewhere."""
    return f"user.{user_id}"


def news_group(user_id: int) -> str:
    """Return the channel group of the sockets that bring a person what is new."""
    return f"news.{user_id}"


def tell(user: User, kind: str, sender: User, **data: Any) -> None:
    """Store a notification and push it; the same one again takes the place of the unread one."""
    with write():
        Notification.objects.filter(user=user, kind=kind, sender=sender, data=data, read_at=None).delete()
        Notification.objects.create(user=user, kind=kind, sender=sender, data=data)
        _forget_old(user)
        transaction.on_commit(lambda: push(user.pk), robust=True)


def tell_nobody(sender: User) -> None:
    """Do what ``tell`` does, for nobody: a notification comes and goes, and a push says nothing new."""
    with write():
        Notification.objects.create(user=sender, kind=Notification.Kind.ASKED, sender=sender)
        Notification.objects.filter(user=sender, sender=sender).delete()
        _forget_old(sender)
        transaction.on_commit(lambda: push(sender.pk), robust=True)


def _forget_old(user: User) -> None:
    old = user.notifications.order_by("-pk").values("pk")[MOST : 2 * MOST]
    Notification.objects.filter(pk__in=old).delete()


def push(user_id: int) -> None:
    """Have a person's open pages show what is new."""
    send_to_group(news_group(user_id), {"type": "user.news"})


def recheck_sessions(user_id: int) -> None:
    """On commit: have each of a person's sockets see whether its session still holds."""
    transaction.on_commit(lambda: send_to_group(group(user_id), {"type": "user.look"}), robust=True)


def newest(user: User) -> list[Notification]:
    """Return a person's notifications, the newest first."""
    rows = user.notifications.filter(sender__closed_at=None).select_related("sender")
    return list(rows.order_by("-at", "-pk")[:MOST])


def unread(user: User) -> int:
    """Return how many notifications a person has not read."""
    return user.notifications.filter(read_at=None, sender__closed_at=None).count()


def read_one(user: User, **which: Any) -> None:
    """Note that a person has seen a notification, or has done what it asks for."""
    rows = user.notifications.filter(read_at=None, **which)
    if rows.exists():
        with write():
            rows.update(read_at=timezone.now())
            transaction.on_commit(lambda: push(user.pk), robust=True)


def read(user: User) -> None:
    """Note that a person has seen their notifications."""
    read_one(user)
