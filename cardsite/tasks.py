"""Celery tasks of the site itself."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.core.cache import cache

from games.matches.tasks import SWEPT, SWEPT_FOR, sweep


@shared_task
def heartbeat() -> None:
    """Prove by running that this worker receives tasks (``worker_watchdog``).

    Also queue a sweep if none has run in time, because the scheduler may be down.
    """
    if cache.add(SWEPT, 1, SWEPT_FOR * settings.SWEEP_SECONDS):
        sweep.apply_async(expires=2 * settings.SWEEP_SECONDS)
