"""Notifications off the site: pushed to a person's browsers, or mailed to people who want that.

A notification is a row that waits until it is pushed and, if mail is wanted, read or mailed. Its task is only a
hint; a run every minute finds rows whose task was lost. If a worker is killed, a row may be pushed twice; the tag stays
the same, so a browser shows it once. The text is what the reader's own page would say, and never names a card.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.accounts import notifications
from games.accounts.models import DeliveryChoice, Notification, PushSubscription, Topic, User
from games.accounts.sockets import valid_sessions
from games.community import web_push
from games.community.listings import news_lines
from games.community.notices import address_of
from games.foundation.transactions import write

log = logging.getLogger(__name__)
#: How long a person may take to read a notification on the site before it is mailed.
BEFORE_MAIL = timedelta(minutes=10)
#: An undelivered notification older than this is given up; it still shows on the site.
OLDEST = timedelta(hours=1)
#: Notifications handled in one run.
BATCH = 500
#: Browsers per person; beyond that the oldest is forgotten.
MOST_DEVICES = 10
#: topic → seconds for which a push service keeps a message for an offline browser
TTL = {Topic.TURNS: 24 * 3600, Topic.TABLES: 15 * 60, Topic.FRIENDS: 24 * 3600, Topic.DAILY: 12 * 3600}
TTL |= {Topic.CLUBS: 30 * 60, Topic.REPORTS: 24 * 3600}
_SALT = "delivery-off"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whether notifications of a topic are wanted by push and by mail, and from which hour (UTC) if it has one."""

    push: bool
    mail: bool = False
    hour: int | None = None


#: Defaults for people who have not chosen. Only people who ask for it are reminded of the deal of the day.
STANDARD = {
    Topic.TURNS: Wanted(True),
    Topic.TABLES: Wanted(True),
    Topic.FRIENDS: Wanted(True),
    Topic.DAILY: Wanted(False, hour=10),
    Topic.CLUBS: Wanted(True),
    Topic.REPORTS: Wanted(True),
}


# --- what is wanted, and where -----------------------------------------------------------------


def wanted(user: User) -> dict[Topic, Wanted]:
    """Return what a person wants to receive off the site: topic → by push, by mail."""
    rows = DeliveryChoice.objects.filter(user=user)
    # a newer release may have topics that this one does not know
    chosen = {Topic(row.topic): Wanted(row.push, row.mail, row.hour) for row in rows if row.topic in Topic}
    return STANDARD | chosen


def choose(user: User, topic: Topic, choice: Wanted) -> None:
    """Store a person's choice for a topic."""
    values = {"push": choice.push, "mail": choice.mail, "hour": choice.hour}
    with write():
        DeliveryChoice.objects.update_or_create(user=user, topic=topic, defaults=values)


def subscribe(user: User, session_key: str, **browser: str) -> None:
    """Register a browser to show a person's notifications (the fields of ``PushSubscription``). If it belonged to
    another person or session, it is reassigned."""
    with write():
        PushSubscription.objects.update_or_create(
            endpoint=browser.pop("endpoint"), defaults={"user": user, "session_key": session_key} | browser
        )
        old = user.push_subscriptions.order_by("-pk").values_list("pk", flat=True)[MOST_DEVICES:]
        PushSubscription.objects.filter(pk__in=list(old)).delete()


def renew(user: User, session_key: str, before: str, **browser: str) -> bool:
    """Store a browser's new address from its push service; return whether the browser was known."""
    with write():
        rows = PushSubscription.objects.filter(user=user, session_key=session_key, endpoint=before)
        return bool(rows.update(**browser))


def unsubscribe(user: User, pk: int) -> None:
    """Delete one of a person's browsers."""
    with write():
        user.push_subscriptions.filter(pk=pk).delete()


def token_of(user: User, topic: Topic) -> str:
    """Return a token that switches off a topic's mail without signing in."""
    return signing.dumps([user.pk, topic.value], salt=_SALT)


def read_token(token: str) -> tuple[User, Topic] | None:
    """Return the person and topic whose mail a token switches off; None if it is invalid or the account inactive."""
    try:
        pk, topic = signing.loads(token, salt=_SALT)
        return User.objects.get(pk=pk, is_active=True), Topic(topic)
    except (signing.BadSignature, User.DoesNotExist, ValueError):
        return None


# --- delivering ----------------------------------------------------------------------------------


