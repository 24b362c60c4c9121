"""Celery tasks of duplicate; each may run twice, late or never."""

from __future__ import annotations

from celery import shared_task

from games.duplicate import counting, rounds, standings
from games.foundation.events import send_task


@shared_task
def count() -> None:
    """Count finished deals, end rounds in which all deals are played, and have the house play its deals."""
    if counting.count():
        rounds.end_early()
        send_task("games.duplicate.tasks.play")


@shared_task
def advance() -> None:
    """Do whatever is due for tournaments and sets, and repeat lost counting. The house plays its deals as soon as a
    round has begun, so that no round has to wait for it."""
    try:
        counting.count()
        rounds.end_early()
    finally:
        if rounds.advance_all():
            send_task("games.duplicate.tasks.play")


@shared_task
def hold_weekly() -> None:
    """Create this week's sets."""
    rounds.hold_weekly()


@shared_task
def rank() -> None:
    """Recompute the ranks in sets that somebody has played recently."""
    standings.rank_lately_played()


@shared_task
def play() -> None:
    """Have the house play the deals it has not played, and end the rounds that have waited for it."""
    counting.play_for_the_house()
    rounds.end_early()
