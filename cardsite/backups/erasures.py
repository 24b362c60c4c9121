"""Deletions, suspensions and their reversals since a backup, which restoring it must not undo.

They are read from the database being replaced. Accounts unknown there are read from two files next to the newest
backup: one of erased accounts, one of closed and suspended ones. An account that is erased in either source stays
erased: the database may itself have been restored from an old backup.

The step that replaces the old database also stores them as a table in the new one. The table is dropped once all are
applied, so that the next start or restore finishes a restore that was killed in between.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.db import DatabaseError, connection

from games.accounts import services
from games.accounts.models import User
from games.community import account_deletion, moderation
from games.community.models import Decision
from games.foundation.transactions import write

log = logging.getLogger(__name__)
ERASED, AWAY = "gone.json", "away.json"
#: The end of the name of a file that could not be read.
ASIDE = ".unreadable"
#: The table and column names match those of earlier releases, which may have left the table behind.
TABLE = "keeping_fates"


class Unreadable(Exception):
    """A file next to a backup cannot be read; the message says what to do."""


class Person(NamedTuple):
    """An account, by primary key and creation time: on a new site the key may belong to another account."""

    pk: int
    joined: str


class Suspension(NamedTuple):
    """When an account was suspended (ISO 8601); if by a moderator's decision, its number, reason and end, too."""

    at: str
    number: str = ""
    reason: str = ""
    until: str = ""


#: A suspension in the files or table of earlier releases, which say no more.
UNDATED = Suspension("")


class Fate(NamedTuple):
    """The state of an account. ``closed``: when its owner closed it (ISO 8601), or "" if they have not."""

    erased: bool = False
    closed: str = ""
    suspended: Suspension | None = None


Fates = Mapping[Person, Fate]


def known() -> dict[Person, Fate]:
    """Return the fate of every account in this database."""
    return _known(moderation.suspensions())


def _known(decisions: Mapping[int, Decision]) -> dict[Person, Fate]:
    columns = ("pk", "date_joined", "deleted_at", "closed_at", "suspended_at")
    return {
        Person(pk, joined.isoformat()): Fate(
            bool(deleted), closed.isoformat() if closed else "", _suspension(suspended, decisions.get(pk))
        )
        for pk, joined, deleted, closed, suspended in User.objects.values_list(*columns)
    }


def _suspension(at: datetime | None, decision: Decision | None) -> Suspension | None:
    """Return the suspension of an account that was suspended at a time, if it was, and by a decision, if by one."""
    if at is None:
        return None
    if decision is None or decision.until is None:
        return Suspension(at.isoformat())
    return Suspension(decision.at.isoformat(), decision.number, decision.reason, decision.until.isoformat())


