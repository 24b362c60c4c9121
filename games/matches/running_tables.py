"""Tables with a running match, for people looking for company or for play to watch: who sits there, and the score.

Listed are tables that anyone may find: public ones, those of «Play now» not kept private, and those for friends, shown
to friends of their host. Never listed: sealed and learning tables, and given deals. No hand is read: only what
everybody can see, in a number of statements that does not grow with the tables.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.accounts.models import User
from games.foundation.compiled_queries import CompiledQuery, QueryOfMany
from games.matches.models import Hand, Match
from games.rooms.access import FINDABLE, open_to, takeable
from games.rooms.models import DAY, Room, Seat
from games.rooms.presence import GOODBYE, LEASE
from games.rooms.seat_rows import SeatRow, seats_by_room
from games.rules.core import Played, Standing
from games.rules.registry import GAMES

#: Tables in one list.
LISTED = 30
#: How long a table is listed after it was opened.
RECENT = timedelta(hours=12)
#: Placeholders for the times of a call: the oldest lease, the last goodbye, the oldest table.
_TIMES = tuple(datetime(2000, 1, day, tzinfo=UTC) for day in (1, 2, 3))


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A table with a running match. ``hand``: the number of the hand in play, or of the next."""

    room: Room
    seats: Sequence[SeatRow]
    hand: int
    standing: Standing

    @property
    def takeable(self) -> int | None:
        """The number of a seat that a newcomer may take at the next hand, if there is one."""
        return next((seat.number for seat in self.seats if takeable(self.room, seat, running=True)), None)


def with_a_seat(user: User | None, game: str = "") -> list[Match]:
    """Return the matches where a person plays among AI players whose seats the viewer may take, newest first. ``game``:
    only those of this game."""
    if game:
        of_game = _seats_to_take(_going(*_times())).filter(game=game)
        return list(_open_to_all(of_game) if user is None else _open_for(of_game, user.pk))
    return _to_join_for(user.pk, *_times()) if user is not None else _to_join(*_times())


def to_watch(user: User | None) -> list[RunningTable]:
    """Return the tables that a viewer may watch, newest first."""
    return tables(_to_watch_for(user.pk, *_times()) if user is not None else _to_watch(*_times()))


def of_rooms(rooms: Collection[int]) -> list[RunningTable]:
    """Return the tables of rooms, by id, where a match is running, newest first: somebody must be there, unless a turn
    may take days. The caller makes sure that the viewer may see them."""
    present, goodbye, opened = _times()
    now = Q(_somebody_plays(present, goodbye), room__created_at__gt=opened)
    over_days = Q(Exists(_playing()), room__clock__gte=DAY)
    return tables(_matches().filter(now | over_days, room__in=rooms)[:LISTED])


def _times() -> tuple[datetime, datetime, datetime]:
    now = timezone.now()
    return now - LEASE, now - GOODBYE, now - RECENT


def _going(present: datetime, goodbye: datetime, opened: datetime) -> QuerySet[Match]:
    """Return those of ``_matches`` where somebody is present and plays, at tables opened after ``opened``."""
    return _matches().filter(_somebody_plays(present, goodbye), room__created_at__gt=opened)


def _matches() -> QuerySet[Match]:
    """Return the running matches, except at practice, sealed, closed and learning tables."""
    matches = Match.objects.filter(ended_at=None, practice=False, room__waiting=False)
    matches = matches.filter(room__sealed=False, room__closed_at=None, room__learning=Room.Learning.NO)
    return matches.select_related("room").order_by("-room_id")


def _playing() -> QuerySet[Seat]:
    """Return the seats of people who play themselves."""
    return Seat.objects.filter(room=OuterRef("room"), user__isnull=False, autoplay=False)


def _somebody_plays(present: datetime, goodbye: datetime) -> Exists:
    """Return the condition that somebody is present and plays."""
    here = _playing().filter(Q(left_at=None) | Q(left_at__gt=goodbye), seen_at__gt=present)
    return Exists(here)


def _seats_to_take(matches: QuerySet[Match]) -> QuerySet[Match]:
    free = Seat.objects.filter(room=OuterRef("room"), level__gt="", reserved_for=None)
    return matches.filter(Exists(free), room__take_over=True)


def _open_to_all(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.filter(Exists(Room.objects.filter(FINDABLE, pk=OuterRef("room"))))[:LISTED]


def _open_for(matches: QuerySet[Match], user: int) -> QuerySet[Match]:
    return matches.filter(Exists(open_to(Room.objects.filter(pk=OuterRef("room")), user)))[:LISTED]


_to_join: CompiledQuery[Match] = CompiledQuery(lambda *times: _open_to_all(_seats_to_take(_going(*times))), *_TIMES)
_to_join_for: CompiledQuery[Match] = CompiledQuery(
    lambda user, *times: _open_for(_seats_to_take(_going(*times)), user), -1, *_TIMES
)
_to_watch: CompiledQuery[Match] = CompiledQuery(
    lambda *times: _open_to_all(_going(*times).filter(room__onlookers=True)), *_TIMES
)
_to_watch_for: CompiledQuery[Match] = CompiledQuery(
    lambda user, *times: _open_for(_going(*times).filter(room__onlookers=True), user), -1, *_TIMES
)
_scored = QueryOfMany(
    lambda matches: (
        Hand.objects.filter(match__in=matches, scored_at__isnull=False)
        .order_by("match_id", "number")
        .values_list("match_id", "context", "result")
    )
)


def tables(matches: Collection[Match], seated: Mapping[int, Sequence[SeatRow]] | None = None) -> list[RunningTable]:
    """Return the tables of some matches. ``seated``: who sits there, by the room's id, if already known."""
    if seated is None:
        seated = seats_by_room([match.room_id for match in matches])
    played: dict[int, list[Played]] = {match.pk: [] for match in matches}
    for match, context, result in _scored(played):
        played[match].append(Played(context, result))
    return [
        RunningTable(
            match.room, seated[match.room_id], len(played[match.pk]) + 1, _standing(match, tuple(played[match.pk]))
        )
        for match in matches
    ]


def _standing(match: Match, played: Sequence[Played]) -> Standing:
    game = GAMES[match.game]
    return game.standing(game.resolve(match.options), played)
