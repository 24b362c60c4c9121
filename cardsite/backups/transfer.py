"""Move every row of the embedded site's SQLite database into PostgreSQL, in one transaction.

The old file is only read. Copied rows are compared value by value before the transaction commits, and creation dates
are preserved; ``dumpdata`` and ``loaddata`` do neither.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.models import Model

from games.accounts.models import User

#: Rows per INSERT.
BATCH = 500
OLD, NEW = "old", "default"


class TransferRefused(Exception):
    """Nothing was moved; the message says why."""


def move(source: Path) -> dict[str, int]:
    """Move everything from an SQLite file into this site's empty PostgreSQL database.

    Returns the number of rows by model. Raises ``TransferRefused``, having changed nothing.
    """
    if connections[NEW].vendor != "postgresql":
        raise TransferRefused("Set DATABASE_URL to the PostgreSQL database that the site moves into.")
    if User.objects.using(NEW).exists():
        raise TransferRefused("The database that the site moves into must be empty: somebody lives there already.")
    with tempfile.TemporaryDirectory(prefix="sifang-move-") as folder:
        snapshot = _snapshot(source, Path(folder))
        with second_database(snapshot):
            return copy_all(list(all_models()), OLD, NEW)


def all_models() -> Iterator[type[Model]]:
    """Yield a model for each table, including many-to-many tables."""
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy:
            yield model


def copy_all(models: list[type[Model]], source: str, target: str) -> dict[str, int]:
    """Copy every row of these models from one database to another, compare them and reset the sequences.

    ``source``, ``target``: database aliases. Returns the number of rows by model.
    """
    counts = {}
    with transaction.atomic(using=target):
        for model in models:  # rows created by migrations are copied with the rest
            model._base_manager.using(target)._raw_delete(target)
        for model in models:
            counts[model._meta.label] = _copy(model, source, target)
        with connections[target].cursor() as cursor:
            if connections[target].vendor == "postgresql":
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for statement in connections[target].ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
        for model in models:
            compare(model, source, target)
    return counts


def _copy(model: type[Model], source: str, target: str) -> int:
    fields = model._meta.local_concrete_fields
    objects = model._base_manager.using(source).order_by("pk").iterator(chunk_size=BATCH)
    count = 0
    while rows := list(islice(objects, BATCH)):
        # A raw insert preserves auto_now_add dates.
        model._base_manager.using(target)._insert(rows, fields=fields, using=target, raw=True)
        count += len(rows)
    return count


def compare(model: type[Model], source: str, target: str) -> None:
    """Raise ``TransferRefused`` unless both databases hold the same rows of a model."""
    names = [field.attname for field in model._meta.local_concrete_fields]
    copies = _values(model, names, target)
    for row in _values(model, names, source):
        if next(copies, None) != row:
            raise TransferRefused(
                f"A row of {model._meta.label} has not arrived as it was: {row[0]!r}. Nothing was moved."
            )
    if next(copies, None) is not None:
        raise TransferRefused(f"{model._meta.label} has more rows than were moved. Nothing was moved.")


def _values(model: type[Model], names: list[str], alias: str) -> Iterator[tuple[Any, ...]]:
    rows = model._base_manager.using(alias).order_by("pk").values_list(*names).iterator(chunk_size=BATCH)
    for row in rows:
        yield tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)


def _snapshot(source: Path, folder: Path) -> Path:
    """Return a copy of the file, migrated to this release by a process that has no other database."""
    copy = folder / "sifang.sqlite3"
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    environment |= {"SIFANG_VAR": str(folder), "SECRET_KEY": settings.SECRET_KEY}
    command = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"]
    process = subprocess.run(  # noqa: S603  our own command
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True
    )
    if process.returncode:
        raise TransferRefused(f"The old database could not be brought up to this code: {process.stderr.strip()[-500:]}")
    return copy


@contextmanager
def second_database(path: Path) -> Iterator[None]:
    """Open an SQLite file as the database ``OLD`` while the block runs."""
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}
    connections.settings[OLD] = connections.configure_settings({"default": database})["default"]
    try:
        yield
    finally:
        connections[OLD].close()
        del connections[OLD]
        del connections.settings[OLD]
