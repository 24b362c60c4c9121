"""A database of every release, with each game in each state, for tests of upgrades.

``python -m tests.releases VERSION`` makes one of the code as it stands: run it when a release is
made, before anything else changes, and commit the folder.
"""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = "sifang.sqlite3.gz"


def releases() -> list[Path]:
    """Return the folders of all releases, the oldest first."""
    folders = [path.parent for path in HERE.glob(f"*/{DATA}")]
    return sorted(folders, key=lambda folder: [int(part) for part in folder.name.split(".")])


def unpacked(folder: Path, into: Path) -> Path:
    """Unpack a release's database into a folder; return its file."""
    database = into / "sifang.sqlite3"
    with gzip.open(folder / DATA) as packed, database.open("wb") as plain:
        shutil.copyfileobj(packed, plain)
    return database


def applied(database: Path) -> set[tuple[str, str]]:
    """Return the migrations that a database has, each as app and name."""
    with closing(sqlite3.connect(database)) as connection:
        return set(connection.execute("SELECT app, name FROM django_migrations"))
