"""Statistics of a person's finished matches and hands, by game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.accounts.models import User
from games.community.models import Review
from games.foundation.compiled_queries import CompiledQuery, QueryOfMany
from games.foundation.process_cache import ProcessCache
from games.matches.models import Hand, Player
from games.rooms.models import Room
from games.rules.core import Role
from games.rules.registry import GAMES

#: At most this many of the newest matches count.
MOST_MATCHES = 500
#: Number of values in a chart, and of rated matches in a person's form.
LATEST, FORM = 20, 10
#: Matches together needed to be a favourite partner.
FAVOURITE = 3
#: ``Rated.reason`` of rated matches. «let-in»: an earlier release did not rate a match if somebody was let into a hand.
RATED = ("", "let-in")
#: (match, seat, first hand) → how many hands the player had, and their roles in them.
_hands_had: ProcessCache[tuple[int, int, int], tuple[int, list[Role]]] = ProcessCache(8192)


def _taken_back(match: str) -> Exists:
    """Return the condition that a move was taken back in a match after others' responses had been seen; ``match``: the
    field that refers to it."""
    return Exists(Hand.objects.filter(match=OuterRef(match), replaced_by__isnull=False))


def _finished_by(user: int) -> QuerySet[Player, Any]:
    rows = Player.objects.filter(user=user, match__ended_at__isnull=False, match__winners__isnull=False)
    # whose cards the player may have known
    rows = rows.filter(~_taken_back("match"), match__practice=False)
    rows = rows.order_by("-match__ended_at", "-match_id")
    fields = ("match_id", "match__game", "match__options", "match__winners", "seat", "from_hand", "replaced_level")
    return rows.values_list(*fields, "match__rated__reason")[:MOST_MATCHES]


def _recent(user: int) -> QuerySet[Player, tuple[int]]:
    """Return the ids of the active people in a person's latest matches, latest first."""
    recent = Player.objects.filter(user=user).order_by("-match_id").values("match_id")[:50]
    rows = Player.objects.filter(match_id__in=recent, user__is_active=True).exclude(user=user)
    return rows.order_by("-match_id", "seat").values_list("user_id")


def _mean_losses(user: int) -> QuerySet[Review, tuple[str, float | None]]:
    rows = Review.objects.filter(user=user, done_at__isnull=False, mean_loss__isnull=False).order_by("-hand_id")
    # whose cards the player may have known
    rows = rows.filter(~_taken_back("hand__match"), hand__match__practice=False)
    return rows.values_list("hand__match__game", "mean_loss")[: LATEST * len(GAMES)]


def _met_by(user: int) -> QuerySet[Player, Any]:
    others = Player.objects.filter(match__players__user=user, user__isnull=False).exclude(user=user)
    return others.order_by().values_list("user").distinct()


def _begun_by(user: int) -> QuerySet[Player]:
    return Player.objects.filter(user=user, from_hand=1, replaced_level="", match__rated__reason__in=RATED).order_by()


def _rated_of(user: int) -> QuerySet[Player, Any]:
    ended = Count("pk", filter=Q(hands_missed=0, match__unrated=False))
    return _begun_by(user).values("user").annotate(ended=ended, begun=Count("pk")).values_list("ended", "begun")


def _abandoned_of(user: int) -> QuerySet[Player, Any]:
    """Return a person's seats, with the winners, in abandoned matches of which they had missed no hand before, nor
    were away at the end."""
    rows = _begun_by(user).filter(match__abandoned=True, match__unrated=False, hands_missed=1)
    return rows.values_list("seat", "match__winners")


