"""Run deeds at the same instant, with real threads and real transactions."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games.matches import services
from games.rooms.seats import Refused
from games.rules.core import Illegal

#: The exceptions for a deed that comes too late or is not allowed.
REFUSALS = (services.Stale, services.KeyUsed, Illegal, Refused)


def together(*deeds):
    """Run deeds in threads released by one barrier; return the result or refusal of each."""
    barrier = threading.Barrier(len(deeds))

    def run(deed):
        try:
            barrier.wait(10)
            return deed()
        except REFUSALS as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))
