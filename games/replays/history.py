"""A person's matches and hands, the newest first: filtered and paged in the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast

from games.accounts.models import User
from games.matches.models import Hand, Match, Player
from games.rules.cards import RANKS
from games.rules.core import Game, Played
from games.rules.registry import GAMES

#: matches on a page
PAGE = 12
RESULTS = ("won", "lost", "open")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; nothing is left out where a field is empty. ``zone``: where the days of
    ``since`` and ``until`` begin, UTC if not said; ``before``: the number of a match, the page begins
    after it."""

    game: str = ""
    person: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    zone: ZoneInfo | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """A match as its player looks back on it, who had his seat from hand ``came_in`` on. ``scores``:
    by side, after each hand, as numbers that can be drawn; ``told``: the standing after the last."""

    match: Match
    seat: int
    came_in: int
    players: tuple[Player, ...]
    hands: tuple[Hand, ...]
    scores: tuple[tuple[int, ...], ...]
    told: tuple[Any, ...]

    @property
    def won(self) -> bool | None:
        """Whether its player has won, None while it goes on."""
        return None if self.match.ended_at is None else self.seat in (self.match.winners or ())


def page(user: User, wanted: Wanted) -> tuple[list[Course], int | None]:
    """Return a page of a person's matches, and where the next page begins, None at the end."""
    found = list(_seats(user, wanted)[: PAGE + 1])
    rows, more = found[:PAGE], found[PAGE:]
    courses = _courses(rows)
    return courses, rows[-1].match_id if more else None


def _seats(user: User, wanted: Wanted) -> QuerySet[Player]:
    """Return the seats a person has had, newest match first: a walk along one index."""
    seats = Player.objects.filter(user=user).select_related("match__room").order_by("-match_id")
    if wanted.before is not None:
        seats = seats.filter(match_id__lt=wanted.before)
    if wanted.game:
        seats = seats.filter(match__game=wanted.game)
    if wanted.person:
        other = Player.objects.filter(match=OuterRef("match_id"), user__name=wanted.person).exclude(user=user)
        seats = seats.filter(Exists(other))
    if wanted.since:
        seats = seats.filter(match__started_at__gte=_midnight(wanted.since, wanted.zone))
    if wanted.until:
        seats = seats.filter(match__started_at__lt=_midnight(wanted.until + timedelta(days=1), wanted.zone))
    if wanted.result == "open":
        seats = seats.filter(match__ended_at=None)
    elif wanted.result:
        seats = seats.filter(match__ended_at__isnull=False).annotate(won=Cast("match__winners", TextField()))
        mine = Q()
        for seat in range(4):  # a list of seats as text: each is one digit
            mine |= Q(seat=seat, won__contains=str(seat))
        seats = seats.filter(mine) if wanted.result == "won" else seats.exclude(mine)
    return seats


def _courses(rows: Iterable[Player]) -> list[Course]:
    rows = list(rows)
    matches = [row.match_id for row in rows]
    players: dict[int, list[Player]] = {}
    for player in Player.objects.filter(match_id__in=matches).select_related("user").order_by("match_id", "seat"):
        players.setdefault(player.match_id, []).append(player)
    hands: dict[int, list[Hand]] = {}
    finished = Hand.objects.filter(match_id__in=matches, scored_at__isnull=False).defer("deck", "salt", "ready")
    for hand in finished.order_by("match_id", "number"):
        hands.setdefault(hand.match_id, []).append(hand)
    return [_course(row, players[row.match_id], hands.get(row.match_id, [])) for row in rows]


def _course(row: Player, players: list[Player], hands: list[Hand]) -> Course:
    game = GAMES[row.match.game]
    options = game.resolve(row.match.options)
    played = [Played(hand.context, hand.result or {}) for hand in hands]
    standings = [game.standing(options, played[: count + 1]).scores for count in range(len(played))]
    told = standings[-1] if standings else game.standing(options, ()).scores
    scores = tuple(tuple(map(_number, scores)) for scores in standings)
    return Course(row.match, row.seat, row.came_in, tuple(players), tuple(hands), scores, tuple(told))


def _number(score: Any) -> int:
    """Return a score as a number: a level is its place among the ranks."""
    return RANKS.index(score) if isinstance(score, str) else int(score)


def sides(course: Course) -> list[int]:
    """Return, by seat, the side whose score is the seat's."""
    game: Game = GAMES[course.match.game]
    options = game.resolve(course.match.options)
    return [game.side(player.seat, options) for player in course.players]


def _midnight(day: date, zone: ZoneInfo | None) -> datetime:
    return datetime.combine(day, time.min, zone or UTC)
