"""A Celery worker in a thread of the web process, restarted if it dies."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Mapping
from typing import Any

from celery import Celery
from celery.app import trace

from games.foundation.embedded import transport

log = logging.getLogger(__name__)


class EmbeddedWorker:
    """Runs the tasks of a Celery app in this process.

    It uses ``WorkController`` rather than ``celery worker``, which installs signal handlers and cannot run
    in a thread. ``schedule`` has the form of ``beat_schedule``; each entry runs at start, since queued tasks
    do not survive a stop, and then at its interval. Of the four threads at most one makes reviews or does other
    low-priority work, and one waits for an AI player's search, so two remain for the tables.
    """

    def __init__(self, app: Celery, schedule: Mapping[str, Mapping[str, Any]], threads: int = 4) -> None:
        self.app = app
        self.schedule = schedule
        self.threads = threads
        self._worker: Any = None
        self._stopping = threading.Event()
        self._ready = threading.Event()
        self._runner = threading.Thread(target=self._run, name="worker", daemon=True)
        self._scheduler = threading.Thread(target=self._schedule, name="scheduler", daemon=True)

    def start(self, timeout: float = 15.0) -> None:
        """Start the worker; raise ``RuntimeError`` if it is not ready within ``timeout`` seconds."""
        self.app.finalize()
        # Otherwise the pool's threads see another current app and lose every task silently.
        self.app.set_default()
        trace.setup_worker_optimizations(self.app, "embedded")
        self._runner.start()
        if not self._ready.wait(timeout):
            raise RuntimeError("The embedded worker did not start.")
        self._scheduler.start()

    def stop(self, timeout: float = 10.0) -> bool:
        """Finish the running tasks and stop; return whether that took less than ``timeout`` seconds."""
        self._stopping.set()
        if self._worker is not None:
            self._worker.stop()
            transport.interrupt()
        self._runner.join(timeout)
        return not self._runner.is_alive()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._worker = self.app.WorkController(
                pool="threads",
                concurrency=self.threads,
                hostname=f"embedded@{os.getpid()}",
                loglevel="WARNING",
                without_heartbeat=True,
                without_mingle=True,
                without_gossip=True,
                ready_callback=lambda consumer: self._ready.set(),
            )
            try:
                self._worker.start()
            except SystemExit:
                pass
            except Exception:  # whatever it was, running without a worker is worse
                log.exception("the embedded worker died and is started again")
            self._stopping.wait(0.5)

    def _schedule(self) -> None:
        due = dict.fromkeys(self.schedule, time.monotonic())
        while not self._stopping.is_set():
            name = min(due, key=lambda name: due[name])
            if self._stopping.wait(max(0.0, due[name] - time.monotonic())):
                return
            try:
                self.app.send_task(self.schedule[name]["task"])
            except Exception:  # without its scheduler the site would come to a halt
                log.exception("%s could not be called for; it is again in its time", name)
            due[name] = time.monotonic() + self.schedule[name]["schedule"]
