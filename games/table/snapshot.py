"""The data behind all viewers' pictures of a room at one moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from django.utils import timezone

from games.matches import clock, live_room, shuffling
from games.matches.fold import Folded
from games.matches.live_room import LiveRoom
from games.matches.models import Hand, Match
from games.rooms import chat, onlookers
from games.rooms.models import Room, Seat
from games.rooms.presence import is_here
from games.rules.core import Played, Standing

T = TypeVar("T")
#: Fields that scenes have in common: the room's, and its hand's.
InCommon = tuple[dict[str, Any], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class RoomSnapshot:
    """The data that all viewers' scenes of a room share at one moment. It holds hidden cards (``folded``)
    and never leaves the server: ``scene`` takes from it what one viewer may see."""

    live: LiveRoom
    room: Room
    seats: tuple[Seat, ...]
    match: Match | None
    hand: Hand | None
    folded: Folded | None
    played: tuple[Played, ...]
    standing: Standing | None
    dealt: int | None
    at: datetime
    heard: chat.ChatLog = chat.EMPTY_LOG
    onlookers: int = 0
    promise: str = ""
    # seats whose owners came after a hand that is over
    came_after: frozenset[int] = frozenset()
    # whether a match is running
    running: bool = field(init=False, compare=False)
    # what all viewers' scenes have in common, by language (``_in_common``)
    common: dict[str | None, InCommon] = field(default_factory=dict, init=False, compare=False, repr=False)
    # results computed from it for all viewers, by function (``once``)
    known: dict[Callable[[RoomSnapshot], Any], Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        running = self.match is not None and self.match.ended_at is None and not self.room.waiting
        object.__setattr__(self, "running", running)

    @property
    def picture(self) -> int:
        """The number of the picture: the room's version, then the cards a draw has dealt."""
        return self.room.version * 1000 + (self.dealt or 0)

    @property
    def moves(self) -> int:
        """The number of moves and hands that the picture shows; a move adds one, a deal more."""
        if self.hand is None or self.folded is None:
            return 0
        return self.hand.number * 1000 + self.folded.seq

    def seat_of(self, user: Any) -> int | None:
        """Return the seat of a person at this table, or None for an onlooker."""
        row = self.row_of(user)
        return row.number if row is not None and row.user_id == user.pk else None

    def row_of(self, user: Any) -> Seat | None:
        """Return the row of the seat that a person has or has reserved."""
        return self.live.row_of(user)


def once(snapshot: RoomSnapshot, work_out: Callable[[RoomSnapshot], T]) -> T:
    """Return a function's result for a snapshot, computed once for all its viewers."""
    if work_out not in snapshot.known:
        snapshot.known[work_out] = work_out(snapshot)
    return snapshot.known[work_out]  # type: ignore[no-any-return]


def options_of(snapshot: RoomSnapshot) -> dict[str, Any]:
    """Return every option of the room with its value."""
    return snapshot.room.resolved()


def who_is_here(snapshot: RoomSnapshot) -> tuple[bool, ...]:
    """Return whether each seat's owner is present; this changes without any action."""
    return tuple([is_here(seat, snapshot.at) for seat in snapshot.seats])


def load_snapshot(code: str, version: float = live_room.ROWS) -> RoomSnapshot:
    """Return a room's snapshot. Raises ``Room.DoesNotExist`` if there is no such room. If this process knows
    ``version`` or a later one, it is taken from memory; otherwise the rows are read.

    A picture may be newer than its number says, never older (``live_room.load``).
    """
    return snapshot_of(live_room.at_least(code, version))


def snapshot_of(live: LiveRoom) -> RoomSnapshot:
    """Return the snapshot of a room at this moment."""
    room, hand, folded = live.room, live.hand, live.folded
    now, heard, outside = timezone.now(), chat.chat_log(room, live.seats), onlookers.known_onlookers(room.code)
    if hand is None or folded is None:
        promise = shuffling.promised(room)
        return RoomSnapshot(live, room, live.seats, None, None, None, (), None, None, now, heard, outside, promise)
    return RoomSnapshot(
        live,
        room,
        live.seats,
        hand.match,
        hand,
        folded,
        live.played,
        live.standing,
        clock.dealt(hand, folded, now),
        now,
        heard,
        outside,
        hand.promised,
        live.came_after,
    )
