"""Background tasks. Arguments are ids; every task may run twice, late or never: see ``sweep``."""

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

#: Seconds after which an overdue hand has stood still: its own task should have run.
LATE = 2.0
#: The cache key set by each sweep, and how many times the seconds between two sweeps it lasts.
SWEPT, SWEPT_FOR = "swept", 1.5
#: Turns (hand, version) that wait for the one thinking process beside this one; the lock is held while it thinks.
_waiting: deque[tuple[int, int]] = deque()
_thinks = threading.Lock()


@shared_task
def advance(hand_id: int, seq: int) -> None:
    """Do what is due on a hand: an AI turn, the draw, scoring, the next deal."""
    with log_context(hand=hand_id):
        turns.advance(hand_id, seq, events.think)


# After the soft limit a stand-in acts; a separate thinking process is ended then.
@shared_task(soft_time_limit=thinking.CAP, time_limit=60)
def think(hand_id: int, seq: int) -> None:
    """Think about an AI player's turn. If one process thinks for all tables, turns queue for it, so
    that they do not block the threads that serve all tables."""
    if settings.THINK_APART:
        _waiting.append((hand_id, seq))
        _next_thought()
    else:
        _think(hand_id, seq)


@shared_task
def think_on() -> None:
    """Think about the next turn in the queue."""
    _next_thought()


def _next_thought() -> None:
    if not _waiting or not _thinks.acquire(blocking=False):
        return  # the thread that is thinking has the next one thought about when it is done
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
    """Notify those who are to act at a table over days, and are not here."""
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
            metrics.HANDS_SWEPT.inc()
        events.advance(hand_id, seq, seconds)
