"""The live table: a room, its seats and its hand in play as this process last knew them.

The rows are the truth. Each look reads the room and its seats with one statement; the hand in play and
the score are read again only where the room's version is another than was known. A move that starts from here
stands only where the rows still have that number (``services.take_action``).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.accounts.models import User
from games.foundation.compiled_queries import CompiledQuery
from games.matches import played_hands
from games.matches.fold import Folded, fold
from games.matches.models import Hand, Player
from games.rooms.models import Room, Seat
from games.rules.core import Played, Standing
from games.rules.registry import GAMES

#: Rooms kept in this process; any of them may be dropped at any time.
KEPT = 2048
#: A version that is in no memory: the rows are read.
ROWS = float("inf")

# A row is a seat's columns, its room's and those of the room's host, then its user's and whose it will be.
_seats = CompiledQuery(
    lambda code: Seat.objects.select_related("user", "reserved_for", "room__host").filter(room__code=code), "<code>"
)
_ROOM = len(Seat._meta.concrete_fields)
_VERSION = _ROOM + [column.attname for column in Room._meta.concrete_fields].index("version")
_PEOPLE = _ROOM + len(Room._meta.concrete_fields) + len(User._meta.concrete_fields)
_newest_hand = CompiledQuery(
    lambda room: (
        Hand.objects.select_related("match__room").filter(match__room=room).order_by("-match_id", "-number")[:1]
    ),
    -1,
).one


@dataclass(frozen=True, slots=True)
class LiveRoom:
    """A room at one version. Its rows are shared between threads: nobody changes them."""

    room: Room
    seats: tuple[Seat, ...]
    hand: Hand | None = None
    folded: Folded | None = None
    played: tuple[Played, ...] = ()
    standing: Standing | None = None
    # seats whose owners came after a hand that is over
    came_after: frozenset[int] = frozenset()
    # by seat, the level of the AI player in whose place somebody has come; known where it may matter (``_newcomers``)
    newcomers: Mapping[int, str] = field(default_factory=dict)
    # what the database said of seats and room: of what it says the same nothing is made again
    rows: tuple[tuple[Any, ...], ...] = field(default=(), compare=False, repr=False)
    # the seats by those who have them, or have reserved them
    _owners: dict[int | None, Seat] = field(default_factory=dict, init=False, compare=False, repr=False)

    def by_number(self) -> dict[int, Seat]:
        """Return the seats by their number."""
        return {seat.number: seat for seat in self.seats}

    def row_of(self, user: Any) -> Seat | None:
        """Return the row of the seat that a person has, or has reserved."""
        if not user:
            return None
        if not self._owners:  # every viewer of every picture asks
            owners: dict[int | None, Seat] = {}
            for seat in reversed(self.seats):
                owners |= {seat.reserved_for_id: seat, seat.user_id: seat}
            owners.pop(None, None)
            self._owners.update(owners)  # at once: threads share a room, and none may find half of them
        return self._owners.get(user.pk)

    def after_move(self, folded: Folded, due_at: datetime | None, turn_at: datetime | None) -> LiveRoom:
        """Return the room one move later, the hand not yet over, as its rows are once the move is stored."""
        hand, room = copy(self.hand), copy(self.room)
        assert hand is not None
        hand.version, hand.due_at, hand.turn_at = folded.seq, due_at, turn_at
        room.version += 1
        return replace(self, room=room, hand=hand, folded=folded)


_kept: OrderedDict[str, LiveRoom] = OrderedDict()
_lock = threading.Lock()


def load(code: str) -> LiveRoom:
    """Return a room as its rows are; ``Room.DoesNotExist`` where there is none.

    The version is read first: what is returned may be newer than its number says, never older.
    Not to be called in a transaction that has written something: that may yet be rolled back.
    """
    rows = tuple(_seats.rows(code))
    if not rows:
        raise Room.DoesNotExist
    known = _recall(code)
    if known is None or known.room.version != rows[0][_VERSION]:
        return _keep(_gathered(rows, known))
    if known.rows == rows:
        return known
    room = known.room if _room(known.rows[0]) == _room(rows[0]) else _seats.instance(rows[0]).room
    return _keep(replace(known, room=room, seats=_made(rows, known), rows=rows))


def at_least(code: str, version: float) -> LiveRoom:
    """Return a room at a version or later: from memory if this process knows it, else from its rows."""
    known = _recall(code)
    return known if known is not None and known.room.version >= version else load(code)


def stands(live: LiveRoom) -> None:
    """Remember the room that a committed transaction has left, unless a later one is known."""
    with _lock:
        known = _kept.get(live.room.code)
        if known is None or known.room.version < live.room.version:
            _put(live)


def drop(code: str) -> None:
    """Forget a room that nobody watches here any more."""
    with _lock:
        _kept.pop(code, None)


def forget() -> None:
    """Drop every room; what follows reads their rows."""
    with _lock:
        _kept.clear()


def _gathered(rows: tuple[tuple[Any, ...], ...], known: LiveRoom | None) -> LiveRoom:
    room, seats = _seats.instance(rows[0]).room, _made(rows, known)
    hand = _newest_hand(room.pk)
    if hand is None:
        return LiveRoom(room, seats, rows=rows)
    folded = fold(hand)
    played, standing = _score(hand, folded)
    came_after = _came_after(hand, seats) if folded.state.result is not None else frozenset()
    return LiveRoom(room, seats, hand, folded, played, standing, came_after, _newcomers(hand, seats), rows)


def _score(hand: Hand, folded: Folded) -> tuple[tuple[Played, ...], Standing]:
    """Return the finished hands of a hand's match, and where the match stands after them."""
    played = tuple(played_hands.played(hand.match_id)) if hand.number > 1 or hand.scored_at else ()
    if folded.state.result is not None and len(played) < hand.number:
        # Over, and not scored when they were asked for: what the background is about to store.
        played = (*played, Played(hand.context, folded.state.result))
    game = GAMES[hand.match.game]
    return played, game.standing(game.resolve(hand.match.options), list(played))


