"""A worker that is alive and deaf ends itself, for its supervisor to start it anew.

After Redis has restarted a Celery worker may go on and hear nothing. So each worker sends itself
a heartbeat on a queue of its own. While Redis is away none can be sent, and while every place of
the worker is taken none can be heard: both say nothing of the worker.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

from celery.utils.nodenames import worker_direct
from celery.worker import state
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
#: The task that a heartbeat is.
HEARTBEAT = "cardsite.tasks.heartbeat"
#: Heartbeats that a worker may miss, and the seconds it is given to end by itself.
MOST_MISSED, LAST_WORDS = 3, 10.0


class Watchdog:
    """Sends heartbeats, hears them, and ends the worker when it hears none."""

    def __init__(
        self,
        send: Callable[[], Any],
        busy: Callable[[], bool],
        end: Callable[[], Any],
        every: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.send = send
        self.busy = busy
        self.end = end
        self.every = every
        self.clock = clock
        # when the oldest heartbeat was sent that has not been heard
        self._sent: float | None = None
        self._resting = threading.Event()

    def heard(self) -> None:
        """A heartbeat has come."""
        self._sent = None

    def rest(self) -> None:
        """The worker is being closed: it takes nothing any more, and finishes what it has."""
        self._resting.set()

    def look(self) -> bool:
        """Send a heartbeat; return False where none was heard for so long that the worker ends, and
        where it is being closed anyway."""
        if self._resting.is_set():
            return False
        now = self.clock()
        if self.busy():
            self._sent = None
        if self._sent is not None and now - self._sent > MOST_MISSED * self.every:
            self.end()
            return False
        try:
            self.send()
        except (OSError, OperationalError, RedisError):
            self._sent = None
        except RuntimeError:  # its connections are closed: a worker that is being closed has none
            return not self._resting.wait(LAST_WORDS)
        else:
            self._sent = now if self._sent is None else self._sent
        return True

    def watch(self) -> None:
        """Look again and again, in this thread."""
        while self.look():
            self._resting.wait(self.every)


def watch_worker(app: Any, consumer: Any, every: float) -> Watchdog:
    """Watch a worker that has just become ready."""
    queue = worker_direct(consumer.hostname)
    dog = Watchdog(
        send=lambda: app.send_task(HEARTBEAT, queue=queue, expires=MOST_MISSED * every),
        busy=lambda: len(state.reserved_requests) >= consumer.pool.num_processes,
        end=end_worker,
        every=every,
    )
    threading.Thread(target=dog.watch, name="watchdog", daemon=True).start()
    return dog


def end_worker() -> None:
    """End this worker: with its tasks finished if it still can, else without."""
    log.critical("this worker hears nothing any more and ends")
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LAST_WORDS)
    os._exit(os.EX_UNAVAILABLE)
