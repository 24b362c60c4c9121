"""Back up and restore the database, SQLite or PostgreSQL.

A backup is a consistent snapshot of the whole database, taken while the site runs and readable only by its owner.
It is made with the database's own tools: ``dumpdata`` takes no snapshot, holds everything in memory, and writes what a
later release cannot load.
"""

from __future__ import annotations

import gzip
import logging
import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, sleep, time
from typing import Any

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from psycopg.pq import Conninfo

from cardsite.backups import erasures
from games.accounts.models import User

log = logging.getLogger(__name__)
KINDS = {"sqlite": ".sqlite3.gz", "postgresql": ".dump"}
#: SQL that empties a PostgreSQL database, run in the transaction that restores it.
WIPE = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
#: Seconds to wait for PostgreSQL to notice that stopped processes have disconnected.
DISCONNECT_SECONDS = 5.0
#: Seconds without a write after which an unfinished backup counts as left behind by a killed process.
ABANDONED_SECONDS = 24 * 60 * 60


class BackupRefused(Exception):
    """Nothing was done; the message says why."""


def back_up(folder: Path) -> Path:
    """Write a backup into a folder and return its path. Raises ``BackupRefused``."""
    if not _has_database():
        raise BackupRefused(
            "There is no database yet: start the site once, or set SIFANG_VAR or DATABASE_URL to what it runs with."
        )
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for leftover in folder.glob(".sifang-*.unfinished*"):
        with suppress(FileNotFoundError):  # another backup has just removed it
            if leftover.stat().st_mtime < time() - ABANDONED_SECONDS:
                leftover.unlink()
    name = f"sifang-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}{KINDS[connection.vendor]}"
    path, unfinished = folder / name, folder / f".{name}.unfinished"
    umask = os.umask(0o077)
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(Path(connection.settings_dict["NAME"]), unfinished)
        else:
            _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file", str(unfinished)])
        os.replace(unfinished, path)
        erasures.save(folder)
    finally:
        unfinished.unlink(missing_ok=True)
        os.umask(umask)
    return path


def prune(folder: Path, keep: int) -> list[Path]:
    """Remove all but the ``keep`` newest backups of this kind of database; return the removed files."""
    old = sorted(folder.glob(f"sifang-*{KINDS[connection.vendor]}"))[:-keep]
    for path in old:
        path.unlink()
    return old


def restore(path: Path, replace: bool) -> int:
    """Replace the database with a backup, migrate it, apply deletions and suspensions made since, end sessions.

    Returns the number of accounts changed. Raises ``BackupRefused``, having changed nothing.
    """
    if not path.name.endswith(KINDS[connection.vendor]):
        raise BackupRefused(f"{path.name} is no backup of this database; those end in {KINDS[connection.vendor]}.")
    if _has_users() and not replace:
        raise BackupRefused("This database holds people's games. With --replace the backup takes their place.")
    try:
        fates = erasures.script(erasures.load(path.parent))
    except erasures.Unreadable as unreadable:
        raise BackupRefused(str(unreadable)) from None
    if connection.vendor == "sqlite":
        _replace_sqlite(path, fates)
    else:
        _replace_postgres(path, fates)
    call_command("migrate", verbosity=0, interactive=False)
    return erasures.finish()


