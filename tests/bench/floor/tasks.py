"""A task that says when it began, for both brokers of the background bench.

``BENCH_BROKER``: ``wake://`` runs in this process as the site's own worker does, a Redis
address in worker processes. ``BENCH_REPORTS``: the loopback port that is told by UDP.
"""

from __future__ import annotations

import os
import socket
import struct
import time

from celery import Celery

import games.foundation.embedded.transport  # noqa: F401  registers wake:// before the broker's URL is read

app = Celery("bench", broker=os.environ["BENCH_BROKER"])
app.conf.update(
    task_ignore_result=True,
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    worker_enable_remote_control=False,
    broker_connection_retry_on_startup=True,
)
told = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)


@app.task(name="bench.begun")
def begun(sent: float) -> None:
    """Report how many seconds after it was sent the task began."""
    late = struct.pack("d", time.time() - sent)
    told.sendto(late, ("127.0.0.1", int(os.environ["BENCH_REPORTS"])))


@app.task(name="bench.nothing")
def nothing() -> None:
    """Do nothing: what the embedded worker sweeps with here."""
