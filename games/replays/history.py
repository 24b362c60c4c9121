"""A person's matches, newest first, filtered and paginated in the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, TextField, Window
from django.db.models.functions import Cast, RowNumber

from games.accounts.models import User
from games.community import rating_scale
from games.community.models import Rating
from games.community.rating_rules import is_rated
from games.foundation.compiled_queries import CompiledQuery, QueryOfMany
from games.foundation.process_cache import ProcessCache
from games.matches.models import Hand, Match, Player
from games.rooms.models import Seat
from games.rules.cards import RANKS
from games.rules.core import Game, Played
from games.rules.registry import GAMES

#: matches on a page
PAGE = 12
RESULTS = ("won", "lost", "open")


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of the list; an empty one has no effect.

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


class ScoredHand(NamedTuple):
    """A hand that was played to its end."""

    pk: int
    number: int


class Occupant(NamedTuple):
    """The occupant of a seat; ``name``: a person's, None if their account is gone; ``sits``: whether they
    have a seat at its table now; ``rated``: how many matches have moved their rating, None without one."""

    seat: int
    level: str
    name: str | None
    sits: bool
    rated: int | None


class MatchScores(NamedTuple):
    """The scores of a match: its scored hands, each side's score after each as numbers, and the last standing."""

    hands: tuple[ScoredHand, ...]
    scores: tuple[tuple[int, ...], ...]
    final: tuple[Any, ...]


#: Scores of finished matches, by primary key.
_finished: ProcessCache[int, MatchScores] = ProcessCache(2048)


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """A player's match; they had their seat from hand ``came_in`` on.

    ``scores``: by side, after each hand, as numbers for a chart; ``final``: the standing after the last hand;
    ``rating``: what it has changed of theirs, if it is rated for them.
    """

    row: Match
    seat: int
    came_in: int
    players: tuple[Occupant, ...]
    hands: tuple[ScoredHand, ...]
    scores: tuple[tuple[int, ...], ...]
    final: tuple[Any, ...]
    rating: rating_scale.RatingChange | None

    @property
    def won(self) -> bool | None:
        """Whether the player has won; None while the match is running, or if it is a single deal that many play."""
        return None if self.row.winners is None else self.seat in (self.row.winners or ())

    @property
    def goes_on(self) -> bool:
        """Whether the player can go on with the match: whoever has left a tournament has no seat there any more."""
        return self.row.ended_at is None and any(one.sits for one in self.players if one.seat == self.seat)


def page(user: User, filters: Filters) -> tuple[list[MatchHistory], int | None]:
    """Return a page of a person's matches, and ``Filters.before`` of the next page, None at the end."""
    rows = _newest(user.pk) if filters == Filters(zone=filters.zone) else list(_seats(user.pk, filters)[: PAGE + 1])
    return _histories(rows[:PAGE], user), rows[PAGE - 1].match_id if len(rows) > PAGE else None


def _seats(user: int, filters: Filters) -> QuerySet[Player]:
    """Return a person's ``Player`` rows, latest match first, in the order of one index."""
    seats = Player.objects.filter(user=user).select_related("match__room", "match__room_board").order_by("-match_id")
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
        seats = seats.filter(match__ended_at__isnull=False, match__winners__isnull=False).annotate(
            won=Cast("match__winners", TextField())
        )
        mine = Q()
        for seat in range(10):  # a list of seats as text; each is one digit
            mine |= Q(seat=seat, won__contains=str(seat))
        seats = seats.filter(mine) if filters.result == "won" else seats.exclude(mine)
    return seats


def _histories(rows: Iterable[Player], user: User) -> list[MatchHistory]:
    rows = list(rows)
    matches = {row.match_id: row.match for row in rows}
    occupants: dict[int, list[Occupant]] = {pk: [] for pk in matches}
    for match, *occupant in _occupants(matches):
        occupants[match].append(Occupant(*occupant))
    scores = _scores(matches)
    ratings = _ratings(rows, user, {(pk, one.seat): one.rated or 0 for pk, those in occupants.items() for one in those})
    return [
        MatchHistory(
            row.match,
            row.seat,
            row.came_in,
            tuple(occupants[row.match_id]),
            *scores[row.match_id],
            ratings.get(row.pk),
        )
        for row in rows
    ]


