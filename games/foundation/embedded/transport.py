"""The broker ``wake://``: kombu's memory transport that wakes its consumer at once.

Plain ``memory://`` polls once a second. Here ``drain_events`` sleeps on an event that each
``_put`` sets: a task starts within about a millisecond, and an idle worker costs nothing.
Process-local: nothing queued survives a stop, so the sweep finds due work at start.
"""

from __future__ import annotations

import socket
import threading
from queue import Empty
from time import monotonic
from typing import Any

from kombu import transport
from kombu.transport import memory

_wake = threading.Event()
#: The consumer is to look whether it has been told to stop.
_interrupted = threading.Event()


class Channel(memory.Channel):
    """A memory channel that says when something arrived, or when room for it was made."""

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        super()._put(queue, message, **kwargs)
        _wake.set()

    def _put_fanout(self, exchange: str, message: Any, routing_key: str | None = None, **kwargs: Any) -> None:
        super()._put_fanout(exchange, message, routing_key, **kwargs)
        _wake.set()

    def basic_ack(self, *args: Any, **kwargs: Any) -> None:
        # A freed prefetch slot must wake the consumer too.
        super().basic_ack(*args, **kwargs)
        _wake.set()


class Transport(memory.Transport):
    """The memory transport whose consumer sleeps until it is woken."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:
        """Deliver one message; ``socket.timeout`` where none came within ``timeout`` seconds."""
        end = None if timeout is None else monotonic() + timeout
        while True:
            _wake.clear()
            try:
                self.cycle.get(self._deliver, timeout=timeout)
                return
            except Empty:
                pass
            left = None if end is None else end - monotonic()
            if _interrupted.is_set() or (left is not None and left <= 0):
                _interrupted.clear()
                raise TimeoutError
            _wake.wait(left)


def interrupt() -> None:
    """Have the consumer's ``drain_events`` return as if its time were over. A worker that is told to stop
    would notice that only when the next message comes, or after two seconds."""
    _interrupted.set()
    _wake.set()


def waiting(queue: str) -> int:
    """Return how many tasks wait in a queue of this process."""
    held = Channel.queues.get(queue)
    return held.qsize() if held is not None else 0


transport.TRANSPORT_ALIASES["wake"] = "games.foundation.embedded.transport:Transport"
assert socket.timeout is TimeoutError  # what kombu expects drain_events to raise
