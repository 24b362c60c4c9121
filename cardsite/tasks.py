"""Celery tasks of the site itself."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.core.cache import cache

from games.matches.tasks import SWEPT, SWEPT_FOR, sweep


@shared_task
def heartbeat() -> None:
    """Show by being received that this worker receives tasks (``worker_watchdog``).

    It also queues a sweep where none has run in time, since the scheduler may be gone.
    """
    if cache.add(SWEPT, 1, SWEPT_FOR * settings.SWEEP_SECONDS):
        sweep.apply_async(expires=2 * settings.SWEEP_SECONDS)
