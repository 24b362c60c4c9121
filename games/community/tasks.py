"""Background work about people."""

from __future__ import annotations

from celery import shared_task

from games.community import abandonment, account_deletion, ratings, retention, reviews


@shared_task
def rate() -> None:
    """Count the matches that have ended since, those too whose own task was lost."""
    ratings.rate_all()


@shared_task
def end_abandoned() -> None:
    """End the rated matches that nobody has played for a week."""
    abandonment.end_abandoned()


@shared_task
def erase() -> None:
    """Erase the accounts that were closed thirty days ago."""
    account_deletion.erase_due()


@shared_task
def tidy() -> None:
    """Remove guests who never came back and tables where nobody played."""
    retention.sweep()


@shared_task
def look_back() -> None:
    """Make the second looks that were asked for, those too whose own task was lost. Its queue is
    taken from behind all others, and what it thinks it thinks in a process of its own."""
    reviews.make_all()
