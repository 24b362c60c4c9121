"""Background work. Arguments are ids, every task may run twice, late or never: see the sweep."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from cardsite.sight import metrics
from cardsite.sight.logs import about
from games.ai import thinking
from games.hands import notice, turns

#: Seconds after which what is due has stood still: its own task should have come.
LATE = 2.0
#: Remembered after each sweep, for so many times the seconds between two.
SWEPT, SWEPT_FOR = "swept", 1.5


@shared_task
def advance(hand_id: int, seq: int) -> None:
    """Do what is due on a hand: an AI turn, the draw, scoring, the next deal."""
    with about(hand=hand_id):
        turns.advance(hand_id, seq, notice.think)


# The time after which a stand-in acts: where thought is in a process of its own, that is ended then.
@shared_task(soft_time_limit=thinking.CAP, time_limit=60)
def think(hand_id: int, seq: int) -> None:
    """Think about an AI player's turn that wants thought."""
    with about(hand=hand_id):
        turns.think(hand_id, seq)


@shared_task
def sweep() -> None:
    """Find hands that stand still though their time has come, and have them advanced; those too
    whose time comes before the next sweep, such as turns whose clock runs out."""
    metrics.SWEEPS.inc()
    cache.set(SWEPT, 1, SWEPT_FOR * settings.SWEEP_SECONDS)
    for hand_id, seq, due_at in turns.due_hands(ahead=1.2 * settings.SWEEP_SECONDS):
        seconds = (due_at - timezone.now()).total_seconds()
        if seconds < -LATE:
            metrics.STOOD_STILL.inc()
        advance.apply_async((hand_id, seq), countdown=max(0.0, seconds) or None)
