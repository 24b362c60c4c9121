"""Celery tasks of duplicate; each may run twice, late or never."""

from __future__ import annotations

from celery import shared_task

from games.duplicate import counting, rounds, standings
from games.foundation.events import send_task


@shared_task
def count() -> None:
    """Count the deals that are over, end the rounds that all tables have played, and have the house play them too."""
    if events := counting.count():
        rounds.end_early(events)
        send_task("games.duplicate.tasks.play")


@shared_task
def advance() -> None:
    """Do what is due of tournaments and sets, and make good tasks that were lost."""
    rounds.end_early(counting.count())
    rounds.advance_all()


@shared_task
def hold_weekly() -> None:
    """Hold the sets of this week, and have the house play the deals that it has not played."""
    rounds.hold_weekly()
    send_task("games.duplicate.tasks.play")


@shared_task
def rank() -> None:
    """Find the places in the sets in which somebody has played lately."""
    standings.rank_lately_played()


@shared_task
def play() -> None:
    """Have the house play the deals that it has not played."""
    counting.play_for_the_house()
