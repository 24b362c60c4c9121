"""The embedded site's data belongs to one process at a time: the one that holds this lock."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO


class Taken(Exception):
    """Another process serves this data."""


def hold(var: Path) -> IO[str]:
    """Take the data of a folder; return what holds it until it is closed or the process ends,
    however that happens. ``Taken`` where another process has it."""
    var.mkdir(parents=True, exist_ok=True)
    lock = (var / "serving").open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise Taken(f"Another process serves the data in {var}. End it first.") from None
    return lock
