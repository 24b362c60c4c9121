"""A person's matches, the newest first, filtered and paginated in the database."""

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
class Filters:
    """Filters of the list; empty ones have no effect.

    ``zone``: the time zone of ``since`` and ``until``, UTC by default; ``before``: the list continues after the match
    with this primary key.
    """

    game: str = ""
    person: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    zone: ZoneInfo | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """A match of a player, who had their seat from hand ``came_in`` on.

    ``scores``: by side, after each hand, as numbers for a chart; ``final``: the standing after the last hand.
    """

    match: Match
    seat: int
    came_in: int
    players: tuple[Player, ...]
    hands: tuple[Hand, ...]
    scores: tuple[tuple[int, ...], ...]
    final: tuple[Any, ...]

    @property
    def won(self) -> bool | None:
        """Whether the player has won, None while the match is running."""
        return None if self.match.ended_at is None else self.seat in (self.match.winners or ())


def page(user: User, filters: Filters) -> tuple[list[MatchHistory], int | None]:
    """Return a page of a person's matches, and ``Filters.before`` of the next page, None at the end."""
    rows = list(_seats(user, filters)[: PAGE + 1])
    return _histories(rows[:PAGE]), rows[PAGE - 1].match_id if len(rows) > PAGE else None


def _seats(user: User, filters: Filters) -> QuerySet[Player]:
    """Return a person's ``Player`` rows, the newest match first, in the order of one index."""
    seats = Player.objects.filter(user=user).select_related("match__room").order_by("-match_id")
    if filters.before is not None:
        seats = seats.filter(match_id__lt=filters.before)
    if filters.game:
        seats = seats.filter(match__game=filters.game)
    if filters.person:
        other = Player.objects.filter(match=OuterRef("match_id"), user__name=filters.person).exclude(user=user)
        seats = seats.filter(Exists(other))
    if filters.since:
        seats = seats.filter(match__started_at__gte=_midnight(filters.since, filters.zone))
    if filters.until:
        seats = seats.filter(match__started_at__lt=_midnight(filters.until + timedelta(days=1), filters.zone))
    if filters.result == "open":
        seats = seats.filter(match__ended_at=None)
    elif filters.result:
        seats = seats.filter(match__ended_at__isnull=False).annotate(won=Cast("match__winners", TextField()))
        mine = Q()
        for seat in range(4):  # a list of seats as text: each is one digit
            mine |= Q(seat=seat, won__contains=str(seat))
        seats = seats.filter(mine) if filters.result == "won" else seats.exclude(mine)
    return seats


def _histories(rows: Iterable[Player]) -> list[MatchHistory]:
    rows = list(rows)
    matches = [row.match_id for row in rows]
    players: dict[int, list[Player]] = {}
    for player in Player.objects.filter(match_id__in=matches).select_related("user").order_by("match_id", "seat"):
        players.setdefault(player.match_id, []).append(player)
    hands: dict[int, list[Hand]] = {}
    finished = Hand.objects.filter(match_id__in=matches, scored_at__isnull=False).defer("deck", "salt", "ready")
    for hand in finished.order_by("match_id", "number"):
        hands.setdefault(hand.match_id, []).append(hand)
    return [_history(row, players[row.match_id], hands.get(row.match_id, [])) for row in rows]


def _history(row: Player, players: list[Player], hands: list[Hand]) -> MatchHistory:
    game = GAMES[row.match.game]
    options = game.resolve(row.match.options)
    played = [Played(hand.context, hand.result or {}) for hand in hands]
    standings = [game.standing(options, played[: count + 1]).scores for count in range(len(played))]
    final = standings[-1] if standings else game.standing(options, ()).scores
    scores = tuple(tuple(map(_number, scores)) for scores in standings)
    return MatchHistory(row.match, row.seat, row.came_in, tuple(players), tuple(hands), scores, tuple(final))


def _number(score: Any) -> int:
    """Return a score as a number; a rank (of the level to play) is its index."""
    return RANKS.index(score) if isinstance(score, str) else int(score)


def sides(course: MatchHistory) -> list[int]:
    """Return, by seat, the side whose score is the seat's."""
    game: Game = GAMES[course.match.game]
    options = game.resolve(course.match.options)
    return [game.side(player.seat, options) for player in course.players]


def _midnight(day: date, zone: ZoneInfo | None) -> datetime:
    return datetime.combine(day, time.min, zone or UTC)
