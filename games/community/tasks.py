"""Celery tasks about people."""

from __future__ import annotations

from celery import shared_task

from games.community import (
    abandonment,
    account_deletion,
    delivery,
    moderation,
    pairing,
    ratings,
    retention,
    reviews,
    standings,
)
from games.foundation.events import send_task


@shared_task
def rate() -> None:
    """Rate matches that have ended, including those whose task was lost."""
    _all_are_rated()


def _all_are_rated() -> bool:
    """Rate matches that have ended; if there are too many, queue another task for the rest and return False."""
    if ratings.rate_waiting() < ratings.AT_ONCE:
        return True
    send_task(rate.name)
    return False


@shared_task
def end_abandoned() -> None:
    """End abandoned rated matches."""
    abandonment.end_abandoned()


@shared_task
def settle_seasons() -> None:
    """Settle the ladders of ended seasons; if matches are still unrated, leave that to the next hour's run."""
    if _all_are_rated():
        standings.settle_all()


@shared_task
def bring_together() -> None:
    """Bring together people who wish to play the same game and were not matched by a press."""
    pairing.bring_all_together()


@shared_task
def deliver(pk: int) -> None:
    """Push a notification to its reader's browsers."""
    delivery.deliver(pk)


@shared_task
def deliver_waiting() -> None:
    """Mail what people have not read on the site, and retry failed pushes."""
    delivery.deliver_waiting()


@shared_task
def erase() -> None:
    """Erase accounts that were closed thirty days ago, and restore people whose suspension has expired."""
    account_deletion.erase_due()
    moderation.end_suspensions()


@shared_task
def tidy() -> None:
    """Remove idle guests and empty tables; if there are too many, queue another task for the rest."""
    if retention.sweep().has_more:
        send_task(tidy.name)


@shared_task(name="games.community.tasks.look_back")  # the name under which older workers know it
def make_reviews() -> None:
    """Make all requested reviews, including those whose task was lost."""
    reviews.make_all()
