"""What has become of accounts since an old backup, which may not undo it: who has deleted his, or opened
it again, who was shut out, or let in again.

It is read from the database that a backup replaces, and where that knows an account no more from files
beside the newest backup: who was erased stands in one, who has closed his account or is suspended in
another. Whoever either says was erased stays so: the database may be one that an old backup brought back.

What was read comes into the restored database in the step that replaces the old one, as a table that is
there until all of it is done: a restore that is killed in between is finished by the next start or restore.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.db import DatabaseError, connection

from games.accounts import services
from games.accounts.models import User
from games.community import account_deletion
from games.foundation.transactions import write

log = logging.getLogger(__name__)
ERASED, AWAY = "gone.json", "away.json"
TABLE = "keeping_fates"


class Person(NamedTuple):
    """An account, by its number and when it was made: a number alone is nobody, for on a site begun anew
    another has it."""

    pk: int
    joined: str


class Fate(NamedTuple):
    """What an account has come to. ``closed``: when its owner closed it, "" where he has not."""

    erased: bool = False
    closed: str = ""
    suspended: bool = False


Fates = Mapping[Person, Fate]


def known() -> dict[Person, Fate]:
    """Return what has become of every account that this database knows; nothing where it cannot say."""
    columns = ("pk", "date_joined", "deleted_at", "closed_at", "suspended_at")
    try:
        rows = list(User.objects.values_list(*columns))
    except DatabaseError:
        return {}
    return {
        Person(pk, joined.isoformat()): Fate(bool(deleted), closed.isoformat() if closed else "", bool(suspended))
        for pk, joined, deleted, closed, suspended in rows
    }


def note(folder: Path) -> None:
    """Write down beside the backups of a folder who has gone."""
    fates = known() | left_over()
    erased = {str(one.pk): one.joined for one, fate in fates.items() if fate.erased}
    away = [[*one, fate.closed, fate.suspended] for one, fate in fates.items() if fate.closed or fate.suspended]
    for name, told in ((ERASED, erased), (AWAY, away)):
        unfinished = folder / f".{name}.unfinished"
        unfinished.write_text(json.dumps(told))
        unfinished.replace(folder / name)


def since(folder: Path) -> dict[Person, Fate]:
    """Return the fates that a backup of this folder must not undo."""
    erased = {Person(int(pk), joined): Fate(erased=True) for pk, joined in (_read(folder / ERASED) or {}).items()}
    away = _read(folder / AWAY) or []
    written = {Person(pk, joined): Fate(closed=closed, suspended=suspended) for pk, joined, closed, suspended in away}
    return written | known() | left_over() | erased


def _read(path: Path) -> Any:
    return json.loads(path.read_text()) if path.exists() else None


def script(fates: Fates) -> str:
    """Return the SQL that has a database know what is to become of its accounts."""
    told = json.dumps([[*person, *fate] for person, fate in fates.items()]).replace("'", "''")
    made = f"DROP TABLE IF EXISTS {TABLE}; CREATE TABLE {TABLE} (told text);"
    return f"{made} INSERT INTO {TABLE} VALUES ('{told}');"  # noqa: S608  numbers, moments and switches


def left_over() -> dict[Person, Fate]:
    """Return the fates that a restore has not carried out, or not to the end; none where the database
    cannot say."""
    try:
        return _told() or {}
    except DatabaseError:
        return {}


def _told() -> dict[Person, Fate] | None:
    if TABLE not in connection.introspection.table_names():
        return None
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT told FROM {TABLE}")  # noqa: S608  a name of ours
        (told,) = cursor.fetchone()
    return {Person(*row[:2]): Fate(*row[2:]) for row in json.loads(told)}


def finish() -> int:
    """Carry out what a restore has left to do; return how many accounts were not what they had come to.
    Where it cannot be read it stays, and the database's own error is raised."""
    fates = _told()
    if fates is None:
        return 0
    changed = again(fates)
    with write(), connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {TABLE}")
    return changed


def again(fates: Fates) -> int:
    """Let the accounts of this database come to what they had come to; return how many had not."""
    changed = 0
    for person, now in known().items():
        fate = fates.get(person, now)
        if now.erased or (fate.erased, bool(fate.closed), fate.suspended) == (False, bool(now.closed), now.suspended):
            continue
        try:
            _again(User.objects.get(pk=person.pk), fate)
            changed += 1
        except Exception as fault:  # a table of his that cannot be read, say: the others' fates are theirs
            log.error("account %s is not what it had come to (%s)", person.pk, type(fault).__name__)
    return changed


def _again(user: User, fate: Fate) -> None:
    """Let one account come to its fate."""
    if fate.erased:
        account_deletion.delete_account(user)
        account_deletion.erase_account(user)
        return
    if user.suspended_at and not fate.suspended:
        services.restore(user)
    if user.closed_at and not fate.closed:
        services.reopen(user)
    if fate.closed and not user.closed_at:
        account_deletion.delete_account(user)
        with write():
            # Thirty days after that it is erased, and not after today.
            User.objects.filter(pk=user.pk, deleted_at=None).update(closed_at=datetime.fromisoformat(fate.closed))
    if fate.suspended and not user.suspended_at:
        services.suspend(user)
