"""Ratings by ``openskill``: teams and many players, after each match, once.

AI players stand at fixed places of the same scale and never move: people are measured by them.
"""

from __future__ import annotations

import logging
from typing import Any

from django.db import IntegrityError, InterfaceError, OperationalError
from openskill.models import BradleyTerryFull

from cardsite.writing import write
from games.ai import LEVELS
from games.hands import books, services
from games.hands.models import Match, Player
from games.people.models import Rated, Rating
from games.rules.registry import GAMES

log = logging.getLogger(__name__)
_MODEL = BradleyTerryFull()
#: Where the house's own players stand, with no doubt about them: level → mu.
HOUSE = {"random": 10.0, "beginner": 18.0, "policy": 25.0, "intermediate": 28.0, "strong": 31.0}
HOUSE_SIGMA = 1.0
#: Which matches count: those that ended, and were no practice of a deal played before.
COUNTS = {"ended_at__isnull": False, "winners__isnull": False, "practice": False, "unrated": False}
#: Matches after which a rating is shown to others without «still finding out».
SETTLED = 10


def rate(match_id: int) -> bool:
    """Count a finished match, once; return whether it counted now.

    Matches that never ended, and those without two sides of whom one has a person, count nothing.
    """
    try:
        with write():
            match = Match.objects.filter(pk=match_id, **COUNTS).first()
            if match is None or Rated.objects.filter(match=match).exists():
                return False
            Rated.objects.create(match=match)
            _apply(match)
    except IntegrityError:  # another worker counts it at this moment
        return False
    return True


def rate_all() -> int:
    """Count every finished match that has not counted, the oldest first; return how many did. One that
    cannot be counted keeps none behind it."""
    rows = Match.objects.filter(**COUNTS, rated=None)
    return sum(_rated(match_id) for match_id in rows.order_by("ended_at", "pk").values_list("pk", flat=True))


def _rated(match_id: int) -> bool:
    try:
        return rate(match_id)
    except (OperationalError, InterfaceError):
        raise
    except Exception as fault:  # its kind alone: what it says may name cards
        log.error("match %s cannot be counted (%s)", match_id, type(fault).__name__)
        return False


def shown(rating: Rating) -> dict[str, Any]:
    """Return a rating in the words of the profile: hundreds, and the doubt about them."""
    return {
        "value": round(rating.mu * 40 + 500),
        "doubt": round(rating.sigma * 2 * 40),
        "matches": rating.matches,
        "settled": rating.matches >= SETTLED,
    }


def house_places() -> list[tuple[str, int]]:
    """Return the house's players and where they stand on the scale that is shown, weakest first."""
    return [(LEVELS[level].name, round(mu * 40 + 500)) for level, mu in HOUSE.items()]


def _apply(match: Match) -> None:
    players = list(match.players.all())
    sides = _sides(match, players)
    people = sorted(player.user_id for player in players if _counts(player))
    if len(sides) < 2 or not people:
        return
    ratings = _locked(match.game, people)
    teams = [[_standing(player, ratings) for player in side] for side in sides.values()]
    ranks = _ranks(match, sides)
    for side, team in zip(sides.values(), _MODEL.rate(teams, ranks=ranks), strict=True):
        for player, new in zip(side, team, strict=True):
            if _counts(player):
                rating = ratings[player.user_id]
                rating.mu, rating.sigma = new.mu, new.sigma
                rating.matches += 1
    Rating.objects.bulk_update(ratings.values(), ["mu", "sigma", "matches"])


def _counts(player: Player) -> bool:
    """Say whether a match is rated for the player of a seat: who came later won or lost what another
    began."""
    return player.user_id is not None and player.from_hand == 1


def _ranks(match: Match, sides: dict[int, list[Player]]) -> list[float]:
    """Return each side's place: winners first; where each plays for himself, the rest by totals."""
    won = set(match.winners or ())
    if all(len(side) == 1 for side in sides.values()) and len(sides) > 2:
        totals = services.standing(match, books.played(match.pk)).scores
        return [-float(totals[side[0].seat]) for side in sides.values()]
    return [1.0 if any(player.seat in won for player in side) else 2.0 for side in sides.values()]


def _sides(match: Match, players: list[Player]) -> dict[int, list[Player]]:
    game = GAMES[match.game]
    options = game.resolve(match.options)
    sides: dict[int, list[Player]] = {}
    for player in players:
        sides.setdefault(game.side(player.seat, options), []).append(player)
    return sides


def _locked(game: str, people: list[int]) -> dict[int, Rating]:
    """Return the ratings of people at a game, made where missing, locked in order of id."""
    fresh = [Rating(user_id=pk, game=game, mu=_MODEL.mu, sigma=_MODEL.sigma) for pk in people]
    Rating.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(game=game, user_id__in=people).order_by("user_id")
    return {row.user_id: row for row in rows}


def _standing(player: Player, ratings: dict[int, Rating]) -> Any:
    if _counts(player):
        own = ratings[player.user_id]
        return _MODEL.rating(mu=own.mu, sigma=own.sigma)
    # where somebody came later, the AI player who began
    return _MODEL.rating(mu=HOUSE.get(player.level or player.before, HOUSE["policy"]), sigma=HOUSE_SIGMA)
