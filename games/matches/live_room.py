"""The live table: a room, its seats and its hand in play as this process last knew them.

The rows are the truth. Each look reads the room and its seats with one statement; the hand in play and
the score are read again only if the room's version has changed. A move that starts from here is stored only if
the rows still have that version (``services.take_action``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django.db.models import FilteredRelation, Model, Q
from django.db.models.base import ModelState

from games.foundation.compiled_queries import CompiledQuery
from games.foundation.process_cache import ProcessCache
from games.matches import played_hands
from games.matches.fold import Folded, fold
from games.matches.models import Hand, Player
from games.rooms.models import Room, Seat
from games.rules.core import Played, Standing
from games.rules.registry import GAMES

M = TypeVar("M", bound=Model)
#: A version later than any known one, so that the rows are read.
ROWS = float("inf")

# A row has the columns of a seat, its room, its user and the person it is reserved for.
_seats = CompiledQuery(
    lambda code: Seat.objects.select_related("user", "reserved_for", "room").filter(room__code=code), "<code>"
)
_ROOM = len(Seat._meta.concrete_fields)
_VERSION = _ROOM + [column.attname for column in Room._meta.concrete_fields].index("version")
_PEOPLE = _ROOM + len(Room._meta.concrete_fields)
_newest_hand = CompiledQuery(
    lambda room: (
        Hand.objects.select_related("match__room").filter(match__room=room).order_by("-match_id", "-number")[:1]
    ),
    -1,
).one


@dataclass(frozen=True, slots=True)
class LiveRoom:
    """A room at one version. Threads share its instances, so nothing may change them."""

    room: Room
    seats: tuple[Seat, ...]
    hand: Hand | None = None
    folded: Folded | None = None
    played: tuple[Played, ...] = ()
    standing: Standing | None = None
    # seats whose owners came after a hand that is over
    came_after: frozenset[int] = frozenset()
    # by seat, its owner's rating (``mu``) before and after a match that is over, once it is rated for them, and the
    # number of matches that have moved it
    rating_changes: Mapping[int, tuple[float, float, int]] = field(default_factory=dict)
    # by seat, the level of the AI player whom somebody has replaced; filled only if it may matter (``_newcomers``)
    newcomers: Mapping[int, str] = field(default_factory=dict)
    # the seats that people got as guests; filled only if somebody is about to join
    guests: frozenset[int] = frozenset()
    # the raw rows of seats and room: instances of unchanged rows are used again
    rows: tuple[tuple[Any, ...], ...] = field(default=(), compare=False, repr=False)
    # the seats by the ids of the people who have them, or have reserved them
    _owners: dict[int | None, Seat] = field(default_factory=dict, init=False, compare=False, repr=False)

    def by_number(self) -> dict[int, Seat]:
        """Return the seats by their number."""
        return {seat.number: seat for seat in self.seats}

    def row_of(self, user: Any) -> Seat | None:
        """Return the row of the seat that a person has, or has reserved."""
        if not user:
            return None
        if not self._owners:  # every viewer of every picture asks
            owners = {seat.reserved_for_id: seat for seat in self.seats}
            owners |= {seat.user_id: seat for seat in self.seats}  # one that they have comes first
            owners.pop(None, None)
            self._owners.update(owners)  # in one step: threads share a room, and none may find half of them
        return self._owners.get(user.pk)

    def after_move(self, hand: Hand, folded: Folded) -> LiveRoom:
        """Return the room after a move that does not end the hand, as its rows are once the move is stored. ``hand``:
        the row of the hand as the move leaves it."""
        room = copied(self.room)
        room.version += 1
        rows = tuple([(*row[:_VERSION], room.version, *row[_VERSION + 1 :]) for row in self.rows])
        return replace(self, room=room, hand=hand, folded=folded, rows=rows)


def copied(instance: M) -> M:
    """Return a copy of a model instance. ``copy.copy`` would take it apart and put it together as for a pickle, which
    costs ten times as much."""
    twin = instance.__class__.__new__(instance.__class__)
    twin.__dict__.update(instance.__dict__)
    twin._state = ModelState()
    twin._state.__dict__.update(instance._state.__dict__)
    twin._state.fields_cache = {**instance._state.fields_cache}
    return twin


#: Rooms by code.
_rooms: ProcessCache[str, LiveRoom] = ProcessCache(2048)


def load(code: str) -> LiveRoom:
    """Return a room as its rows are. Raise ``Room.DoesNotExist`` if there is none.

    The version is read first: the room may be newer than its version says, never older.
    Do not call this in a transaction that has written something: it may yet be rolled back.
    """
    rows = tuple(_seats.rows(code))
    if not rows:
        raise Room.DoesNotExist
    known = _rooms.get(code)
    if known is None or known.room.version != rows[0][_VERSION]:
        return _keep(_build(rows, known))
    if known.rows == rows:
        return known
    room = known.room if _room(known.rows[0]) == _room(rows[0]) else _seats.instance(rows[0]).room
    return _keep(replace(known, room=room, seats=_seat_instances(rows, known), rows=rows))


def at_least(code: str, version: float) -> LiveRoom:
    """Return a room at a version or later: from memory if this process knows it, else from its rows."""
    known = _rooms.get(code)
    return known if known is not None and known.room.version >= version else load(code)


def remember(live: LiveRoom) -> None:
    """Remember the room that a committed transaction has left, unless a later one is known."""
    _rooms.set_if(live.room.code, live, lambda live, cached: live.room.version > cached.room.version)


def drop(code: str) -> None:
    """Forget a room that nobody watches here any more."""
    _rooms.drop(code)


def _build(rows: tuple[tuple[Any, ...], ...], known: LiveRoom | None) -> LiveRoom:
    room, seats = _seats.instance(rows[0]).room, _seat_instances(rows, known)
    hand = _newest_hand(room.pk)
    if hand is None:
        return LiveRoom(room, seats, rows=rows)
    folded = fold(hand)
    played, standing = _score(hand, folded)
    is_over = folded.state.result is not None or hand.match.ended_at is not None
    came_after, rating_changes = _owners_then(hand, seats) if is_over else (frozenset(), {})
    return LiveRoom(
        room,
        seats,
        hand,
        folded,
        played,
        standing,
        came_after,
        rating_changes,
        _newcomers(hand, seats),
        _guests(hand, seats),
        rows,
    )


def _score(hand: Hand, folded: Folded) -> tuple[tuple[Played, ...], Standing]:
    """Return the finished hands of a hand's match, and where the match stands after them."""
    played = tuple(played_hands.played(hand.match_id)) if hand.number > 1 or hand.scored_at else ()
    if folded.state.result is not None and len(played) < hand.number:
        # It is over but not scored yet: add the result that a task is about to store.
        played = (*played, Played(hand.context, folded.state.result))
    game = GAMES[hand.match.game]
    return played, game.standing(game.resolve(hand.match.options), list(played))


