"""A lock file on the folder of the site's data: one process has it alone, or several share it."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO


class DataInUse(Exception):
    """Another process serves this data."""


def acquire(var: Path, shared: bool = False) -> IO[str]:
    """Lock a data folder and return the open lock file; closing it, or the end of the process, releases the lock.

    ``shared``: whether other processes may share the lock. Raises ``DataInUse`` if another process holds it, unless
    both share it.
    """
    var.mkdir(parents=True, exist_ok=True)
    lock = (var / "serving").open("a")
    try:
        fcntl.flock(lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise DataInUse(f"Another process serves the data in {var}. End it first.") from None
    return lock
