"""Write transactions: one way to open them, fair on SQLite."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

# SQLite's busy handler sleeps and starves; one lock round write transactions of this process
# gives each thread its turn and more than twice the commits.
_turn = threading.RLock()


@contextmanager
def write() -> Iterator[None]:
    """Run a block as one transaction that writes."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _turn, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield
