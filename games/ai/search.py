"""Flat Monte Carlo with common worlds and sequential halving, the same for every game.

A *world* is a deal of the cards a seat cannot see that agrees with all it knows. Every choice is
played out in the same worlds, so that luck of the deal falls on all alike; after each round the
worse half is put aside and the playouts left go to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isqrt, log2, sqrt
from random import Random
from typing import Any, Protocol

from games.rules.core import Action

#: playouts from which a world is chosen of one deal more, and the most deals that it is chosen of
A_TRY, MOST_TRIES = 200, 4


class Sampled(Protocol):
    """Moves that are valued in sampled worlds. ``unit``: what a point is in values."""

    @property
    def unit(self) -> float: ...

    def world(self, rng: Random, tries: int) -> Any:
        """Return a deal of the unseen cards that agrees with all the seat knows, of so many tried one
        that agrees with what the others have done."""

    def value(self, world: Any, move: int) -> float:
        """Return what comes of a move in a world, for the asking seat: more is better."""


class OneByOne:
    """Values of moves in worlds that are dealt and tried one after another; ``values`` is ``Question``'s."""

    def values(self: Sampled, moves: Sequence[int], worlds: int, tries: int, rng: Random) -> list[list[float]]:
        values: list[list[float]] = [[] for _ in moves]
        for _ in range(worlds):
            world = self.world(rng, tries)
            for move, gains in zip(moves, values, strict=True):
                gains.append(self.value(world, move))
        return values


class Question(Sampled, Protocol):
    """A choice before a seat. ``moves``: what is worth weighing, the policy's own choice first.

    ``prior``: move → what the policy thinks it worth, which counts like ``trust`` worlds: it steadies
    what few worlds say. ``cost``: for how many playouts of a whole hand one of this choice counts, since it
    takes as long; ``telling``: for how many it counts to hold a deal against what was seen. ``fewest``: moves
    that are tried however little time there is.
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
    def telling(self) -> float: ...
    @property
    def fewest(self) -> int: ...

    def values(self, moves: Sequence[int], worlds: int, tries: int, rng: Random) -> list[list[float]]:
        """Return of each of some moves what comes of it in so many worlds, the same for all."""

    def truth(self, state: Any) -> Any:
        """Return the world that a state really is: for looking back when the hand is over."""


def best(question: Question, playouts: int, rng: Random) -> Action:
    """Return the move that comes out best within a number of playouts; of equals the earlier."""
    return question.moves[ranked(question, playouts, rng)[0]]


def ranked(question: Question, playouts: int, rng: Random) -> list[int]:
    """Return the moves by their places, the best first: those put aside early come late, those that
    were not tried last."""
    count = len(question.moves)
    # With little time only what the policy thinks best is tried.
    alive = list(range(min(count, max(question.fewest, isqrt(playouts // 4)))))
    aside = list(range(len(alive), count))
    totals = [question.trust * worth for worth in question.prior]
    rounds = max(1, ceil(log2(len(alive))))
    # A few worlds say little, likely or not; many are worth choosing.
    tries = min(MOST_TRIES, max(1, playouts // A_TRY))
    drawing = tries * question.telling if tries > 1 else 0.0
    while len(alive) > 1:
        worlds = max(1, int(playouts / (rounds * (len(alive) * question.cost + drawing))))
        for move, values in zip(alive, question.values(alive, worlds, tries, rng), strict=True):
            for value in values:
                totals[move] += value
        alive.sort(key=lambda move: (-totals[move], move))
        half = (len(alive) + 1) // 2
        alive, aside = alive[:half], alive[half:] + aside
    return alive + aside


def compared(question: Sampled, moves: Sequence[int], worlds: int, rng: Random) -> list[tuple[float, float]]:
    """Return by how many points each of some moves falls short of the first, and the standard error
    of that: from worlds of their own, so that a lucky best move is not believed twice."""
    values: list[list[float]] = [[] for _ in moves]
    for _ in range(worlds):
        world = question.world(rng, MOST_TRIES)
        for move, gains in zip(moves, values, strict=True):
            gains.append(question.value(world, move) / question.unit)
    first = values[0]
    return [((sum(first) - sum(gains)) / worlds, _error(first, gains)) for gains in values]


def _error(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the standard error of the mean difference of pairs."""
    count = len(ours)
    if count < 2:
        return float("inf")
    gaps = [a - b for a, b in zip(ours, theirs, strict=True)]
    mean = sum(gaps) / count
    return sqrt(sum((gap - mean) ** 2 for gap in gaps) / (count - 1) / count)
