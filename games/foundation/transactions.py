"""Write transactions, fair on SQLite, and whether the database accepts writes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

# SQLite's busy handler sleeps and starves threads. One lock around this process's write transactions
# gives each thread its turn and more than doubles the commits.
_lock = threading.RLock()
_can_write = True


@contextmanager
def write() -> Iterator[None]:
    """Run a block as one transaction that writes."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _lock, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


def can_write() -> bool:
    """Return whether this process's last heartbeat could be written (``games.matches.downtime``)."""
    return _can_write


def note_write(succeeded: bool) -> None:
    """Note whether a heartbeat could be written: it cannot on a full disk or in a read-only database."""
    global _can_write
    _can_write = succeeded
