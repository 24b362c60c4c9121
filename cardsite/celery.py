"""The Celery app: AI turns, scoring and dealing in the background."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import task_received, worker_init, worker_ready, worker_shutting_down
from django.conf import settings

import games.foundation.embedded.transport  # noqa: F401  registers wake:// before the broker's URL is read
from games.foundation import worker_watchdog

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")

app = Celery("sifang")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
_dog: worker_watchdog.Watchdog | None = None


@worker_init.connect
def show_metrics(**kwargs: Any) -> None:
    """Show what this worker counts, where it shares no folder with a web process that does."""
    from games.foundation.observability import metrics  # not before settings have said where it counts

    if settings.METRICS_PORT:
        metrics.serve(settings.METRICS_PORT)


@worker_ready.connect
def look_at_once(sender: Any, **kwargs: Any) -> None:
    """Look at once for what stood still while there was no worker, and listen to its own heart."""
    global _dog
    for job in settings.CELERY_BEAT_SCHEDULE.values():
        app.send_task(job["task"])
    if settings.CELERY_WORKER_DIRECT and _dog is None:
        _dog = worker_watchdog.watch_worker(app, sender, settings.HEARTBEAT_SECONDS)


@worker_shutting_down.connect
def rest(**kwargs: Any) -> None:
    """Leave a worker in peace that is being closed."""
    if _dog is not None:
        _dog.rest()


@task_received.connect
def hear(request: Any, **kwargs: Any) -> None:
    """Tell the watchdog of its heartbeat."""
    if _dog is not None and request.name == worker_watchdog.HEARTBEAT:
        _dog.heard()