def deliver_waiting() -> None:
    """Deliver waiting notifications: due mail, failed pushes, and those whose task was lost."""
    now = timezone.now()
    waiting = Notification.objects.filter(waits=True)
    with write():
        waiting.filter(Q(read_at__isnull=False) | Q(at__lt=now - OLDEST)).update(waits=False)
    away: set[str] = set()
    for pk in list(waiting.order_by("at").values_list("pk", flat=True)[:BATCH]):
        deliver(pk, away)


def deliver(pk: int, away: set[str] | None = None) -> None:
    """Deliver whatever is due of a notification. ``away`` collects unreachable push services, which are then
    skipped."""
    away = set() if away is None else away
    rows = Notification.objects.select_related("user", "sender").filter(pk=pk, waits=True, read_at=None)
    row = rows.filter(sender__closed_at=None).first()  # as the site shows them (``notifications.newest``)
    if row is None or not row.user.is_active or row.kind not in notifications.TOPICS:
        _set(pk, waits=False)
        return
    topic = notifications.TOPICS[row.kind]
    want = wanted(row.user)[topic]
    pushed = row.pushed_at is not None or not want.push or _push(row, topic, away)
    address = address_of(row.user) if want.mail else ""
    mails = bool(address) and timezone.now() >= row.at + BEFORE_MAIL
    if pushed and row.pushed_at is None:
        _set(pk, pushed_at=timezone.now(), waits=bool(address))
    # mark it first: a mail sent twice is worse than none
    if mails and _set(pk, waits=False):
        _mail(row, topic, address)


def _set(pk: int, **values: Any) -> bool:
    with write():
        return bool(Notification.objects.filter(pk=pk, waits=True).update(**values))


def _push(row: Notification, topic: Topic, away: set[str]) -> bool:
    """Push a notification to all of its reader's browsers; return whether every reachable one has it."""
    complete, urgent = True, topic in (Topic.TURNS, Topic.TABLES, Topic.CLUBS)
    messages: dict[str, dict[str, Any]] = {}  # by language
    for subscription in _subscriptions(row.user):
        service = urlsplit(subscription.endpoint).netloc
        if service in away:
            complete = False
            continue
        language = row.user.language or subscription.language
        if language not in messages:
            messages[language] = _message(row, topic, language)
        message = messages[language]
        try:
            web_push.send(subscription, message, ttl=TTL[topic], urgent=urgent, topic=str(message["tag"]))
        except web_push.Gone:
            unsubscribe(row.user, subscription.pk)
        except web_push.Unreachable as fault:
            log.warning("a push service takes nothing (%s)", fault)
            away.add(service)
            complete = False
    return complete


def _subscriptions(user: User) -> list[PushSubscription]:
    """Return the browsers that show a person's notifications; delete those whose sessions have ended."""
    rows = list(user.push_subscriptions.all())
    valid = valid_sessions({(row.session_key, user.pk) for row in rows})
    ended = [row.pk for row in rows if (row.session_key, user.pk) not in valid]
    if ended:
        with write():
            PushSubscription.objects.filter(pk__in=ended).delete()
    return [row for row in rows if row.pk not in ended]


def _message(row: Notification, topic: Topic, language: str) -> dict[str, Any]:
    """Return what a browser shows: the text, its link, where to switch it off, and the unread count."""
    with translation.override(language):
        line, choose = news_lines([row], row.user)[0], _("Switch off")
    return {
        "tag": f"n{row.pk}",
        "lang": language,
        "says": line["says"],
        "url": line["url"],
        "off": f"{reverse('delivery')}#{topic.value}",
        "choose": choose,
        "unread": notifications.unread(row.user),
    }


def _mail(row: Notification, topic: Topic, address: str) -> None:
    with translation.override(row.user.language or settings.LANGUAGE_CODE):
        line = news_lines([row], row.user)[0]
        off = settings.SITE_URL + reverse("delivery-off", args=[token_of(row.user, topic)])
        context = {"says": line["says"], "link": settings.SITE_URL + line["url"], "off": off, "topic": topic.label}
        text = render_to_string("delivery/mail.txt", context)
    # one-click unsubscribing in the reader's mail program (RFC 8058)
    headers = {"List-Unsubscribe": f"<{off}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + line["says"]
    EmailMessage(subject, text, to=[address], headers=headers).send()


def reminded_by(topic: Topic, hour: int) -> QuerySet[DeliveryChoice]:
    """Return the choices of people who want to be reminded of a topic at or before this hour of the day (UTC)."""
    return DeliveryChoice.objects.filter(Q(push=True) | Q(mail=True), topic=topic, hour__lte=hour, user__is_active=True)
