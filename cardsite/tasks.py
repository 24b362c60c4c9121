"""Background work of the site itself."""

from __future__ import annotations

from celery import current_app, shared_task
from django.conf import settings
from django.core.cache import cache

#: Remembered for a while after each sweep.
SWEPT = "swept"


@shared_task
def heartbeat() -> None:
    """Say that this worker hears: its coming is what counts (``watchdog``). And have hands looked for
    where no sweep has come in time: the scheduler may be gone, and people play on without it."""
    if cache.add(SWEPT, 1, 1.5 * settings.SWEEP_SECONDS):
        current_app.send_task(settings.CELERY_BEAT_SCHEDULE["sweep"]["task"], expires=2 * settings.SWEEP_SECONDS)
