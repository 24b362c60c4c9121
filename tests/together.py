"""PlayedTrick at the same instant, with real threads and real transactions."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games.matches import services
from games.rooms.seats import Refused
from games.rules.core import Illegal

#: What a deed that came too late, or may not be done, is answered with.
REFUSALS = (services.Stale, services.KeyUsed, Illegal, Refused)


def together(*deeds):
    """Run deeds in threads that start at one barrier; return what each gave or was refused."""
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
