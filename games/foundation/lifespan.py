"""From the first request of a server process to its last.

When it is told to end, it says so at ``/readyz`` for ``DRAIN_SECONDS``, so that a balancer sends
people elsewhere; then the server closes every socket with 1012 and finishes its requests. The
pages' sockets come back by themselves, each after a moment of its own (``static/js/table.js``).
"""

from __future__ import annotations

import asyncio
import signal
import threading
from typing import Any

from django.conf import settings

from games.foundation.observability import metrics

#: Seconds between two looks at how late the loop wakes.
LOOK = 0.25
_closing = False


def closing() -> bool:
    """Say whether this process has been told to end."""
    return _closing


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer the server's lifespan messages."""
    watch: asyncio.Task[None] | None = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            close_in_time()
            watch = asyncio.create_task(watch_the_loop())
            await send({"type": "lifespan.startup.complete"})
        else:
            if watch is not None:
                watch.cancel()
            await send({"type": "lifespan.shutdown.complete"})
            return


async def watch_the_loop() -> None:
    """Measure how late this process's loop wakes."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LOOK
        await asyncio.sleep(LOOK)
        metrics.LAG.observe(max(0.0, loop.time() - due))


def close_in_time() -> None:
    """Let SIGTERM first say that this process is closing, and reach the server a little later."""
    loop = asyncio.get_running_loop()
    ends = signal.getsignal(signal.SIGTERM)
    if not callable(ends) or threading.current_thread() is not threading.main_thread():
        return

    def begin(number: int, frame: Any) -> None:
        global _closing
        again, _closing = _closing, True
        if again or not settings.DRAIN_SECONDS:
            ends(number, frame)
        else:
            loop.call_soon_threadsafe(loop.call_later, settings.DRAIN_SECONDS, ends, number, None)

    signal.signal(signal.SIGTERM, begin)
