"""Backups of the database, whichever it is, while people play; and bringing one back.

A backup is one moment of the whole database: what is played after it is not in it, what was
played before it is whole. It holds everything, so nobody but its owner may read it.
"""

from __future__ import annotations

import gzip
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

KINDS = {"sqlite": ".sqlite3.gz", "postgresql": ".dump"}
#: What PostgreSQL's programs are run with, in one transaction: the old tables go, the new come.
WIPE = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
#: Seconds in which PostgreSQL has parted from processes that were stopped a moment ago.
PATIENCE = 5.0
#: Seconds after which what nobody has written to is no backup under way, but what a killed one left.
LEFT = 24 * 60 * 60


class Refused(Exception):
    """Nothing was done; the message says why."""


def back_up(folder: Path) -> Path:
    """Write a backup into a folder and return its file."""
    if not _is_there():
        raise Refused(
            "There is no database yet: start the site once, or set SIFANG_VAR or DATABASE_URL to what it runs with."
        )
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for left in folder.glob(".sifang-*.unfinished*"):
        with suppress(FileNotFoundError):  # another's, finished in this moment
            if left.stat().st_mtime < time() - LEFT:
                left.unlink()
    name = f"sifang-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}{KINDS[connection.vendor]}"
    path, unfinished = folder / name, folder / f".{name}.unfinished"
    nobody_else = os.umask(0o077)
    try:
        if connection.vendor == "sqlite":
            _copy_sqlite(Path(connection.settings_dict["NAME"]), unfinished)
        else:
            _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file", str(unfinished)])
        os.replace(unfinished, path)
        erasures.note(folder)
    finally:
        unfinished.unlink(missing_ok=True)
        os.umask(nobody_else)
    return path


def thin_out(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest backups of this kind of database; return what was removed."""
    old = sorted(folder.glob(f"sifang-*{KINDS[connection.vendor]}"))[:-keep]
    for path in old:
        path.unlink()
    return old


def bring_back(path: Path, replace: bool) -> int:
    """Make the database what a backup holds, bring it up to this code, and let accounts be what they
    have come to since: deleted, suspended, or open again; return how many those were. ``Refused``
    changes nothing."""
    if not path.name.endswith(KINDS[connection.vendor]):
        raise Refused(f"{path.name} is no backup of this database; those end in {KINDS[connection.vendor]}.")
    if _anything() and not replace:
        raise Refused("This database holds people's games. With --replace the backup takes their place.")
    fates = erasures.script(erasures.since(path.parent))
    if connection.vendor == "sqlite":
        _replace_sqlite(path, fates)
    else:
        _replace_postgres(path, fates)
    call_command("migrate", verbosity=0, interactive=False)
    return erasures.finish()


def _is_there() -> bool:
    """Say whether there is a database of a site. Where it does not answer, whoever copies it says why."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return False  # asked, it would be made
    try:
        return User._meta.db_table in connection.introspection.table_names()
    except DatabaseError:
        return True


def _anything() -> bool:
    try:
        return User.objects.exists()
    except DatabaseError:
        return False


# --- SQLite ------------------------------------------------------------------------------------


def _copy_sqlite(source: Path, packed: Path) -> None:
    """Copy in one step, which in WAL mode holds up no writer, look whether it is whole, pack it."""
    copy = packed.with_name(packed.name + ".copy")
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old, closing(sqlite3.connect(copy)) as new:
            old.backup(new)
            _must_be_whole(new)
        with copy.open("rb") as plain, packed.open("wb") as file:
            with gzip.open(file, "wb", 6) as zipped:
                shutil.copyfileobj(plain, zipped)
            file.flush()
            os.fsync(file.fileno())
    except sqlite3.DatabaseError as broken:
        raise Refused(f"{source.name} cannot be copied: {broken}") from None
    finally:
        copy.unlink(missing_ok=True)


def _replace_sqlite(path: Path, fates: str) -> None:
    """Put the backup, and the fates, where the database was, which stays beside it under another name."""
    target = Path(connection.settings_dict["NAME"])
    fresh = target.with_name(target.name + ".restoring")
    try:
        with gzip.open(path) as zipped, fresh.open("wb") as plain:
            shutil.copyfileobj(zipped, plain)
        with closing(sqlite3.connect(fresh)) as looked_at:
            _must_be_whole(looked_at)
            looked_at.executescript(fates)
    except (OSError, EOFError, sqlite3.DatabaseError) as broken:
        fresh.unlink(missing_ok=True)
        raise Refused(f"{path.name} cannot be read: {broken}") from None
    connection.close()
    if target.exists():
        with closing(sqlite3.connect(target)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        os.replace(target, _aside(target))
    for rest in ("-wal", "-shm"):
        target.with_name(target.name + rest).unlink(missing_ok=True)
    os.replace(fresh, target)


def _aside(target: Path) -> Path:
    """Return a name beside a file that none has: a restore before may have kept there the only copy of
    what was played."""
    path, number = target.with_name(target.name + ".before"), 1
    while path.exists():
        number += 1
        path = target.with_name(f"{target.name}.before-{number}")
    return path


def _must_be_whole(database: sqlite3.Connection) -> None:
    answer = database.execute("PRAGMA integrity_check").fetchone()[0]
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'hands_hand'").fetchone():
        raise sqlite3.DatabaseError("it holds no hands")


# --- PostgreSQL --------------------------------------------------------------------------------


def _replace_postgres(path: Path, fates: str) -> None:
    """Play the dump back in one transaction: either all of it is there or nothing has changed."""
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()
    ends = monotonic() + PATIENCE
    while others := _others():
        if monotonic() > ends:
            raise Refused(f"{others} connections are open to this database. Stop web processes and workers first.")
        sleep(0.1)
    with tempfile.TemporaryDirectory(prefix="sifang-restore-") as folder:
        # The whole script first: half of one must not be played.
        script, last = str(Path(folder) / "all.sql"), Path(folder) / "fates.sql"
        last.write_text(f"RESET search_path; {fates}")
        _run(["pg_restore", "--no-owner", "--no-privileges", "--file", script, str(path)])
        alone = ["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--single-transaction"]
        _run(["psql", *alone, "--output", os.devnull, "--command", WIPE, "--file", script, "--file", str(last)])


def _others() -> int:
    """Return how many connections there are beside the one that asks."""
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as asking:
        row = asking.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ).fetchone()
    return int(row[0]) if row else 0


def _run(command: list[str]) -> None:
    """Run one of PostgreSQL's programs on our database; its password is in no command line."""
    program = shutil.which(command[0])
    if program is None:
        raise Refused(f"{command[0]} is needed on this machine: install PostgreSQL's client programs.")
    done = subprocess.run(  # noqa: S603  our own command
        [program, *command[1:]], capture_output=True, env={**os.environ, **_where()}
    )
    if done.returncode:
        raise Refused(f"{command[0]}: {done.stderr.decode(errors='replace').strip()}")


def _where() -> dict[str, str]:
    """Return where our database is, as PostgreSQL's programs read it from the environment."""
    named: dict[str, Any] = settings.DATABASES["default"] | connection.settings_dict
    known = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD", "dbname": "NAME"}
    asked = {option: named.get(key) for option, key in known.items()} | named.get("OPTIONS", {})
    # all that DATABASE_URL may say: a certificate to know the database by, for one
    names = {option.keyword.decode(): option.envvar for option in Conninfo.get_defaults()}
    return {name.decode(): str(asked[option]) for option, name in names.items() if name and asked.get(option)}
