"""Celery tasks of puzzles."""

from __future__ import annotations

from celery import shared_task

from games.puzzles import from_reviews


@shared_task
def judge() -> None:
    """Judge one review that may become a puzzle, and queue the next one, so that reviews requested meanwhile come
    first."""
    if from_reviews.judge_next():
        from_reviews.wake_worker()
