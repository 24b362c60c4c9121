"""Flat Monte Carlo with common worlds and sequential halving, the same for every game.

A *world* is a deal of the cards a seat cannot see, consistent with all it knows. Every choice is
played out in the same worlds, so that luck of the deal affects all alike; after each round the
worse half is set aside and the remaining playouts go to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isqrt, log2, sqrt
from random import Random
from typing import Any, Protocol

from games.rules.core import Action

#: playouts for each deal tried to choose a world from, and the most deals to try
A_TRY, MOST_TRIES = 200, 4


class Sampled(Protocol):
    """Moves that are valued in sampled worlds. ``unit``: the value of one point."""

    @property
    def unit(self) -> float: ...

    def world(self, rng: Random, tries: int) -> Any:
        """Return a deal of the unseen cards consistent with all the seat knows: of ``tries`` deals, one
        that agrees with what the others have done."""

    def value(self, world: Any, move: int) -> float:
        """Return the value of a move in a world for the asking seat; more is better."""


class OneByOne:
    """Values moves in worlds dealt and tried one after another; implements ``Question.values``."""

    def values(self: Sampled, moves: Sequence[int], worlds: int, tries: int, rng: Random) -> list[list[float]]:
        values: list[list[float]] = [[] for _ in moves]
        for _ in range(worlds):
            world = self.world(rng, tries)
            for move, gains in zip(moves, values, strict=True):
                gains.append(self.value(world, move))
        return values


class Question(Sampled, Protocol):
    """A seat's decision. ``moves``: those worth weighing, the policy's own choice first.

    ``prior``: move → its worth to the policy, which counts like ``trust`` worlds and steadies the verdict of a
    few. ``cost``: time of one playout here, in playouts of a whole hand; ``check_cost``: time to compare a deal with
    what was seen, in the same unit. ``fewest``: moves that are tried however little time there is.
    """

    @property
    def moves(self) -> Sequence[Action]: ...
    @property
    def prior(self) -> Sequence[float]: ...
    @property
    def trust(self) -> float: ...
    @property
    def cost(self) -> float: ...
    @property
    def check_cost(self) -> float: ...
    @property
    def fewest(self) -> int: ...

    def values(self, moves: Sequence[int], worlds: int, tries: int, rng: Random) -> list[list[float]]:
        """Return each move's values in ``worlds`` worlds, the same for all moves."""

    def truth(self, state: Any) -> Any:
        """Return the real world of a state, for reviews once the hand is over."""


def best(question: Question, playouts: int, rng: Random) -> Action:
    """Return the best move within a number of playouts; of equals the earlier."""
    return question.moves[ranked(question, playouts, rng)[0]]


def ranked(question: Question, playouts: int, rng: Random) -> list[int]:
    """Return the indices of the moves, best first: those set aside early come late, those not tried
    come last."""
    count = len(question.moves)
    # With little time, try only what the policy thinks best.
    alive = list(range(min(count, max(question.fewest, isqrt(playouts // 4)))))
    aside = list(range(len(alive), count))
    totals = [question.trust * worth for worth in question.prior]
    rounds = max(1, ceil(log2(len(alive))))
    # A few worlds say little, likely or not; with many it pays to choose likely ones.
    tries = min(MOST_TRIES, max(1, playouts // A_TRY))
    deal_cost = tries * question.check_cost if tries > 1 else 0.0
    while len(alive) > 1:
        worlds = max(1, int(playouts / (rounds * (len(alive) * question.cost + deal_cost))))
        for move, values in zip(alive, question.values(alive, worlds, tries, rng), strict=True):
            for value in values:
                totals[move] += value
        alive.sort(key=lambda move: (-totals[move], move))
        half = (len(alive) + 1) // 2
        alive, aside = alive[:half], alive[half:] + aside
    return alive + aside


def compared(question: Sampled, moves: Sequence[int], worlds: int, rng: Random) -> list[tuple[float, float]]:
    """Return for each move the points by which it falls short of the first, and their standard error:
    from fresh worlds, so that a lucky best move is not believed twice."""
    values: list[list[float]] = [[] for _ in moves]
    for _ in range(worlds):
        world = question.world(rng, MOST_TRIES)
        for move, gains in zip(moves, values, strict=True):
            gains.append(question.value(world, move) / question.unit)
    first = values[0]
    return [((sum(first) - sum(gains)) / worlds, _error(first, gains)) for gains in values]


def _error(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the standard error of the mean paired difference."""
    count = len(ours)
    if count < 2:
        return float("inf")
    gaps = [a - b for a, b in zip(ours, theirs, strict=True)]
    mean = sum(gaps) / count
    return sqrt(sum((gap - mean) ** 2 for gap in gaps) / (count - 1) / count)
