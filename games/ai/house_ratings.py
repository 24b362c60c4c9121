"""The AI players' ratings, computed from measurements (``strength.json``).

Measurements say how often one level comes first or, where first places are not counted, does better than another on the
same cards. The distance between two levels is the one from which the rating model would predict that; equal levels are
at no distance. ``policy`` is the middle of the scale.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import log, sqrt
from typing import Any

from games.ai.bot import bot
from games.ai.measures import results
from games.rules.core import Game
from games.rules.registry import GAMES

#: The middle of the scale and the model's spread of a performance (openskill: mu, beta).
MIDDLE, BETA = 25.0, 25 / 6
#: How sure the house is of its players' ratings.
SIGMA = 1.0
#: The level in the middle.
ANCHOR = "policy"
#: Rounds in which the levels' ratings settle; they converge long before.
ROUNDS = 200


def rating(game: Game, options: Mapping[str, Any], level: str) -> float | None:
    """Return a level's rating at a game with this many players, None if it was not measured."""
    return _ratings(game.key, game.seats(options)).get(level)


def ratings(game: str) -> dict[str, float]:
    """Return a game's measured levels and their ratings, under the standard rules."""
    return dict(_ratings(game, GAMES[game].seats(GAMES[game].resolve({}))))


@cache
def _ratings(key: str, seats: int) -> dict[str, float]:
    """Return level → rating: the best fit to all measured pairs of levels, weighted by how sure each is."""
    matches = _matches(key, seats)
    ratings = dict.fromkeys({ANCHOR}.union(*matches), MIDDLE)
    for _ in range(ROUNDS):
        for level in ratings.keys() - {ANCHOR}:
            # this level's rating by each match: the other level's, plus the distance measured
            placed = [
                (ratings[b] + distance, weight) if level == a else (ratings[a] - distance, weight)
                for (a, b), (distance, weight) in matches.items()
                if level in (a, b)
            ]
            ratings[level] = sum(place * weight for place, weight in placed) / sum(weight for _, weight in placed)
    return ratings


def _matches(key: str, seats: int) -> dict[tuple[str, str], tuple[float, float]]:
    """Return (a, b) → how far level a stands above level b that it met in a game, and how sure that is."""
    matches: dict[tuple[str, str], tuple[float, float]] = {}
    for row in results():
        if row["game"] != key or row["whole"]:
            continue
        options, levels = GAMES[key].resolve(row["options"]), (row["a"], row["b"])
        if levels in matches and GAMES[key].seats(options) != seats:
            continue  # prefer measurements with this many players, but any other is better than none
        share = (row["wins"]["mean"] * row["deals"] + 0.5) / (row["deals"] + 1)
        # the weight is the information that the deals give about the log odds
        matches[levels] = (_distance(share, GAMES[key], options), share * (1 - share) * row["deals"])
    return matches


def _distance(share: float, game: Game, options: Mapping[str, Any]) -> float:
    """Return how far a player must stand above every other to win this ``share`` of deals: to come first among all
    sides, or to do better than the other level on the same cards."""
    seats = game.seats(options)
    of_side = [game.side(seat, options) for seat in range(seats)].count(0)
    sides = seats // of_side if bot(game.key).counts_first_places else 2
    odds = log(share * (sides - 1) / (1 - share))
    return odds * sqrt(2 * of_side * SIGMA**2 + 2 * BETA**2) / of_side
