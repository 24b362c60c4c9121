"""The ASGI lifespan of a server process: draining before it ends, and measuring its event loop.

After SIGTERM ``/readyz`` reports 503 for ``DRAIN_SECONDS``, so that a load balancer sends requests elsewhere.
Then the server closes every socket with 1012 and finishes its requests. Pages reconnect after a random delay
(``static/js/table.js``).
"""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
from typing import Any

from django.conf import settings

from games.foundation.observability import metrics

#: Seconds between two measurements of the event loop's lag.
LAG_INTERVAL = 0.25
#: Collections of the middle generation before a full one: a hundred times Python's default. A full one pauses the
#: process while it scans what open sockets hold (most of the memory with many tables), and frees hardly anything:
#: objects of one press are collected young, and a closed socket is freed without it (``socket_protocol``).
FULL_COLLECTIONS = 1000
_closing = False


def closing() -> bool:
    """Return whether this process has received SIGTERM."""
    return _closing


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Handle the server's lifespan messages."""
    lag_task: asyncio.Task[None] | None = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            drain_on_sigterm()
            spare_what_stays()
            lag_task = asyncio.create_task(measure_loop_lag())
            await send({"type": "lifespan.startup.complete"})
        else:
            if lag_task is not None:
                lag_task.cancel()
            await send({"type": "lifespan.shutdown.complete"})
            return


def spare_what_stays() -> None:
    """Exclude from garbage collection all objects loaded so far, which live as long as the process: scanning some
    hundred thousand of them would delay every press. Scan what open sockets hold rarely."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, FULL_COLLECTIONS)


async def measure_loop_lag() -> None:
    """Measure how late this process's event loop wakes, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_INTERVAL
        await asyncio.sleep(LAG_INTERVAL)
        metrics.LAG.observe(max(0.0, loop.time() - due))


def drain_on_sigterm() -> None:
    """Delay the server's SIGTERM handler by ``DRAIN_SECONDS``; a second SIGTERM reaches it at once."""
    loop = asyncio.get_running_loop()
    server_handler = signal.getsignal(signal.SIGTERM)
    if not callable(server_handler) or threading.current_thread() is not threading.main_thread():
        return

    def drain(number: int, frame: Any) -> None:
        global _closing
        repeated, _closing = _closing, True
        if repeated or not settings.DRAIN_SECONDS:
            server_handler(number, frame)
        else:
            loop.call_soon_threadsafe(loop.call_later, settings.DRAIN_SECONDS, server_handler, number, None)

    signal.signal(signal.SIGTERM, drain)
