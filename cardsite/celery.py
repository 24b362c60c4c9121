"""The Celery app: AI turns, scoring and dealing in the background."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import (
    task_prerun,
    task_received,
    worker_init,
    worker_process_init,
    worker_ready,
    worker_shutting_down,
)
from django.conf import settings
from django.db import close_old_connections

import games.foundation.embedded.transport  # noqa: F401  registers wake:// before the broker URL is read
from games.foundation import worker_watchdog

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")

app = Celery("sifang")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
_watchdog: worker_watchdog.Watchdog | None = None


@worker_init.connect
def serve_metrics(**kwargs: Any) -> None:
    """Serve this worker's metrics if it does not share a folder with a web process."""
    from games.foundation.observability import metrics  # settings must set its folder first

    if settings.METRICS_PORT:
        metrics.serve(settings.METRICS_PORT)


@worker_process_init.connect
def compile_kernels(**kwargs: Any) -> None:
    """Let a pool process compile the AI players' kernels; a thread pool shares its process with other tasks."""
    from games.ai import thinking

    thinking.think_here(settings.COMPILED_CODE)


@worker_ready.connect
def start_watchdog(sender: Any, **kwargs: Any) -> None:
    """Queue every scheduled task once, because work may have waited for a worker, and start the watchdog."""
    global _watchdog
    for job in settings.CELERY_BEAT_SCHEDULE.values():
        app.send_task(job["task"])
    if settings.CELERY_WORKER_DIRECT and _watchdog is None:
        _watchdog = worker_watchdog.watch_worker(app, sender, settings.HEARTBEAT_SECONDS)


@worker_shutting_down.connect
def stop_watchdog(**kwargs: Any) -> None:
    """Stop watching a worker that is shutting down."""
    if _watchdog is not None:
        _watchdog.stop()


@task_prerun.connect
def check_connection(**kwargs: Any) -> None:
    """Close the connection if it has failed; otherwise it is checked before its next statement."""
    close_old_connections()


@task_received.connect
def note_heartbeat(request: Any, **kwargs: Any) -> None:
    """Report a received heartbeat to the watchdog."""
    if _watchdog is not None and request.name == worker_watchdog.HEARTBEAT:
        _watchdog.heartbeat_received()
