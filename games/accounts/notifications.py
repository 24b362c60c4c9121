"""Notifications: stored as rows, then shown on the reader's open pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from games.accounts.models import Notification, Topic, User
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.events import send_task, send_to_group
from games.foundation.transactions import write

Kind = Notification.Kind
#: Maximum number of notifications kept for one person.
MOST = 50
#: How long an unread notification of another person is repeated in place, without being pushed or mailed again.
RECENT = timedelta(minutes=10)
#: The topic of each kind that can also be pushed or mailed. A moderator's decision is always mailed separately.
TOPICS: dict[str, Topic] = {
    Kind.ASKED: Topic.FRIENDS,
    Kind.ACCEPTED: Topic.FRIENDS,
    Kind.INVITED: Topic.TABLES,
    Kind.KNOCKED: Topic.TABLES,
    Kind.LET_IN: Topic.TABLES,
    Kind.DAILY: Topic.DAILY,
    Kind.TURN: Topic.TURNS,
    Kind.ROUND: Topic.TABLES,
    Kind.CLUB_TABLE: Topic.CLUBS,
    Kind.ORGANISER: Topic.CLUBS,
    Kind.REPORTED: Topic.REPORTS,
}
_STAYS = Q(kind__in=Notification.STAY_UNTIL_READ, read_at=None)
_newest = CompiledQuery(
    lambda pk: (
        Notification.objects.filter(user=pk, sender__closed_at=None)
        .select_related("sender")
        .only("user", "kind", "data", "read_at", "sender__name")
        .order_by("-at", "-pk")[:MOST]
    ),
    -1,
)
#: A person has hardly more than ``MOST``, so they may be counted here.
_unread = CompiledQuery(
    lambda pk: Notification.objects.filter(user=pk, read_at=None, sender__closed_at=None).values_list("kind"), -1
)
_new = CompiledQuery(lambda pk: Notification.objects.filter(user=pk, read_at=None).values_list("pk")[:1], -1)


def group(user_id: int) -> str:
    """Return the channel group of all of a person's sockets."""
    return f"user.{user_id}"


def news_group(user_id: int) -> str:
    """Return the channel group of the sockets that show a person's notifications."""
    return f"news.{user_id}"


def notify(user: User, kind: str, sender: User, **data: Any) -> None:
    """Store a notification and show it on open pages, replacing an identical unread one. On commit it is also delivered
    off the site (``games.community.delivery``), unless another person repeats one younger than ``RECENT``."""
    waits, now = kind in TOPICS, timezone.now()
    with write():
        same = Notification.objects.filter(user=user, kind=kind, sender=sender, data=data, read_at=None)
        transaction.on_commit(lambda: refresh_pages(user.pk), robust=True)
        # the house repeats itself only when something has happened again, such as another turn
        if sender != user and same.filter(at__gt=now - RECENT).update(at=now):
            return
        same.delete()
        row = Notification.objects.create(user=user, kind=kind, sender=sender, data=data, waits=waits)
        _delete_old(user)
        if waits:
            transaction.on_commit(lambda: _deliver(row.pk), robust=True)


def notify_instead(unread: QuerySet[Notification], user: User, kind: str, sender: User, **data: Any) -> None:
    """Do what ``notify`` does, but let one of ``unread``, the oldest if none says the same, say it if there are any: no
    further row is stored, and nothing is delivered off the site again."""
    with write():
        row = unread.filter(data=data).first() or unread.order_by("at", "pk").first()
        if row is None:
            return notify(user, kind, sender, **data)
        unread.filter(pk=row.pk).update(data=data, at=timezone.now())
        transaction.on_commit(lambda: refresh_pages(user.pk), robust=True)


def notify_all(users: Iterable[User], kind: str, sender: User | None, **data: Any) -> None:
    """Do what ``notify`` does for many people, with a fixed number of statements. ``sender``: None for the house."""
    people, waits = list(users), kind in TOPICS
    with write():
        unread = Notification.objects.filter(user__in=people, kind=kind, data=data, read_at=None)
        unread.filter(sender=sender or F("user")).delete()
        rows = Notification.objects.bulk_create(
            Notification(user=person, kind=kind, sender=sender or person, data=data, waits=waits) for person in people
        )
        _delete_old(*people)
        transaction.on_commit(lambda: _send(rows), robust=True)


