"""Making guests and seating them in a session; suspending, restoring, noting who is here."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.db.models import F
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts import notifications
from games.accounts.models import User
from games.foundation.transactions import write

BACKEND = "games.accounts.sessions.Backend"
#: Somebody is being suspended: whoever knows of tables takes him from them.
suspended = Signal()
#: A person's last sign of life is written down no more often than this.
SEEN_EVERY = timedelta(minutes=1)


def make_guest() -> User:
    """Return a new guest, named so that two guests at a table can be told apart."""
    guest = User(username=f"guest-{secrets.token_hex(8)}", is_guest=True)
    guest.name = _("Guest %(number)s") % {"number": secrets.randbelow(9000) + 1000}
    guest.set_unusable_password()
    guest.save()
    return guest


def player(request: HttpRequest) -> User:
    """Return who is playing: the session's user, or a guest made and logged in now."""
    if isinstance(request.user, User):
        return request.user
    guest = make_guest()
    login(request, guest, backend=BACKEND)
    return guest


def seen(user: User) -> None:
    """Note that a person is here, at most once a minute."""
    now = timezone.now()
    if not is_noted(user, now):
        with write():
            User.objects.filter(pk=user.pk).update(seen_at=now)


def is_noted(user: User, now: datetime) -> bool:
    """Say whether it is noted already that a person is here."""
    return user.seen_at is not None and user.seen_at >= now - SEEN_EVERY


def speak(user: User, language: str) -> None:
    """Keep the language a person has chosen with his account."""
    with write():
        User.objects.filter(pk=user.pk).update(language=language)


def suspend(user: User) -> None:
    """Shut a person out: no signing in, his sessions end, and his open sockets with them; he
    leaves his tables. A closed account can no longer be opened again by its owner."""
    with write():
        User.objects.filter(pk=user.pk).update(is_active=False, suspended_at=timezone.now())
        end_sessions(user)
        suspended.send(User, user=user)


def restore(user: User) -> None:
    """Let a suspended person sign in again; a closed account is its owner's to open."""
    with write():
        User.objects.filter(pk=user.pk).update(suspended_at=None)
        User.objects.filter(pk=user.pk, deleted_at=None, closed_at=None).update(is_active=True)


def reopen(user: User) -> None:
    """Open an account again that its owner had closed: with his name, and all he had but his seats."""
    with write():
        User.objects.filter(pk=user.pk, closed_at__isnull=False, deleted_at=None, suspended_at=None).update(
            is_active=True, closed_at=None, name=F("kept_name"), kept_name=""
        )
        user.refresh_from_db()


def end_sessions(user: User) -> None:
    """End all sessions of a person that are known; his sockets look again."""
    with write():
        for session in UserSession.objects.filter(user=user):
            session.end()
        notifications.recheck_sessions(user.pk)


def like(user: User, key: str, value: str) -> None:
    """Keep one choice of how a person likes his table; an empty one is the standard."""
    with write():
        kept = User.objects.select_for_update().get(pk=user.pk).prefs | {key: value}
        User.objects.filter(pk=user.pk).update(prefs={key: value for key, value in kept.items() if value})


def settle(user: User, name: str, language: str, prefs: dict[str, str]) -> None:
    """Keep what a person has chosen for himself: name, language, looks."""
    with write():
        User.objects.filter(pk=user.pk).update(name=name, language=language, prefs=prefs)