def _ratings(
    rows: Sequence[Player], user: User, matches: Mapping[tuple[int, int], int]
) -> dict[int, rating_scale.RatingChange]:
    """Return how matches have moved a person's ratings, by the primary key of their row. ``matches``: how many have
    moved the rating of whoever had a seat, by match and seat."""
    rated = []
    for row in rows:
        row.user = user
        # not of a guest who has been merged into this account: it was another rating
        if row.mu_before is not None and row.mu_after is not None and is_rated(row):
            rated.append((row, rating_scale.value(row.mu_before), rating_scale.value(row.mu_after)))
    settled = _settled_at(user, {row.match.game: matches[row.match_id, row.seat] for row, _before, _after in rated})
    changes = {}
    for row, before, after in rated:
        end, ended_at = settled.get(row.match.game), row.match.ended_at
        is_provisional = end is None or ended_at is None or ended_at < end
        changes[row.pk] = rating_scale.RatingChange(before, after, is_provisional)
    return changes


def _settled_at(user: User, matches: Mapping[str, int]) -> dict[str, datetime]:
    """Return when the matches ended that settled a person's ratings, by game, without those that are provisional.
    ``matches``: how many have moved each; they are counted from the last, because earlier releases did not note which
    did."""
    places = {
        game: 1 + number - rating_scale.SETTLED for game, number in matches.items() if number >= rating_scale.SETTLED
    }
    if not places:
        return {}
    moved = Player.objects.filter(user=user, mu_after__isnull=False).exclude(mu_after=F("mu_before"))
    if not user.is_guest:
        moved = moved.filter(joined_as_guest=False)
    moved = moved.annotate(place=Window(RowNumber(), partition_by="match__game", order_by="-match__ended_at"))
    settling = reduce(or_, (Q(match__game=game, place=place) for game, place in places.items()))
    ends = moved.filter(settling).values_list("match__game", "match__ended_at")
    return dict.fromkeys(places, datetime.min.replace(tzinfo=UTC)) | dict(ends)


def _scores(matches: Mapping[int, Match]) -> dict[int, MatchScores]:
    """Return the scores of matches. Finished ones do not change, so they are cached."""
    known = _finished.get_many(matches)
    hands: dict[int, list[tuple[ScoredHand, Played]]] = {pk: [] for pk in matches if pk not in known}
    for pk, hand, number, context, result in _scored(hands):
        hands[pk].append((ScoredHand(hand, number), Played(context, result or {})))
    new = {pk: _match_scores(matches[pk], scored) for pk, scored in hands.items()}
    _finished.set_many({pk: scores for pk, scores in new.items() if matches[pk].ended_at is not None})
    return known | new


def _match_scores(match: Match, hands: Sequence[tuple[ScoredHand, Played]]) -> MatchScores:
    game = GAMES[match.game]
    options = game.resolve(match.options)
    played = [result for _hand, result in hands]
    standings = [game.standing(options, played[: count + 1]).scores for count in range(len(played))]
    final = standings[-1] if standings else game.standing(options, ()).scores
    scores = tuple(tuple(map(_number, scores)) for scores in standings)
    return MatchScores(tuple(hand for hand, _played in hands), scores, tuple(final))


_newest: CompiledQuery[Player] = CompiledQuery(lambda user: _seats(user, Filters())[: PAGE + 1], -1)
_sits = Seat.objects.filter(room=OuterRef("match__room"), user=OuterRef("user"))
_own = Rating.objects.filter(user=OuterRef("user"), game=OuterRef("match__game"))
_occupants: QueryOfMany[Any] = QueryOfMany(
    lambda matches: (
        Player.objects.filter(match_id__in=matches)
        .order_by("match_id", "seat")
        .values_list("match_id", "seat", "level", "user__name", Exists(_sits), Subquery(_own.values("matches")))
    )
)
_scored: QueryOfMany[Any] = QueryOfMany(
    lambda matches: (
        Hand.objects.filter(match_id__in=matches, scored_at__isnull=False)
        .order_by("match_id", "number")
        .values_list("match_id", "pk", "number", "context", "result")
    )
)


def _number(score: Any) -> int:
    """Return a score as a number; a rank (of the level to play) is its index."""
    return RANKS.index(score) if isinstance(score, str) else int(score)


def sides(match: MatchHistory) -> list[int]:
    """Return, by seat, the side whose score counts for the seat."""
    game: Game = GAMES[match.row.game]
    options = game.resolve(match.row.options)
    return [game.side(player.seat, options) for player in match.players]


def _midnight(day: date, zone: ZoneInfo | None) -> datetime:
    return datetime.combine(day, time.min, zone or UTC)
