"""Celery tasks of puzzles."""

from __future__ import annotations

from celery import shared_task

from games.puzzles import from_reviews


@shared_task
def judge() -> None:
    """Judge one second look that may become a puzzle, and queue the next: second looks requested meanwhile come
    first."""
    if from_reviews.judge_next():
        from_reviews.wake_worker()