def _owners_then(hand: Hand, seats: Sequence[Seat]) -> tuple[frozenset[int], dict[int, tuple[float, float, int]]]:
    """Return the seats whose owners had no part in a hand that is over, because they joined later in its match or after
    it; and by seat, how the match has moved its owner's rating, and how many matches have."""
    of_game = FilteredRelation("user__ratings", condition=Q(user__ratings__game=hand.match.game))
    players = Player.objects.filter(match_id=hand.match_id, came_in__lte=hand.number).annotate(own=of_game)
    rows = players.values_list("seat", "user_id", "mu_before", "mu_after", "own__matches")
    changes = {(seat, user): change for seat, user, *change in rows}
    came_after = frozenset(seat.number for seat in seats if (seat.number, seat.user_id) not in changes)
    theirs = {seat.number: changes.get((seat.number, seat.user_id), (None, None, None)) for seat in seats}
    return came_after, {
        seat: (old, new, matches or 0)
        for seat, (old, new, matches) in theirs.items()
        if old is not None and new is not None
    }


def _newcomers(hand: Hand, seats: Sequence[Seat]) -> dict[int, str]:
    """Return who has joined a match since it began: seat → level of the AI player they replaced. Read only if it
    matters: if guests play with others, since the match would not be rated if they had been there from the beginning,
    or if somebody else is about to join."""
    people = [seat.user for seat in seats if seat.user is not None]
    is_coming = any(seat.reserved_for_id is not None for seat in seats)
    if len(people) < 2 or not (is_coming or any(user.is_guest for user in people)):
        return {}
    rows = Player.objects.filter(match_id=hand.match_id).exclude(replaced_level="")
    return dict(rows.values_list("seat", "replaced_level"))


def _guests(hand: Hand, seats: Sequence[Seat]) -> frozenset[int]:
    """Return the seats of a match that people got as guests, if somebody is about to join."""
    if all(seat.reserved_for_id is None for seat in seats):
        return frozenset()
    rows = Player.objects.filter(match_id=hand.match_id, joined_as_guest=True)
    return frozenset(rows.values_list("seat", flat=True))


def _seat_instances(rows: Sequence[tuple[Any, ...]], known: LiveRoom | None) -> tuple[Seat, ...]:
    """Return the seats of rows: the known instances of unchanged rows, and new ones of the others."""
    before = {_own(row): seat for row, seat in zip(known.rows, known.seats, strict=True)} if known else {}
    return tuple(before.get(_own(row)) or _seats.instance(row) for row in rows)


def _own(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row's columns of the seat and the people on it."""
    return row[:_ROOM] + row[_PEOPLE:]


def _room(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a row's columns of the room, without the version."""
    return row[_ROOM:_VERSION] + row[_VERSION + 1 : _PEOPLE]


def _keep(live: LiveRoom) -> LiveRoom:
    _rooms.set(live.room.code, live)
    return live
