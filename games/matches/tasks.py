"""Background work. Arguments are ids, every task may run twice, late or never: see the sweep."""

from __future__ import annotations

import threading
from collections import deque

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from games.ai import thinking
from games.foundation.observability import metrics
from games.foundation.observability.logs import log_context
from games.matches import events, turn_calls, turns

#: Seconds after which what is due has stood still: its own task should have come.
LATE = 2.0
#: Remembered after each sweep, for so many times the seconds between two.
SWEPT, SWEPT_FOR = "swept", 1.5
#: Turns (hand, version) that wait for the one process that thinks beside this one, and whether it does.
_waiting: deque[tuple[int, int]] = deque()
_thinks = threading.Lock()


@shared_task
def advance(hand_id: int, seq: int) -> None:
    """Do what is due on a hand: an AI turn, the draw, scoring, the next deal."""
    with log_context(hand=hand_id):
        turns.advance(hand_id, seq, events.think)


# The time after which a stand-in acts: where thought is in a process of its own, that is ended then.
@shared_task(soft_time_limit=thinking.CAP, time_limit=60)
def think(hand_id: int, seq: int) -> None:
    """Think about an AI player's turn that wants thought. Where one process thinks for all tables,
    turns wait in line for it, and not on the threads that all tables are served by."""
    if settings.THINK_APART:
        _waiting.append((hand_id, seq))
        _next_thought()
    else:
        _think(hand_id, seq)


@shared_task
def think_on() -> None:
    """Think about the next turn in line."""
    _next_thought()


def _next_thought() -> None:
    if not _waiting or not _thinks.acquire(blocking=False):
        return  # whoever thinks looks for the next when they are done
    try:
        if _waiting:  # another may have been quicker
            _think(*_waiting.popleft())
    finally:
        _thinks.release()
        if _waiting:
            think_on.delay()


def _think(hand_id: int, seq: int) -> None:
    with log_context(hand=hand_id):
        turns.think(hand_id, seq)


@shared_task
def call(hand_id: int) -> None:
    """Tell those who are to act at a table over days, and are not here."""
    turn_calls.call(hand_id)


@shared_task
def call_all() -> None:
    """Notify people whose turn began recently and whose task was lost."""
    turn_calls.call_all()


@shared_task
def sweep() -> None:
    """Find overdue hands and have them advanced, and those that come due before the next sweep, such as turns whose
    clock runs out."""
    metrics.SWEEPS.inc()
    cache.set(SWEPT, 1, SWEPT_FOR * settings.SWEEP_SECONDS)
    for hand_id, seq, due_at in turns.due_hands(ahead=1.2 * settings.SWEEP_SECONDS):
        seconds = (due_at - timezone.now()).total_seconds()
        if seconds < -LATE:
            metrics.STOOD_STILL.inc()
        events.advance(hand_id, seq, seconds)
