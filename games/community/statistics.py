"""Statistics of a person's finished matches and hands, by game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count, Prefetch, Q

from games.accounts.models import User
from games.community.models import Review
from games.matches.models import Hand, Match, Player
from games.rooms.models import Room
from games.rules.core import Role
from games.rules.registry import GAMES

#: The number of newest matches that are counted, as a bound.
MOST_MATCHES = 500
#: Values in a chart.
LATEST = 20


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


@dataclass(slots=True)
class Partner:
    """Somebody on the same side: the matches together, and those won."""

    user: User
    matches: int
    won: int


def figures(user: User) -> list[Figures]:
    """Return a person's figures for each game in which they have finished a match or played a hand of one, in the
    registry's order."""
    by_game: dict[str, Figures] = {}
    for player in reversed(_played(user)):
        match = player.match
        own = by_game.setdefault(match.game, Figures(match.game))
        if player.from_hand == 1:  # others won or lost what somebody else began
            own.matches += 1
            own.won += player.seat in (match.winners or ())
            own.results = [*own.results, player.seat in (match.winners or ())][-LATEST:]
            own.chance += 1 / len(set(_sides(match)))
        for hand in match.scored:
            if hand.number < player.from_hand:
                continue
            own.hands += 1
            if role := GAMES[match.game].role(hand.result, player.seat):
                _add_role(own, role)
    return [by_game[key] for key in GAMES if key in by_game and (by_game[key].matches or by_game[key].hands)]


def finished(user: User) -> tuple[int, int]:
    """Return the number of rated matches that a person has played to the end, and of all they have begun."""
    rows = Player.objects.filter(user=user, from_hand=1, match__rated__reason__in=("", "let-in"))
    ended = Count("pk", filter=Q(hands_missed=0, match__unrated=False))
    counts = rows.aggregate(ended=ended, begun=Count("pk"))
    return counts["ended"], counts["begun"]


def losses(user: User) -> list[tuple[str, list[float]]]:
    """Return (game, points lost per decision in each reviewed hand, the newest last) for a person."""
    rows = Review.objects.filter(user=user, done_at__isnull=False, mean_loss__isnull=False).order_by("-hand_id")
    rows = rows.filter(hand__match__practice=False)  # whose cards the player may have known
    by_game: dict[str, list[float]] = {}
    for game, loss in rows.values_list("hand__match__game", "mean_loss")[: LATEST * len(GAMES)]:
        by_game.setdefault(game, []).append(max(0.0, loss))
    return [(key, by_game[key][:LATEST][::-1]) for key in GAMES if key in by_game]


def partners(user: User, most: int = 5) -> list[Partner]:
    """Return the active people whom a person has had most often on their side."""
    matches: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for player in _played(user):
        if player.from_hand > 1:
            continue
        sides = _sides(player.match)
        for other in player.match.players.all():
            if other.user_id and other.user_id != user.pk and sides[other.seat] == sides[player.seat]:
                matches[other.user_id] += 1
                won[other.user_id] += player.seat in (player.match.winners or ())
    people = User.objects.filter(is_active=True).in_bulk(matches)
    best = [pk for pk, _count in matches.most_common() if pk in people][:most]
    return [Partner(people[pk], matches[pk], won[pk]) for pk in best]


def played_with(user: User, most: int = 20) -> list[User]:
    """Return people who have recently played a match with a person, the latest first."""
    recent = Player.objects.filter(user=user).order_by("-match_id").values_list("match_id", flat=True)[:50]
    rows = Player.objects.filter(match_id__in=list(recent), user__is_active=True).exclude(user=user)
    seen: dict[int, User] = {}
    for row in rows.select_related("user").order_by("-match_id", "seat"):
        seen.setdefault(row.user_id, row.user)
    return list(seen.values())[:most]


def number_met(user: User) -> int:
    """Return the number of people who have played a match with a person."""
    others = Player.objects.filter(match__players__user=user, user__isnull=False).exclude(user=user)
    return others.values("user").distinct().count()


def have_played(one: User, other: User) -> bool:
    """Return whether two people have played in the same match."""
    return Player.objects.filter(user=one, match__players__user=other).exists()


def have_sat_together(one: User, other: User) -> bool:
    """Return whether two people sit in the same room, or one sits where the other has written a message."""
    rooms = Room.objects.filter(seats__user=one)
    return rooms.filter(Q(seats__user=other) | Q(messages__user=other)).exists()


def _played(user: User) -> list[Player]:
    """Return a person's ``Player`` rows of finished matches, the newest first, with what is counted prefetched."""
    hands = Hand.objects.filter(scored_at__isnull=False).only("match_id", "number", "result").order_by("number")
    rows = Player.objects.filter(user=user, match__ended_at__isnull=False, match__winners__isnull=False)
    rows = rows.filter(match__practice=False)  # whose cards the player may have known
    rows = rows.select_related("match").prefetch_related(
        "match__players", Prefetch("match__hands", queryset=hands, to_attr="scored")
    )
    return list(rows.order_by("-match__ended_at", "-match_id")[:MOST_MATCHES])


def _sides(match: Match) -> list[int]:
    """Return the side of each seat of a match."""
    game = GAMES[match.game]
    options = game.resolve(match.options)
    return [game.side(seat, options) for seat in range(len(match.players.all()))]


def _add_role(own: Figures, role: Role) -> None:
    count = own.roles.setdefault(role.sentence, [0, 0])
    count[0] += role.won
    count[1] += 1
    if role.points is not None:
        own.points, own.mark = [*own.points, role.points][-LATEST:], role.mark
