"""Write transactions: one way to open them, fair on SQLite; and whether they can be written at all."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

# SQLite's busy handler sleeps and starves; one lock round write transactions of this process
# gives each thread its turn and more than twice the commits.
_turn = threading.RLock()
_can_write = True


@contextmanager
def write() -> Iterator[None]:
    """Run a block as one transaction that writes."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _turn, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


def can_write() -> bool:
    """Say whether this process's last sign of life could be written (``games.matches.downtime``)."""
    return _can_write


def wrote(done: bool) -> None:
    """Note whether a sign of life could be written: it cannot on a full disk or in a read-only database."""
    global _can_write
    _can_write = done
