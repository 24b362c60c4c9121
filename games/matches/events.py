"""Notify sockets and workers, on commit, that something changed.

What is sent is a hint: it carries only ids, losing it loses nothing (the version poll and the sweep find it), and
failing to send it never turns a committed move into an error.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.foundation.events import send_task
from games.rooms.events import push, push_elsewhere
from games.rooms.models import Room


def moved(
    room: Room,
    hand_id: int,
    seq: int,
    due_at: datetime | None,
    also: Callable[[], Any] = lambda: None,
    *,
    searches: bool = False,
    version: int | None = None,
    draws: bool = False,
) -> None:
    """On commit: call ``also``, push the room's new picture, and have the house look when it is due. Where a turn may
    take days, people who are to act and are not here are notified. ``searches``: an AI player that searches is to act,
    and begins to think at once. ``version``: the room's, if known. ``draws``: the caller draws that version for the
    sockets of this process."""

    def notify() -> None:
        also()
        if draws and version is not None:
            push_elsewhere(room.code, version)
        else:
            push(room.code, version)
        if searches:
            think(hand_id, seq)
        if room.over_days:
            send_task("games.matches.tasks.call", hand_id)
        _enqueue(hand_id, seq, due_at)

    transaction.on_commit(notify, robust=True)


def due(hand_id: int, seq: int, due_at: datetime | None) -> None:
    """On commit: schedule the house to look at a hand when it is due."""
    transaction.on_commit(lambda: _enqueue(hand_id, seq, due_at), robust=True)


def think(hand_id: int, seq: int) -> None:
    """Have an AI player think about their turn, on the large site in a dedicated worker."""
    send_task("games.matches.tasks.think", hand_id, seq)


def advance(hand_id: int, seq: int, seconds: float = 0.0) -> None:
    """Schedule what is due on a hand, after ``seconds``."""
    send_task("games.matches.tasks.advance", hand_id, seq, countdown=max(0.0, seconds) or None)


def match_over() -> None:
    """On commit: count the match for its people's ratings; the next match makes up for a lost task."""
    transaction.on_commit(lambda: send_task("games.community.tasks.rate"), robust=True)


def sealed_over(*, of_duplicate: bool) -> None:
    """On commit: count the result of a sealed table; opening the results makes up for a lost task."""
    task = "games.duplicate.tasks.count" if of_duplicate else "games.daily.tasks.count"
    transaction.on_commit(lambda: send_task(task), robust=True)


def _enqueue(hand_id: int, seq: int, due_at: datetime | None) -> None:
    if due_at is None:
        return
    seconds = (due_at - timezone.now()).total_seconds()
    if seconds > settings.SWEEP_SECONDS:
        return  # not queued for so long: a sweep finds it before then
    advance(hand_id, seq, seconds)
