"""Telling sockets and workers, on commit, that something moved.

Notices are hints: they carry ids only, losing one loses nothing (the version poll and the
sweep find it), and failing to send one never turns a committed move into an error.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.foundation.observability import metrics
from games.rooms.notice import push

log = logging.getLogger(__name__)


def moved(
    code: str,
    hand_id: int,
    seq: int,
    due_at: datetime | None,
    also: Callable[[], Any] = lambda: None,
    *,
    searches: bool = False,
) -> None:
    """On commit: remember, push the room's new picture, and have the house look when it is due.
    ``searches``: an AI player is to act who thinks for a time, and begins at once."""

    def tell() -> None:
        also()
        push(code)
        if searches:
            think(hand_id, seq)
        _enqueue(hand_id, seq, due_at)

    transaction.on_commit(tell, robust=True)


def due(hand_id: int, seq: int, due_at: datetime | None) -> None:
    """On commit: have the house look at a hand when it is due."""
    transaction.on_commit(lambda: _enqueue(hand_id, seq, due_at), robust=True)


def think(hand_id: int, seq: int) -> None:
    """Have an AI player's turn thought about, on the large site by a worker that does nothing else."""
    from games.hands.tasks import think  # tasks call services, services tell tasks: cut here

    _send(think, hand_id, seq)


def match_over() -> None:
    """On commit: have the match count for its people's ratings. Those who count stand above this
    app, so the task is named and not imported; the next match makes good a task that is lost."""

    def tell() -> None:
        try:
            current_app.send_task("games.people.tasks.rate")
        except (OSError, OperationalError):
            metrics.LOST.labels("task").inc()
            log.warning("task lost: rate")

    transaction.on_commit(tell, robust=True)


def _enqueue(hand_id: int, seq: int, due_at: datetime | None) -> None:
    from games.hands.tasks import advance  # tasks call services, services tell tasks: cut here

    if due_at is None:
        return
    seconds = (due_at - timezone.now()).total_seconds()
    if seconds > settings.SWEEP_SECONDS:
        return  # a queue is no place to wait in: the sweep comes by before then
    _send(advance, hand_id, seq, max(0.0, seconds) or None)


def _send(task: Any, hand_id: int, seq: int, countdown: float | None = None) -> None:
    try:
        task.apply_async((hand_id, seq), countdown=countdown)
    except (OSError, OperationalError):
        metrics.LOST.labels("task").inc()
        log.warning("task lost: hand %s at %s", hand_id, seq)
