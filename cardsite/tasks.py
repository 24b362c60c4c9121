"""Background work of the site itself."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.core.cache import cache

from games.matches.tasks import SWEPT, SWEPT_FOR, sweep


@shared_task
def heartbeat() -> None:
    """Say that this worker hears: its coming is what counts (``watchdog``). And have hands looked for
    where no sweep has come in time: the scheduler may be gone, and people play on without it."""
    if cache.add(SWEPT, 1, SWEPT_FOR * settings.SWEEP_SECONDS):
        sweep.apply_async(expires=2 * settings.SWEEP_SECONDS)
