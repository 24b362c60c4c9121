"""Downtime does not count as anybody's thinking time.

Each serving process writes a heartbeat every two seconds. A gap between two heartbeats, because the site was down or
the machine's clock was set, is given back to every running turn and draw before the house plays for anybody.
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, close_old_connections
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.foundation.transactions import note_write, write
from games.matches import services
from games.matches.claim_state import Stands, put_off
from games.matches.fold import fold
from games.matches.locks import lock_tables
from games.matches.models import Hand, Pulse
from games.rooms.models import Room, Seat
from games.rooms.presence import LEASE

log = logging.getLogger(__name__)
#: The time between two heartbeats, and the shortest gap that costs people time.
EVERY, DOWN = timedelta(seconds=2), timedelta(seconds=5)
#: Extra time on top of the gap, for people to come back to their tables.
RETURN = timedelta(seconds=20)


def beat(booting: bool = False) -> timedelta:
    """Write a heartbeat. After a long gap, or if this process has just started, give running turns the gap back.
    Return the gap."""
    now = timezone.now()
    pulse, _new = Pulse.objects.get_or_create(pk=1, defaults={"at": now})
    gap = now - pulse.at
    if abs(gap) > (EVERY if booting else DOWN):
        _give_back(gap, pulse.at, now)
    # Only now: until then no turn runs out, whichever worker looks.
    with write():
        Pulse.objects.filter(pk=1).update(at=timezone.now())
    return gap


def beat_on() -> None:
    """Write a heartbeat; if it cannot be written, ``/readyz`` reports that until one can."""
    try:
        beat()
        note_write(True)
    except DatabaseError as fault:
        note_write(False)
        kind = type(fault).__name__
        log.warning("no heartbeat could be written (%s)", kind, exc_info=fault)
    except Exception:  # without heartbeats no turn would ever run out again
        log.exception("a heartbeat failed; the next comes")


def is_down(now: datetime) -> bool:
    """Return whether no process is serving pages now: then no turn runs out."""
    last = Pulse.objects.filter(pk=1).values_list("at", flat=True).first()
    return last is not None and abs(now - last) > DOWN


def _give_back(gap: timedelta, last: datetime, now: datetime) -> None:
    """Give a gap back to every running turn and draw, one short transaction each: two processes starting at once give
    nobody more than a whole turn. If the clock was set back, all are moved in one transaction, with the heartbeat:
    a turn that was moved twice would be over."""
    seen = Seat.objects.filter(user__isnull=False, seen_at__gt=last - LEASE)
    if gap > timedelta():
        with write():  # one statement, which waits for nobody: whoever has locked a seat is serving its owner
            free = seen.select_for_update(no_key=True, skip_locked=True)
            Seat.objects.filter(pk__in=free.values("pk")).update(seen_at=now)
    else:  # the clock was set back: leases would last an hour too long, and what was due soon would be due in an hour
        _update_each(seen, seen_at=now)
        _update_each(Hand.objects.filter(result__isnull=False, due_at__gt=now), due_at=now)
    # A turn runs out only if there is a clock; while cards are drawn nobody's turn has begun. If the
    # machine's clock was set back, AI players too would wait.
    running = Q(turn_at__isnull=False, match__room__clock__gt=0) | Q(drawn_at__isnull=False, turn_at=None)
    running = running | Q(claim__stands=Stands.ASKED) if gap > timedelta() else Q()
    hands = Hand.objects.filter(running, result__isnull=True, replaced_by=None, match__ended_at=None).order_by("pk")
    if gap > timedelta():
        count = _shift_all(hands, gap, now)
    else:
        count = 0
        with write():
            if Pulse.objects.filter(pk=1, at=last).update(at=now):  # no other process has
                lock_tables(Room.objects.filter(matches__hands__in=hands))
                count = _shift_all(hands, gap, now)
    if count:
        log.warning("nobody served pages for %.0f s: %s hands were given it back", gap.total_seconds(), count)


def _update_each(rows: QuerySet[Any], **values: Any) -> None:
    """Update rows, each in a transaction of its own: other services lock several of them, in orders of their own."""
    for pk in list(rows.values_list("pk", flat=True)):
        with write():
            rows.filter(pk=pk).update(**values)


def _shift_all(hands: QuerySet[Hand], gap: timedelta, now: datetime) -> int:
    """Give hands the gap; return how many have a turn or draw that is running."""
    return sum(_try_shift(pk, gap, now) for pk in list(hands.values_list("pk", flat=True)))


def _try_shift(hand_id: int, gap: timedelta, now: datetime) -> bool:
    """Give one hand the gap; a hand that cannot be read neither holds up the others nor keeps the site down."""
    try:
        return _shift(hand_id, gap, now)
    except DatabaseError:
        raise
    except Exception as fault:  # only its type is logged: its message may name cards
        log.error("hand %s cannot be given time back (%s): manage.py check_hands", hand_id, type(fault).__name__)
        return False


def _shift(hand_id: int, gap: timedelta, now: datetime) -> bool:
    """Move the start of a hand's turn and draw by the gap; return whether one is running."""
    with write():
        hand = services.locked(hand_id)
        folded = fold(hand)
        drawing = hand.drawn_at is not None and bool(folded.drawing)
        if folded.state.result is not None:
            return False
        if hand.turn_at is not None:
            away = RETURN if gap > timedelta() else timedelta()
            hand.turn_at = min(now, hand.turn_at + gap + away)
        if drawing and hand.drawn_at is not None:
            # no card that was seen goes back to the deck: the last sign may be older than the last card
            hand.drawn_at = min(now, hand.drawn_at + (gap - EVERY if gap > EVERY else gap))
        hand.claim = put_off(hand, gap)
        Hand.objects.filter(pk=hand.pk).update(drawn_at=hand.drawn_at, claim=hand.claim)
        services.reschedule(hand, services.seats_of(hand.match.room))
    return drawing or hand.turn_at is not None


class Heart:
    """A thread of a serving process that writes heartbeats until it is stopped."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def start(self) -> None:
        """Beat once, before the house plays for anybody, and keep beating."""
        beat(booting=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop beating."""
        self._stopping.set()
        self._thread.join(5)

    def _run(self) -> None:
        while not self._stopping.wait(EVERY.total_seconds()):
            close_old_connections()
            beat_on()
