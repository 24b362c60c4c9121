"""The broker ``wake://``: kombu's memory transport with a consumer that wakes at once.

Plain ``memory://`` polls once a second. Here ``drain_events`` waits for an event that each ``_put`` sets: a
task starts within about a millisecond, and an idle worker costs nothing. Queued tasks are lost with the
process; the sweep finds due work at the next start.
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
#: Set so that the consumer checks whether its worker is to stop.
_interrupted = threading.Event()


class Channel(memory.Channel):
    """A memory channel that wakes the consumer when a message arrives or a prefetch slot is freed."""

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        super()._put(queue, message, **kwargs)
        _wake.set()

    def _put_fanout(self, exchange: str, message: Any, routing_key: str | None = None, **kwargs: Any) -> None:
        super()._put_fanout(exchange, message, routing_key, **kwargs)
        _wake.set()

    def basic_ack(self, *args: Any, **kwargs: Any) -> None:
        super().basic_ack(*args, **kwargs)
        _wake.set()


class Transport(memory.Transport):
    """The memory transport whose consumer waits until it is woken."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:
        """Deliver one message; raise ``TimeoutError`` if none arrives within ``timeout`` seconds."""
        end = None if timeout is None else monotonic() + timeout
        while True:
            _wake.clear()
            try:
                self.cycle.get(self._deliver, timeout=timeout)
                return
            except Empty:
                pass
            remaining = None if end is None else end - monotonic()
            if _interrupted.is_set() or (remaining is not None and remaining <= 0):
                _interrupted.clear()
                raise TimeoutError
            _wake.wait(remaining)


def interrupt() -> None:
    """Make the consumer's ``drain_events`` time out now.

    Otherwise a stopping worker would notice only at the next message or after two seconds.
    """
    _interrupted.set()
    _wake.set()


def queue_depth(name: str) -> int:
    """Return the number of tasks waiting in a queue of this process."""
    queue = Channel.queues.get(name)
    return queue.qsize() if queue is not None else 0


transport.TRANSPORT_ALIASES["wake"] = "games.foundation.embedded.transport:Transport"
assert socket.timeout is TimeoutError  # what kombu expects drain_events to raise