def notify_of_all(user: User, kind: str, senders: Collection[User], **data: Any) -> None:
    """Store a notification for one person about each of several others, the newest last, with a fixed number of
    statements. They replace identical ones, read or not, so that this can be repeated."""
    if not senders:
        return
    with write():
        Notification.objects.filter(user=user, kind=kind, sender__in=senders, data=data).delete()
        waits = kind in TOPICS
        rows = Notification.objects.bulk_create(
            Notification(user=user, kind=kind, sender=sender, data=data, waits=waits) for sender in senders
        )
        _delete_old(user)
        transaction.on_commit(lambda: _send(rows), robust=True)


def _send(rows: Collection[Notification]) -> None:
    for user_id in dict.fromkeys(row.user_id for row in rows):
        refresh_pages(user_id)
    for row in rows:
        if row.waits:
            _deliver(row.pk)


def notify_once(users: Iterable[User], kind: str, **data: Any) -> None:
    """Store a notification from the house for each person who has no identical unread one. Repeated events thus appear
    as one notification, also two at once: people's rows are locked meanwhile, in the order of
    ``accounts.services.lock``."""
    ids = [user.pk for user in users]
    with write():
        people = list(User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))
        unread = Notification.objects.filter(user__in=people, kind=kind, data=data, read_at=None)
        notified = set(unread.values_list("user_id", flat=True))
        for person in people:
            if person.pk not in notified:
                notify(person, kind, person, **data)


def take_back(kind: str, user: User) -> None:
    """Delete a person's unread notifications of a kind, because there is nothing to see any more."""
    with write():
        if user.notifications.filter(kind=kind, read_at=None).delete()[0]:
            transaction.on_commit(lambda: refresh_pages(user.pk), robust=True)


def notify_nobody(sender: User) -> None:
    """Do the work of ``notify`` without any effect, so that timing does not reveal whether a person was notified."""
    with write():
        same = Notification.objects.filter(user=sender, sender=sender, kind=Kind.ASKED)
        same.update(at=timezone.now())
        row = Notification.objects.create(user=sender, kind=Kind.ASKED, sender=sender)
        same.delete()
        _delete_old(sender)
        transaction.on_commit(lambda: refresh_pages(sender.pk), robust=True)
        transaction.on_commit(lambda: _deliver(row.pk), robust=True)


def _deliver(pk: int) -> None:
    send_task("games.community.tasks.deliver", pk)


def _delete_old(*people: User) -> None:
    """Delete all but people's newest notifications; those that stay until they are read count first."""
    order = (Case(When(_STAYS, then=0), default=1), "-at", "-pk")
    place = Window(RowNumber(), partition_by="user", order_by=order)
    old = Notification.objects.filter(user__in=people).annotate(place=place).filter(place__gt=MOST)
    Notification.objects.filter(~_STAYS, pk__in=list(old.values_list("pk", flat=True))).delete()


def refresh_pages(user_id: int) -> None:
    """Have a person's open pages show what is new: their newest notification, and what the page itself follows."""
    send_to_group(news_group(user_id), {"type": "user.news"})


def recheck_sessions(user_id: int) -> None:
    """On commit, have each of a person's sockets check that its session is still valid."""
    transaction.on_commit(lambda: send_to_group(group(user_id), {"type": "user.look"}), robust=True)


def newest(user: User) -> list[Notification]:
    """Return a person's notifications, the newest first."""
    return _newest(user.pk)


def unread(user: User) -> int:
    """Return how many unread notifications a person has."""
    return len(unread_kinds(user))


def unread_kinds(user: User) -> list[str]:
    """Return the kind of each of a person's unread notifications."""
    return [kind for (kind,) in _unread.rows(user.pk)]


def mark_read(user: User, **filters: Any) -> None:
    """Mark a person's unread notifications as read: all, or those that match ``filters``.

    Moderation decisions are marked as read only by their own page, which asks for that kind.
    """
    if not _new.rows(user.pk):  # the usual case
        return
    rows = user.notifications.filter(read_at=None, **filters)
    if "kind" not in filters:
        rows = rows.exclude(kind=Notification.Kind.DECIDED)
    if rows.exists():
        with write():
            rows.update(read_at=timezone.now())
            transaction.on_commit(lambda: refresh_pages(user.pk), robust=True)
