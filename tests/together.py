"""Run actions at the same instant, with real threads and real transactions."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games.matches import services
from games.rooms.seats import RequestRefused
from games.rules.core import Illegal

#: The exceptions for an action that comes too late or is not allowed.
REFUSALS = (services.Stale, services.KeyUsed, Illegal, RequestRefused)


def together(*actions):
    """Run actions in threads released by one barrier; return the result or refusal of each."""
    barrier = threading.Barrier(len(actions))

    def run(action):
        try:
            barrier.wait(10)
            return action()
        except REFUSALS as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))
