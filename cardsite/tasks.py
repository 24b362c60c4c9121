"""Background work of the site itself."""

from __future__ import annotations

from celery import shared_task


@shared_task
def heartbeat() -> None:
    """Say that this worker hears: its coming is what counts (``watchdog``)."""
