"""A move made from the live room: judged in memory and stored by conditional statements: three on SQLite, one on
PostgreSQL, where each is a round trip.

It is stored only if the rows of hand and room are still those it was judged by; otherwise ``services.take_action``
judges it by the rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, connection
from django.utils import timezone

from games.foundation.observability import metrics
from games.foundation.transactions import write
from games.matches import clock, events, live_room
from games.matches.claim_state import holds_play
from games.matches.fold import Folded, keep
from games.matches.judging import HOUSE_FOR, Stale, entry_of, judged, plays_for, searches
from games.matches.live_room import LiveRoom
from games.matches.models import Entry, Hand
from games.rooms.models import Seat
from games.rules.core import Illegal, Malformed


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move: the room and the hand before and after it, and what its entry holds."""

    before: LiveRoom
    after: Folded
    # the hand's row as the move leaves it
    hand: Hand
    action: dict[str, Any]
    by: str
    key: str

    @property
    def room_after(self) -> LiveRoom:
        """The room as the move leaves it."""
        return self.before.after_move(self.hand, self.after)


_action = Entry._meta.get_field("action")


class _Moved(Exception):
    """The rows are no longer those that the move was judged by."""


def judge(
    live: LiveRoom, hand_id: int, seat: int, raw: Mapping[str, Any], *, seq: int, key: str, by: str
) -> Move | None:
    """Return a move, or None if the live room does not allow it or it must write more rows than a move does."""
    hand, before, seats = live.hand, live.folded, live.by_number()
    if hand is None or before is None or (hand.pk, before.seq, before.seq) != (hand_id, hand.version, seq):
        return None
    if hand.match.ended_at is not None or hand.replaced_by_id is not None or _writes_seat(seats.get(seat), by):
        return None
    if by != Entry.By.HOUSE and holds_play(hand, before):
        return None
    now = timezone.now()
    action = entry_of(before, hand, seat, raw, by, now)
    try:
        after = before.after(judged(before, action, seq))
    except (Stale, Illegal, Malformed):
        return None
    if by in HOUSE_FOR and not plays_for(seat, seats, before, hand, now):
        return None
    hand = live_room.copied(hand)
    people = clock.people_to_act(before, seats)
    hand.turn_at = clock.turn_began(hand, people, clock.people_to_act(after, seats), seat, now)
    hand.due_at = clock.due(hand, after, seats, now)
    hand.version = after.seq
    return Move(live, after, hand, action, by, key)


# Plain SQL: Django would compile it at every move.
_HAND = "UPDATE hands_hand SET version = %(seq)s + 1, due_at = %(due)s, turn_at = %(turn)s"
_HAND += " WHERE id = %(hand)s AND version = %(seq)s"
_ENTRY = 'INSERT INTO hands_entry (hand_id, seq, action, "by", key, at)'
_ENTRY += " VALUES (%(hand)s, %(seq)s, %(action)s, %(by)s, %(key)s, %(at)s)"
_ROOM = "UPDATE rooms_room SET version = version + 1 WHERE id = %(room)s AND version = %(version)s"
#: The three as one statement, which stores all or nothing. It locks both rows first, the hand before the room as
#: everywhere, and PostgreSQL checks them again if it had to wait for a lock; so a changed row is found before anything
#: is written. Of two presses on one picture, one fails at the hand's row or at the unique keys of entries.
_AT_ONCE = """
WITH hand AS MATERIALIZED (
    SELECT id FROM hands_hand WHERE id = %(hand)s AND version = %(seq)s FOR UPDATE
), room AS MATERIALIZED (
    SELECT rooms_room.id, hand.id AS hand_id FROM hand, rooms_room
    WHERE rooms_room.id = %(room)s AND rooms_room.version = %(version)s FOR UPDATE OF rooms_room
), moved AS (
    UPDATE hands_hand SET version = %(seq)s + 1, due_at = %(due)s, turn_at = %(turn)s
    FROM room WHERE hands_hand.id = room.hand_id
), raised AS (
    UPDATE rooms_room SET version = rooms_room.version + 1 FROM room WHERE rooms_room.id = room.id
)
INSERT INTO hands_entry (hand_id, seq, action, "by", key, at)
SELECT hand_id, %(seq)s, %(action)s::jsonb, %(by)s, %(key)s, %(at)s::timestamptz FROM room
"""


def store(move: Move, *, draws: bool = False) -> bool:
    """Store a move; return whether it was stored. ``draws``: the caller draws it for the sockets of this process."""
    try:
        if connection.vendor == "postgresql" and not connection.in_atomic_block:
            _run(move, _AT_ONCE)  # a transaction by itself
            _notify(move, draws)
        else:
            with write():
                _run(move, *((_AT_ONCE,) if connection.vendor == "postgresql" else (_HAND, _ENTRY, _ROOM)))
                _notify(move, draws)
    except (_Moved, IntegrityError):
        metrics.JUDGED_AGAIN.inc()
        return False
    return True


def _run(move: Move, *statements: str) -> None:
    """Run statements, each of which must match exactly one row."""
    room, hand = move.before.room, move.hand
    as_time = connection.ops.adapt_datetimefield_value
    values = {
        "room": room.pk,
        "version": room.version,
        "hand": hand.pk,
        "due": as_time(hand.due_at),
        "turn": as_time(hand.turn_at),
        "seq": hand.version - 1,
        "action": _action.get_db_prep_save(move.action, connection),
        "by": move.by,
        "key": move.key,
        "at": as_time(timezone.now()),
    }
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement, values)
            if cursor.rowcount != 1:
                raise _Moved


def _notify(move: Move, draws: bool) -> None:
    """On commit: remember the room after the move, and notify sockets and workers."""
    room, hand, after = move.before.room, move.hand, move.after

    def remember() -> None:
        keep(hand.pk, after)
        if after.state.result is None:  # after a hand more is shown than this live room holds
            live_room.remember(move.room_after)
        metrics.MOVES.labels(hand.match.game, move.by).inc()

    think = searches(after, move.before.by_number())
    version = room.version + 1
    events.moved(room, hand.pk, after.seq, hand.due_at, remember, searches=think, version=version, draws=draws)


def _writes_seat(seat: Seat | None, by: str) -> bool:
    """Return whether a move writes its seat's row too: turns that the clock plays are counted, and a person's own
    press takes the seat back."""
    if seat is None or seat.user_id is None:
        return False
    return (by == Entry.By.PERSON and bool(seat.missed or seat.autoplay or seat.left_at)) or (
        by == Entry.By.CLOCK and not seat.autoplay
    )