def _came_after(hand: Hand, seats: Sequence[Seat]) -> frozenset[int]:
    """Return the seats whose owners had no part in a finished hand: they joined later in its match, or after it."""
    players = Player.objects.filter(match_id=hand.match_id).values_list("seat", "user_id", "came_in")
    had = {(seat, user) for seat, user, came_in in players if came_in <= hand.number}
    return frozenset(seat.number for seat in seats if (seat.number, seat.user_id) not in had)


def _newcomers(hand: Hand, seats: Sequence[Seat]) -> dict[int, str]:
    """Return who has come into a match since it began: seat → level of the AI player that was there. Asked only
    where guests play with others: the match would not be rated if they had been there from the beginning."""
    people = [seat.user for seat in seats if seat.user is not None]
    if len(people) < 2 or not any(user.is_guest for user in people):
        return {}
    return dict(Player.objects.filter(match_id=hand.match_id).exclude(before="").values_list("seat", "before"))


def _made(rows: Sequence[tuple[Any, ...]], known: LiveRoom | None) -> tuple[Seat, ...]:
    """Return the seats of rows: those that are as they were known, and the others made anew."""
    before = {_own(row): seat for row, seat in zip(known.rows, known.seats, strict=True)} if known else {}
    return tuple(before.get(_own(row)) or _seats.instance(row) for row in rows)


def _own(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what a row says of its seat and of the people on it."""
    return row[:_ROOM] + row[_PEOPLE:]


def _room(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what a row says of its room and of the host, but for the version."""
    return row[_ROOM:_VERSION] + row[_VERSION + 1 : _PEOPLE]


def _recall(code: str) -> LiveRoom | None:
    with _lock:
        return _kept.get(code)


def _keep(live: LiveRoom) -> LiveRoom:
    with _lock:
        _put(live)
    return live


def _put(live: LiveRoom) -> None:
    _kept[live.room.code] = live
    _kept.move_to_end(live.room.code)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
