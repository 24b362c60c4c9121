"""Celery tasks of puzzles."""

from __future__ import annotations

from celery import shared_task

from games.puzzles import second_looks


@shared_task
def judge() -> None:
    """Judge one second look that may become a puzzle, and queue the next: second looks requested meanwhile come
    first."""
    if second_looks.judge_next():
        second_looks.wake_worker()
