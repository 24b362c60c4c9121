"""Closing and erasing accounts. The row stays as a tombstone, so that other players' hands stay complete."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.accounts import friends, services
from games.accounts.models import User
from games.accounts.names import GONE
from games.accounts.relations import relations_except
from games.community import reports, standings
from games.foundation.transactions import write
from games.matches import seating
from games.matches.locks import lock_tables
from games.matches.models import Player
from games.rooms import chat, wishes
from games.rooms.models import Message, Room, Seat
from games.rooms.seats import RequestRefused

log = logging.getLogger(__name__)
#: How long a closed account can be reopened.
UNTIL_ERASED = timedelta(days=30)
#: Foreign keys whose rows stay, and why; a person's other rows are deleted with their account.
STAYS = {
    ("hands.Player", "user"): "others' hands stay whole",
    ("rooms.Seat", "user"): "the house plays on for a seat while its match goes on",
    ("rooms.Seat", "reserved_for"): "a seat is its table's; what was reserved was given back",
    ("rooms.Room", "host"): "a room is its other players' too; it loses its host",
    ("duplicate.Event", "host"): "others play it too; no page names its host",
    ("accounts.Report", "reporter"): "the operators' affair; it loses its reporter and their words",
    ("people.FinalPlace", "user"): "a season that is over stays as it was; the name goes",
    ("people.Decision", "moderator"): "the log of decisions; it names nobody any more",
    ("admin.LogEntry", "user"): "the operators' journal",
}


def delete_account(user: User) -> None:
    """Close an account now: end its sessions, leave its tables, hide its name.

    For thirty days its owner can reopen it by signing in (``accounts.services.reopen``); then it is erased. A guest
    cannot sign in again and is erased at once.
    """
    with write():
        services.lock(user.pk)
        if user.is_guest:
            reports.lock(user)
        leave_rooms(user)
        services.end_sessions(user)
        if user.is_guest:
            erase_account(user)
        else:
            User.objects.filter(pk=user.pk, closed_at=None).update(
                is_active=False, closed_at=timezone.now(), kept_name=F("name"), name=GONE
            )
            standings.hide(user)


def erase_due() -> int:
    """Erase the accounts that were closed ``UNTIL_ERASED`` ago; return their number. Accounts that fail are skipped."""
    people = list(User.objects.filter(closed_at__lte=timezone.now() - UNTIL_ERASED, deleted_at=None))
    return sum(map(_try_to_erase, people))


def _try_to_erase(user: User) -> bool:
    try:
        erase_account(user)
    except (OperationalError, InterfaceError):
        raise
    except Exception as fault:  # only its type: its text may name people
        log.error("account %s is kept (%s)", user.pk, type(fault).__name__)
        return False
    return True


def erase_account(user: User) -> None:
    """Erase name, e-mail, password, messages, friends, settings and permissions. The row stays, for the matches.

    It also keeps whether it was a guest's, so that erasing guests does not make their matches rated
    (``rating_rules``). Nothing happens if it is already erased.
    """
    with write():
        erasable = Q(deleted_at=None) & (Q(is_guest=True) | Q(closed_at__isnull=False))
        tombstone = User.objects.select_for_update(no_key=True).filter(erasable, pk=user.pk).first()
        if tombstone is None:
            return  # reopened, or erased by another worker, a moment ago
        reports.lock(user)
        Player.objects.filter(user=user).update(mu_before=None, mu_after=None)  # it goes with their ratings
        reports.forget_reporter(user)
        reports.remove_talk(user)
        chat.remove(Message.objects.filter(user=user))
        friends.detach_requests(tombstone)
        for relation in relations_except(STAYS):
            relation.related_model._default_manager.filter(**{relation.field.name: user.pk}).delete()
        tombstone.username, tombstone.name, tombstone.kept_name = f"deleted-{secrets.token_hex(8)}", GONE, ""
        tombstone.email, tombstone.language, tombstone.prefs = "", "", {}
        tombstone.groups.clear()
        tombstone.user_permissions.clear()
        tombstone.is_active = tombstone.is_staff = tombstone.is_superuser = False
        tombstone.seen_at = tombstone.last_login = tombstone.closed_at = tombstone.suspended_at = None
        tombstone.deleted_at = timezone.now()
        tombstone.set_unusable_password()
        tombstone.save()
        # only the id: operators who restore an old backup erase it again (``erase_accounts``)
        transaction.on_commit(lambda: log.info("account %s was erased", tombstone.pk), robust=True)


def tables_of(user: User) -> QuerySet[Room]:
    """Return the rooms that change when a person leaves all tables and what they have said there goes: where they sit,
    have reserved a seat, are the host or have spoken."""
    seats = Seat.objects.filter(Q(user=user) | Q(reserved_for=user))
    talk = Message.objects.filter(user=user)
    return Room.objects.filter(Q(host=user) | Q(pk__in=seats.values("room")) | Q(pk__in=talk.values("room")))


def leave_rooms(user: User, **_signal: Any) -> None:
    """Make a person, whose row is locked, leave every table; what they host loses its name."""
    named = chat.take_other_names(user)
    lock_tables(tables_of(user) | Room.objects.filter(pk__in=named))
    hosted = list(Room.objects.filter(host=user).values_list("pk", flat=True))
    theirs = Room.objects.filter(Q(seats__user=user) | Q(seats__reserved_for=user)).distinct()
    for room in theirs.order_by("pk"):
        with suppress(RequestRefused):  # nothing is reserved, or the seat became theirs a moment ago
            seating.give_back(room, user)
        with suppress(RequestRefused):  # they have no seat
            seating.leave(room, user)
    Room.objects.filter(pk__in=[*hosted, *named]).update(name="")
    Room.objects.filter(host=user).update(host=None)
    wishes.end(user)
