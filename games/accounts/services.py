"""Guests, suspension, sessions and people's settings."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.contrib.sessions.models import Session
from django.db.models import F
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts import limits, notifications
from games.accounts.models import User
from games.foundation.addresses import network_at
from games.foundation.transactions import write

BACKEND = "games.accounts.sessions.Backend"
#: Sent with ``user`` when a person is suspended; ``games.community`` removes them from their tables.
suspended = Signal()
#: Sent with ``user`` when a suspension is lifted or a closed account is reopened.
returned = Signal()
#: Sent with ``user`` before a person signs in; a receiver may end an expired suspension.
signing_in = Signal()
#: Sent with ``request``, ``guest`` and ``earlier`` after a guest has signed in to an account, or has signed up, in a
#: new session. ``earlier``: what their session held before.
guest_signed_in = Signal()
#: Sent with ``user`` and ``name`` before a person takes a name; a receiver refuses it with ``ValidationError``.
naming = Signal()
#: ``seen_at`` is updated no more often than this.
SEEN_EVERY = timedelta(minutes=1)


def make_guest() -> User:
    """Create and return a guest with a random number in the name."""
    guest = User(username=f"guest-{secrets.token_hex(8)}", is_guest=True)
    guest.name = _("Guest %(number)s") % {"number": secrets.randbelow(9000) + 1000}
    guest.set_unusable_password()
    guest.save()
    return guest


def player(request: HttpRequest) -> User:
    """Return the session's user, or a guest created and logged in now. Raises ``RateLimited`` if too many became guests
    on their network."""
    if isinstance(request.user, User):
        return request.user
    limits.GUESTS_OF_NETWORK.check(network_at(request.META.get("REMOTE_ADDR", "")))
    guest = make_guest()
    login(request, guest, backend=BACKEND)
    return guest


def touch_seen_at(user: User) -> None:
    """Update a person's ``seen_at``, at most once a minute."""
    now = timezone.now()
    if not is_noted(user, now):
        with write():
            User.objects.filter(pk=user.pk).update(seen_at=now)


def touch_all_seen_at(people: Collection[int]) -> None:
    """Update the ``seen_at`` of people, by id, whose pages are open, early enough that their requests need not."""
    now = timezone.now()
    rows = User.objects.filter(pk__in=people, seen_at__lt=now - SEEN_EVERY / 2)
    with write():
        # the same statement locks them, in the order of ``lock``
        locked = rows.select_for_update(no_key=True).order_by("pk")
        User.objects.filter(pk__in=locked.values("pk")).update(seen_at=now)


def is_noted(user: User, now: datetime) -> bool:
    """Return whether a person's ``seen_at`` is recent enough to leave unchanged."""
    return user.seen_at is not None and user.seen_at >= now - SEEN_EVERY


def set_language(user: User, language: str) -> None:
    """Store the language of an account."""
    with write():
        User.objects.filter(pk=user.pk).update(language=language)


def lock(*people: int) -> None:
    """Lock people's rows, by id, until the end of the transaction. They are locked before their reports, decisions and
    tables, so that no two services wait for one another; rows that refer to them can still be added."""
    list(User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk").values_list("pk"))


def suspend(user: User, at: datetime | None = None, signs_out: bool = True) -> None:
    """Suspend a person: end their sessions and sockets, remove them from their tables, and refuse to sign them in.

    The owner of a closed account cannot reopen it while suspended. ``at``: when it was decided, by default now. Without
    ``signs_out`` their sessions stop working but are kept until they are restored, because a guest cannot sign in
    again.
    """
    with write():
        User.objects.filter(pk=user.pk).update(is_active=False, suspended_at=at or timezone.now())
        if signs_out:
            end_sessions(user)
        else:
            notifications.recheck_sessions(user.pk)
        suspended.send(User, user=user)


def restore(user: User) -> None:
    """Lift a suspension; a closed account stays closed until its owner signs in."""
    with write():
        User.objects.filter(pk=user.pk).update(suspended_at=None)
        User.objects.filter(pk=user.pk, deleted_at=None, closed_at=None).update(is_active=True)
        returned.send(User, user=user)


def reopen(user: User) -> None:
    """Reopen an account that its owner closed, under its old name; seats at tables are not restored."""
    with write():
        User.objects.filter(pk=user.pk, closed_at__isnull=False, deleted_at=None, suspended_at=None).update(
            is_active=True, closed_at=None, name=F("kept_name"), kept_name=""
        )
        user.refresh_from_db()
        returned.send(User, user=user)


def end_sessions(user: User) -> None:
    """End all known sessions of a person, and their sockets."""
    with write():
        for session in UserSession.objects.filter(user=user):
            session.end()
        notifications.recheck_sessions(user.pk)


def end_sessions_of_accounts() -> None:
    """End all known sessions but those of guests, who could not sign in again. Open sockets are not told."""
    with write():
        ended = UserSession.objects.filter(user__is_guest=False)
        Session.objects.filter(session_key__in=ended.values("session_key")).delete()
        ended.delete()


def set_preference(user: User, key: str, value: str) -> None:
    """Store one preference; an empty value resets it to the default."""
    with write():
        prefs = User.objects.select_for_update(no_key=True).get(pk=user.pk).prefs | {key: value}
        User.objects.filter(pk=user.pk).update(prefs={key: value for key, value in prefs.items() if value})


def update_profile(user: User, name: str, language: str, prefs: dict[str, str]) -> None:
    """Store a person's name, language and preferences."""
    with write():
        User.objects.filter(pk=user.pk).update(name=name, language=language, prefs=prefs)
