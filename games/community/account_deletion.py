"""Deleting an account: the row stays as a tombstone, so that others' hands stay whole."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.accounts.models import User
from games.accounts.names import GONE
from games.accounts.relations import all_relations
from games.accounts.services import end_sessions
from games.community import reports
from games.foundation.transactions import write
from games.matches import seating
from games.rooms.models import Room
from games.rooms.seats import Refused

log = logging.getLogger(__name__)
#: How long an account that was closed can be had back.
UNTIL_ERASED = timedelta(days=30)
#: Rows that stay and why; whatever else names a person goes with his account.
STAYS = {
    ("hands.Player", "user"): "others' hands stay whole",
    ("rooms.Seat", "user"): "the house plays on for a seat while its match goes on",
    ("rooms.Seat", "reserved_for"): "a seat is its table's; what was reserved was given back",
    ("rooms.Room", "host"): "a room is its other players' too; it loses its host",
    ("accounts.Report", "reporter"): "the operators' affair; it loses its reporter and his words",
    ("admin.LogEntry", "user"): "the operators' journal",
}


def delete_account(user: User) -> None:
    """Close an account at once: its sessions end, nobody finds it, nobody reads its name.

    For thirty days whoever signs in with its password has it back (``accounts/services.py:
    reopen``); then it is erased. A guest, who cannot sign in again, is erased now. A seat in a room
    is freed where no match goes on, and stood in for where one does.
    """
    with write():
        leave_rooms(user)
        end_sessions(user)
        if user.is_guest:
            erase_account(user)
        else:
            User.objects.filter(pk=user.pk, closed_at=None).update(
                is_active=False, closed_at=timezone.now(), kept_name=F("name"), name=GONE
            )


def erase_due() -> int:
    """Erase the accounts whose thirty days are over; return how many."""
    due = User.objects.filter(closed_at__lte=timezone.now() - UNTIL_ERASED, deleted_at=None)
    people = list(due)
    for user in people:
        erase_account(user)
    return len(people)


def erase_account(user: User) -> None:
    """Erase name, mail, password, talk, friends and settings; matches keep the row, of nobody."""
    with write():
        if not User.objects.select_for_update().filter(pk=user.pk).filter(_gone_for_good()).exists():
            return  # opened again in this very moment
        reports.forget(user)
        for relation in all_relations():
            if (relation.related_model._meta.label, relation.field.name) not in STAYS:
                relation.related_model._default_manager.filter(**{relation.field.name: user.pk}).delete()
        gone = User.objects.get(pk=user.pk)
        gone.username, gone.name, gone.kept_name = f"deleted-{secrets.token_hex(8)}", GONE, ""
        gone.email, gone.language, gone.prefs = "", "", {}
        gone.is_active, gone.is_guest, gone.is_staff, gone.is_superuser = False, False, False, False
        gone.seen_at, gone.last_login, gone.closed_at, gone.suspended_at = None, None, None, None
        gone.deleted_at = timezone.now()
        gone.set_unusable_password()
        gone.save()
        # by number alone: whoever restores an old backup erases these again (``erase_accounts``)
        transaction.on_commit(lambda: log.info("account %s was erased", gone.pk), robust=True)


def _gone_for_good() -> Q:
    return Q(is_guest=True) | Q(closed_at__isnull=False)


def leave_rooms(user: User, **_signal: Any) -> None:
    """Leave every table; rooms he has opened lose the name he gave them."""
    Room.objects.filter(host=user).update(name="")
    for room in Room.objects.filter(seats__reserved_for=user).distinct():
        with suppress(Refused):  # it became theirs in this very moment, and is left below
            seating.give_back(room, user)
    for room in Room.objects.filter(seats__user=user).distinct():
        seating.leave(room, user)
    Room.objects.filter(host=user).update(host=None)
