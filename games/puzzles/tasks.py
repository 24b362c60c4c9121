"""Celery tasks of puzzles."""

from __future__ import annotations

from celery import shared_task

from games.puzzles import second_looks


@shared_task
def judge() -> None:
    """Judge one second look that may give a puzzle, and call for the next: second looks that were asked for meanwhile
    stand before it."""
    if second_looks.judge_next():
        second_looks.wake_worker()
