"""End a Celery worker that is alive but receives nothing, so that its supervisor starts a new one.

After Redis has restarted, a worker may keep running without receiving any task. Each worker therefore sends
itself heartbeats on its own queue. Missing heartbeats mean nothing while Redis is away (none can be
sent) or while every slot of the worker is busy (none can be received).
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
#: The name of the heartbeat task.
HEARTBEAT = "cardsite.tasks.heartbeat"
#: Heartbeats that a worker may miss.
MAX_MISSED = 3
#: Seconds a worker gets to end by itself.
GRACE_SECONDS = 10.0


class Watchdog:
    """Sends heartbeats and calls ``end`` when none has been received for too long.

    ``send``: queue one heartbeat; ``busy``: whether every slot of the worker is taken; ``every``: seconds
    between two heartbeats.
    """

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
        # when the oldest heartbeat not yet received was sent
        self._sent_at: float | None = None
        self._stopped = threading.Event()

    def heartbeat_received(self) -> None:
        """Note that a heartbeat has arrived."""
        self._sent_at = None

    def stop(self) -> None:
        """Stop watching: a worker that is shutting down finishes its tasks and takes no new ones."""
        self._stopped.set()

    def check(self) -> bool:
        """Send a heartbeat. Return False once there is nothing left to watch: the worker is ended or stopping."""
        if self._stopped.is_set():
            return False
        now = self.clock()
        if self.busy():
            self._sent_at = None
        if self._sent_at is not None and now - self._sent_at > MAX_MISSED * self.every:
            self.end()
            return False
        try:
            self.send()
        except (OSError, OperationalError, RedisError):
            self._sent_at = None
        except RuntimeError:  # the connection pool is closed: the worker is shutting down
            return not self._stopped.wait(GRACE_SECONDS)
        else:
            self._sent_at = now if self._sent_at is None else self._sent_at
        return True

    def run(self) -> None:
        """Check every ``every`` seconds, in this thread, until there is nothing left to watch."""
        while self.check():
            self._stopped.wait(self.every)


def watch_worker(app: Any, consumer: Any, every: float) -> Watchdog:
    """Watch a worker that has just become ready, from another thread."""
    queue = worker_direct(consumer.hostname)
    watchdog = Watchdog(
        send=lambda: app.send_task(HEARTBEAT, queue=queue, expires=MAX_MISSED * every),
        busy=lambda: len(state.reserved_requests) >= consumer.pool.num_processes,
        end=terminate_worker,
        every=every,
    )
    threading.Thread(target=watchdog.run, name="watchdog", daemon=True).start()
    return watchdog


def terminate_worker() -> None:
    """Terminate this process: gracefully, and by force after ``GRACE_SECONDS``."""
    log.critical("this worker hears nothing any more and ends")
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os._exit(os.EX_UNAVAILABLE)