def save(folder: Path) -> None:
    """Update the two files next to a folder's backups. If the database cannot be read, raise its error instead.

    Accounts unknown to this database stay in the files: it may be the database of a site begun anew. A file that cannot
    be read is kept under another name. Once a readable copy is in its place, the files say what it says, and it is
    removed: they do not name people who have come back since, so it would close or suspend them again.
    """
    copies = {path for name in READERS for path in _aside(folder, name)}

    def put_aside(path: Path) -> None:
        copies.discard(path)
        _put_aside(path)

    fates = _merge(folder, known(), _stored() or {}, unreadable=put_aside)
    erased = _by_key(person for person, fate in fates.items() if fate.erased)
    away = [[*person, fate.closed, fate.suspended] for person, fate in fates.items() if fate.closed or fate.suspended]
    for name, content in ((ERASED, erased), (AWAY, away)):
        unfinished = folder / f".{name}.unfinished"
        with unfinished.open("w") as file:
            json.dump(content, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(folder / name)
    for path in copies:
        path.unlink(missing_ok=True)
        log.warning("%s could be read: what it says is in the new list, and it is removed.", path.name)


def _by_key(people: Iterable[Person]) -> dict[str, str]:
    """Return people's creation times by primary key, the only form that earlier releases read. Each further account
    with the same key, of another site, has one more zero before it, which is the same number to ``int``."""
    joined: dict[str, str] = {}
    for person in people:
        key = str(person.pk)
        while key in joined:
            key = f"0{key}"
        joined[key] = person.joined
    return joined


def load(folder: Path) -> dict[Person, Fate]:
    """Return the fates that a restore from this folder must not undo. Raises ``Unreadable``."""
    return _merge(folder, _readable(), left_over())


def _readable() -> dict[Person, Fate]:
    """Return the fates that can be read from a database that may be damaged. If moderators' decisions cannot be read,
    suspensions have no end."""
    with suppress(DatabaseError):
        return known()
    try:
        fates = _known({})
    except DatabaseError:
        return {}
    log.warning("moderators' decisions cannot be read: who was suspended since the backup stays so without an end")
    return fates


def _refuse(path: Path) -> None:
    raise Unreadable(
        f"{path.name}, next to the backup, cannot be read. It says whose accounts must not come back. Put a readable"
        " copy of it in its place, such as one kept with a copy of the backups, or move it away to restore without it."
    )


def _put_aside(path: Path) -> None:
    """Give a file that cannot be read another name, unless it has one already, so that it can be replaced."""
    kept, number = path, 1
    if ASIDE not in path.name:
        kept = path.with_name(path.name + ASIDE)
        while kept.exists():
            number += 1
            kept = path.with_name(f"{path.name}{ASIDE}-{number}")
        path.rename(kept)
    log.error(
        "%s cannot be read: no restore from here goes on while it is there as %s. Put a readable copy in its place, if"
        " you have one, and the next backup adds what it says to the new list and removes it; otherwise remove it.",
        path.name,
        kept.name,
    )


def _merge(folder: Path, *newer: Fates, unreadable: Callable[[Path], None] = _refuse) -> dict[Person, Fate]:
    """Return the fates in the files next to a folder's backups, overridden by newer ones, except that whoever is in the
    file of erased accounts stays erased. ``unreadable`` is called with each file that cannot be read."""
    fates = _read(folder, AWAY, unreadable)
    for each in newer:
        fates |= each
    return fates | _read(folder, ERASED, unreadable)


def _read(folder: Path, name: str, unreadable: Callable[[Path], None]) -> dict[Person, Fate]:
    """Return the fates in a file, and in those of its kind that were put aside and can be read by now."""
    fates = {}
    for path in [*_aside(folder, name), folder / name]:
        try:
            fates |= READERS[name](json.loads(path.read_text())) if path.exists() else {}
        except (ValueError, TypeError, AttributeError):
            unreadable(path)
    return fates


def _aside(folder: Path, name: str) -> list[Path]:
    """Return the files of a kind that were put aside."""
    return sorted(folder.glob(f"{name}{ASIDE}*"))


def _read_erased(rows: Any) -> dict[Person, Fate]:
    pairs = rows.items() if isinstance(rows, dict) else rows  # pairs, as it held them for a time
    return {Person(int(pk), joined): Fate(erased=True) for pk, joined in pairs}


def _read_away(rows: Any) -> dict[Person, Fate]:
    return {Person(pk, joined): _fate(False, *state) for pk, joined, *state in rows}


READERS = {ERASED: _read_erased, AWAY: _read_away}


def _fate(erased: bool, closed: str, suspended: Any) -> Fate:
    """Return a fate that was stored as JSON."""
    if isinstance(suspended, bool):  # by an earlier release
        return Fate(erased, closed, UNDATED if suspended else None)
    return Fate(erased, closed, suspended and Suspension(*suspended))


def script(fates: Fates) -> str:
    """Return the SQL that stores fates in a database, to be applied by ``finish``."""
    rows = json.dumps([[*person, *fate] for person, fate in fates.items()]).replace("'", "''")
    create = f"DROP TABLE IF EXISTS {TABLE}; CREATE TABLE {TABLE} (told text);"
    return f"{create} INSERT INTO {TABLE} VALUES ('{rows}');"  # noqa: S608  numbers, times, codes


def left_over() -> dict[Person, Fate]:
    """Return the fates stored by an unfinished restore; empty if they cannot be read."""
    try:
        return _stored() or {}
    except DatabaseError:
        return {}


def _stored() -> dict[Person, Fate] | None:
    if TABLE not in connection.introspection.table_names():
        return None
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT told FROM {TABLE}")  # noqa: S608  our own name
        (rows,) = cursor.fetchone()
    return {Person(pk, joined): _fate(*state) for pk, joined, *state in json.loads(rows)}


def finish() -> int:
    """Apply the stored fates, end the sessions of accounts, drop the table; return the number of accounts changed.

    If the table cannot be read, keep it and raise the database's error.
    """
    fates = _stored()
    if fates is None:
        return 0
    changed = apply(fates)
    with write(), connection.cursor() as cursor:
        services.end_sessions_of_accounts()  # some may have been ended since, such as a thief's
        cursor.execute(f"DROP TABLE {TABLE}")
    return changed


def apply(fates: Fates) -> int:
    """Apply fates to the accounts of this database; return the number changed."""
    changed = 0
    for person, now in known().items():
        fate = fates.get(person, now)
        if now.suspended and fate.suspended == UNDATED:
            fate = fate._replace(suspended=now.suspended)
        if now.erased or (fate.erased, bool(fate.closed), fate.suspended) == (False, bool(now.closed), now.suspended):
            continue
        try:
            _apply(User.objects.get(pk=person.pk), fate)
            changed += 1
        except Exception as fault:  # damaged data of one account must not stop the others
            log.error("account %s is not what it had come to (%s)", person.pk, type(fault).__name__)
    return changed


def _apply(user: User, fate: Fate) -> None:
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
            # so that it is erased thirty days after it was closed, not after the restore
            User.objects.filter(pk=user.pk, deleted_at=None).update(closed_at=datetime.fromisoformat(fate.closed))
    if fate.suspended is not None:
        at, number, reason, until = fate.suspended
        if number:
            moderation.suspend_again(user, number, reason, datetime.fromisoformat(at), datetime.fromisoformat(until))
        else:
            services.suspend(user, datetime.fromisoformat(at) if at else None)
