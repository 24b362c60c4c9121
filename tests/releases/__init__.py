"""A database of every release, with each game in each state, for tests of upgrades.

``python -m tests.releases VERSION`` makes one of the code as it stands: run it when a release is
made, before anything else changes, and commit the folder.
"""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA, MIGRATIONS = "sifang.sqlite3.gz", "migrations.json"


def releases() -> list[Path]:
    """Return the folders of all releases, the oldest first."""
    folders = [path.parent for path in HERE.glob(f"*/{DATA}")]
    return sorted(folders, key=lambda folder: [int(part) for part in folder.name.split(".")])
