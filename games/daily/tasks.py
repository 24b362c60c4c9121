"""Celery tasks of the deal of the day; each may run twice, late or never."""

from __future__ import annotations

from celery import shared_task

from games.daily import house, reminders, services
from games.foundation.events import send_task


@shared_task
def prepare() -> None:
    """Settle the deals of today and tomorrow, and repeat lost tasks."""
    services.prepare()
    services.count()
    send_task("games.daily.tasks.play")


@shared_task
def count() -> None:
    """Count the results of finished attempts, and have the house play their deals."""
    if services.count():
        send_task("games.daily.tasks.play")


@shared_task
def remind() -> None:
    """Remind people of today's deals if they want it."""
    reminders.remind()


@shared_task
def play() -> None:
    """Have the house play the deals that somebody has finished."""
    house.play_all()