_finished: CompiledQuery[Any] = CompiledQuery(_finished_by, -1)
_sitters: QueryOfMany[Any] = QueryOfMany(
    lambda matches: (
        Player.objects.filter(match__in=matches)
        .order_by("seat")
        .values_list("match_id", "seat", "user_id", "from_hand")
    )
)
_scored: QueryOfMany[Any] = QueryOfMany(
    lambda matches: (
        Hand.objects.filter(match__in=matches, scored_at__isnull=False)
        .order_by("number")
        .values_list("match_id", "number", "result")
    )
)
_met = CompiledQuery(_recent, -1)
_losses: CompiledQuery[Any] = CompiledQuery(_mean_losses, -1)
_others: CompiledQuery[Any] = CompiledQuery(_met_by, -1)
_rated: CompiledQuery[Any] = CompiledQuery(_rated_of, -1)
_abandoned: CompiledQuery[Any] = CompiledQuery(_abandoned_of, -1)
_people: QueryOfMany[User] = QueryOfMany(
    lambda ids: User.objects.filter(pk__in=ids).only("name", "is_guest", "is_active")
)


@dataclass(slots=True)
class Figures:
    """Figures of one game.

    ``chance``: matches that pure chance would have won. ``roles``: sentence of a role → [won, hands]. ``points``: of
    the latest hands that are measured against ``mark``. ``results``: whether the latest matches were won, the newest
    last.
    """

    game: str
    matches: int = 0
    won: int = 0
    chance: float = 0.0
    hands: int = 0
    roles: dict[str, list[int]] = field(default_factory=dict)
    points: list[int] = field(default_factory=list)
    mark: int = 0
    results: list[bool] = field(default_factory=list)
    form: list[bool] = field(default_factory=list)


@dataclass(slots=True)
class Partner:
    """A person on the same side: the number of matches together, and of those won."""

    user: User
    matches: int
    won: int


class PlayedMatch(NamedTuple):
    """A finished match and the seat a person had in it from hand ``from_hand`` on.

    ``replaced_level``: the level of the AI player whose seat they took. ``unrated``: why it was not rated, None if not
    known yet. ``sitters``: each seat with the user who played it from the first hand on, if any.
    """

    pk: int
    game: str
    options: dict[str, Any]
    winners: list[int] | None
    seat: int
    from_hand: int
    replaced_level: str
    unrated: str | None
    sitters: list[tuple[int, int | None]]

    @property
    def won(self) -> bool:
        """Whether the seat has won."""
        return self.seat in (self.winners or ())

    @property
    def rated(self) -> bool:
        """Whether the match was rated for this player."""
        return self.unrated in RATED and self.from_hand == 1 and not self.replaced_level

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return _sides(self.game, tuple(self.options.items()), len(self.sitters))


def figures(user: User, matches: list[PlayedMatch] | None = None) -> list[Figures]:
    """Return a person's figures for each game in which they have finished a match or played a hand of one, in registry
    order. ``matches``: theirs, if already loaded."""
    by_game: dict[str, Figures] = {}
    matches = played(user) if matches is None else matches
    hands = _hands(matches)
    for match in reversed(matches):
        own = by_game.setdefault(match.game, Figures(match.game))
        if match.from_hand == 1:  # otherwise others decided part of the outcome
            own.matches += 1
            own.won += match.won
            own.results = [*own.results, match.won][-LATEST:]
            own.form = [*own.form, match.won][-FORM:] if match.rated else own.form
            own.chance += 1 / len(set(match.sides))
        count, roles = hands[match.pk]
        own.hands += count
        for role in roles:
            _add_role(own, role)
    return [by_game[key] for key in GAMES if key in by_game and (by_game[key].matches or by_game[key].hands)]


def finished(user: User) -> tuple[int, int]:
    """Return how many rated matches a person has finished, and how many they began. Of an abandoned one, those who
    have not lost it and had not left it count as having finished it."""
    ended, begun = _rated.one(user.pk) or (0, 0)
    if ended < begun:
        ended += sum(seat in (winners or ()) for seat, winners in _abandoned(user.pk))
    return ended, begun


def losses(user: User) -> list[tuple[str, list[float]]]:
    """Return (game, points lost per decision in each reviewed hand, newest last) for a person."""
    by_game: dict[str, list[float]] = {}
    for game, loss in _losses(user.pk):
        by_game.setdefault(game, []).append(max(0.0, loss))
    return [(key, by_game[key][:LATEST][::-1]) for key in GAMES if key in by_game]