def _has_database() -> bool:
    """Return whether the site's database exists; if it does not answer, return True, so that copying it reports why."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return False  # a query would create it
    try:
        return User._meta.db_table in connection.introspection.table_names()
    except DatabaseError:
        return True


def _has_users() -> bool:
    try:
        return User.objects.exists()
    except DatabaseError:
        return False


# --- SQLite ------------------------------------------------------------------------------------


def _copy_sqlite(source: Path, packed: Path) -> None:
    """Copy the database in one step, which in WAL mode blocks no writer; check and compress the copy."""
    copy = packed.with_name(packed.name + ".copy")
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old, closing(sqlite3.connect(copy)) as new:
            old.backup(new)
            _check_integrity(new)
        with copy.open("rb") as plain, packed.open("wb") as file:
            with gzip.open(file, "wb", 6) as zipped:
                shutil.copyfileobj(plain, zipped)
            file.flush()
            os.fsync(file.fileno())
    except sqlite3.DatabaseError as broken:
        raise BackupRefused(f"{source.name} cannot be copied: {broken}") from None
    finally:
        copy.unlink(missing_ok=True)


def _replace_sqlite(path: Path, fates: str) -> None:
    """Replace the database with the backup and the accounts' fates; keep the old file under another name.

    Only the last step changes which database the site has, so that a killed restore never leaves it without one.
    """
    target = Path(connection.settings_dict["NAME"])
    fresh = target.with_name(target.name + ".restoring")
    for leftover in (fresh, *_logs_of(fresh)):  # a killed restore's log must not be applied to this copy
        leftover.unlink(missing_ok=True)
    try:
        with gzip.open(path) as zipped, fresh.open("wb") as plain:
            shutil.copyfileobj(zipped, plain)
            plain.flush()
            os.fsync(plain.fileno())
        with closing(sqlite3.connect(fresh)) as database:
            _check_integrity(database)
            database.executescript(fates)
    except (OSError, EOFError, sqlite3.DatabaseError) as broken:
        fresh.unlink(missing_ok=True)
        raise BackupRefused(f"{path.name} cannot be read: {broken}") from None
    connection.close()
    try:
        _keep_old(target)
    except (OSError, sqlite3.OperationalError) as refused:
        fresh.unlink(missing_ok=True)
        raise BackupRefused(f"{target.name} is in use, or cannot be kept: {refused}. Nothing was restored.") from None
    os.replace(fresh, target)


def _keep_old(target: Path) -> None:
    """Give the old database, if there is one, a second name, and leave no log of it that the new one would read.

    Raises ``sqlite3.OperationalError`` if another process has it open, ``OSError`` if it can have no second name.
    """
    if target.exists():
        try:
            with closing(sqlite3.connect(target)) as old:
                # This takes the write-ahead log into the file and removes it, unless another process has the file open.
                old.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as damaged:  # a reason to restore
            log.warning("%s is kept though it is damaged: %s", target.name, damaged)
        kept = _second_name(target)
        if not kept.exists():
            _link_or_copy(target, kept)
        # What is still there could not be taken in, because the file is damaged or the disk fails.
        for path, kept_path in zip(_logs_of(target), _logs_of(kept), strict=True):
            if path.exists():
                path.replace(kept_path)
    for leftover in _logs_of(target):
        leftover.unlink(missing_ok=True)


def _link_or_copy(source: Path, destination: Path) -> None:
    """Give a file a second name, or copy it where the file system has no hard links."""
    try:
        os.link(source, destination)
    except OSError:
        partial = destination.with_name(destination.name + ".partial")
        with source.open("rb") as original, partial.open("wb") as copy:
            shutil.copyfileobj(original, copy)
            copy.flush()
            os.fsync(copy.fileno())
        os.replace(partial, destination)


def _second_name(target: Path) -> Path:
    """Return the path next to a file under which it is kept: an unused one, or the one that a killed restore gave it.

    A file kept by an earlier restore may be the only copy of its hands.
    """
    path, number = target.with_name(target.name + ".before"), 1
    while path.exists() and not path.samefile(target):
        number += 1
        path = target.with_name(f"{target.name}.before-{number}")
    return path


def _logs_of(database: Path) -> list[Path]:
    """Return the paths at which SQLite keeps a database's write-ahead log and the index of that."""
    return [database.with_name(database.name + suffix) for suffix in ("-wal", "-shm")]


def _check_integrity(database: sqlite3.Connection) -> None:
    answer = database.execute("PRAGMA integrity_check").fetchone()[0]
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'hands_hand'").fetchone():
        raise sqlite3.DatabaseError("it holds no hands")


# --- PostgreSQL --------------------------------------------------------------------------------


def _replace_postgres(path: Path, fates: str) -> None:
    """Restore the dump in one transaction: all of it or nothing."""
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()
    deadline = monotonic() + DISCONNECT_SECONDS
    while others := _other_connections():
        if monotonic() > deadline:
            raise BackupRefused(
                f"{others} connections are open to this database. Stop web processes and workers first."
            )
        sleep(0.1)
    with tempfile.TemporaryDirectory(prefix="sifang-restore-") as folder:
        # Write the whole script first: psql must not run half of one.
        dump, last = str(Path(folder) / "all.sql"), Path(folder) / "fates.sql"
        last.write_text(f"RESET search_path; {fates}")
        _run(["pg_restore", "--no-owner", "--no-privileges", "--file", dump, str(path)])
        options = ["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--single-transaction"]
        _run(["psql", *options, "--output", os.devnull, "--command", WIPE, "--file", dump, "--file", str(last)])


def _other_connections() -> int:
    """Return the number of connections to the database besides this query's own."""
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as own_connection:
        row = own_connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ).fetchone()
    return int(row[0]) if row else 0


def _run(command: list[str]) -> None:
    """Run one of PostgreSQL's programs on our database, passing the password only in the environment."""
    program = shutil.which(command[0])
    if program is None:
        raise BackupRefused(f"{command[0]} is needed on this machine: install PostgreSQL's client programs.")
    process = subprocess.run(  # noqa: S603  our own command
        [program, *command[1:]], capture_output=True, env={**os.environ, **_libpq_environment()}
    )
    if process.returncode:
        raise BackupRefused(f"{command[0]}: {process.stderr.decode(errors='replace').strip()}")


def _libpq_environment() -> dict[str, str]:
    """Return our connection parameters as the environment variables of PostgreSQL's programs."""
    database: dict[str, Any] = settings.DATABASES["default"] | connection.settings_dict
    keys = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
    params = {option: database.get(key) for option, key in keys.items()} | database.get("OPTIONS", {})
    # every option that DATABASE_URL may set, such as the certificate that verifies the database
    variables = {option.keyword.decode(): option.envvar for option in Conninfo.get_defaults()}
    return {name.decode(): str(params[option]) for option, name in variables.items() if name and params.get(option)}