def partners(user: User, most: int = 5, matches: list[PlayedMatch] | None = None) -> list[Partner]:
    """Return the active people who were most often on a person's side from the first hand on. ``matches``: theirs, if
    already loaded."""
    together: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for match in played(user) if matches is None else matches:
        if match.from_hand > 1:
            continue
        for seat, other in match.sitters:
            if other and other != user.pk and match.sides[seat] == match.sides[match.seat]:
                together[other] += 1
                won[other] += match.won
    people = {person.pk: person for person in _people(together) if person.is_active}
    best = [pk for pk, _count in together.most_common() if pk in people][:most]
    return [Partner(people[pk], together[pk], won[pk]) for pk in best]


def favourite(partners: list[Partner]) -> Partner | None:
    """Return the favourite of a person's ``partners``, or None if none has played with them often enough."""
    return partners[0] if partners and partners[0].matches >= FAVOURITE else None


def played_with(user: User, most: int = 20) -> list[User]:
    """Return people who have recently played a match with a person, latest first."""
    met = list(dict.fromkeys(pk for (pk,) in _met(user.pk)))[:most]
    people = {person.pk: person for person in _people(met)}
    return [people[pk] for pk in met]


def number_met(user: User) -> int:
    """Return how many people have played a match with a person."""
    return len(_others.rows(user.pk))


def have_played(one: User, other: User) -> bool:
    """Return whether two people have played in the same match."""
    return Player.objects.filter(user=one, match__players__user=other).exists()


def have_sat_together(one: User, other: User) -> bool:
    """Return whether two people sit in the same room, or ``one`` sits where ``other`` has written a message."""
    rooms = Room.objects.filter(seats__user=one)
    return rooms.filter(Q(seats__user=other) | Q(messages__user=other)).exists()


def played(user: User) -> list[PlayedMatch]:
    """Return a person's finished matches, newest first."""
    rows = _finished(user.pk)
    sitters: dict[int, list[tuple[int, int | None]]] = {row[0]: [] for row in rows}
    for match, seat, sitter, from_hand in _sitters(sitters):
        sitters[match].append((seat, sitter if from_hand == 1 else None))
    return [PlayedMatch(*row, sitters[row[0]]) for row in rows]


def _hands(matches: list[PlayedMatch]) -> dict[int, tuple[int, list[Role]]]:
    """Return, by match, how many hands its player had and their roles in them. Finished matches do not change, so
    results are cached."""
    keys = {match.pk: (match.pk, match.seat, match.from_hand) for match in matches}
    cached = _hands_had.get_many(keys.values())
    known = {pk: cached[key] for pk, key in keys.items() if key in cached}
    new: dict[int, tuple[int, list[Role]]] = {match.pk: (0, []) for match in matches if match.pk not in known}
    by_pk = {match.pk: match for match in matches}
    for pk, number, result in _scored(new):
        if number >= by_pk[pk].from_hand:
            count, roles = new[pk]
            role = GAMES[by_pk[pk].game].role(result, by_pk[pk].seat)
            new[pk] = count + 1, [*roles, role] if role else roles
    _hands_had.set_many({keys[pk]: hands for pk, hands in new.items()})
    return known | new


@lru_cache(maxsize=1024)
def _sides(game: str, options: tuple[tuple[str, Any], ...], seats: int) -> tuple[int, ...]:
    resolved = GAMES[game].resolve(dict(options))
    return tuple(GAMES[game].side(seat, resolved) for seat in range(seats))


def _add_role(own: Figures, role: Role) -> None:
    count = own.roles.setdefault(role.sentence, [0, 0])
    count[0] += role.won
    count[1] += 1
    if role.points is not None:
        own.points, own.mark = [*own.points, role.points][-LATEST:], role.mark
