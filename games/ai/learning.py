"""Learning what playouts weigh, from results: evolution of a few named weights in hands against the policy.

CMA-ES draws sets of weights around the best so far, has each play the same hands, and moves towards those that gained
most. It needs the development packages; a site only reads what was learned.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol

#: sets of weights in a generation, generations, and hands that each set plays; of a pool, so that luck changes
SETS, GENERATIONS, HANDS, POOL = 20, 60, 12000, 24000
#: how far the first sets lie from the start: in all, and of a weight, as a share of it and beside that
SPREAD, SHARE, LEAST = 0.5, 0.25, 0.05
#: to how many decimals weights are kept
DIGITS = 3


class Learner(Protocol):
    """Whoever learns: one side or seat of a game. ``name``: names it among those of the game; ``start``: the policy's
    weights by name."""

    name: str
    start: Mapping[str, float]

    def gain(self, weights: Mapping[str, float], first: int, count: int) -> float:
        """Return how much better a player with ``weights`` does than the policy, per hand, in ``count`` hands from
        number ``first`` on."""


def is_possible() -> bool:
    """Return whether what learning needs is installed here."""
    return find_spec("cma") is not None


def learn(
    learner: Learner,
    seed: int,
    note: Callable[[int, Mapping[str, float]], object] = lambda generation, weights: None,
    generations: int = GENERATIONS,
    hands: int = HANDS,
    pool: int = POOL,
) -> dict[str, float]:
    """Return the weights that gain most, from a seed: the same each time. ``note`` is called after each generation
    with its number and the best weights so far."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it cannot draw plots
        evolution: Any = import_module("cma").CMAEvolutionStrategy
    names, rng = list(learner.start), Random(seed)
    spread = {name: SHARE * abs(start) + LEAST for name, start in learner.start.items()}

    def weights_at(place: Any) -> dict[str, float]:
        steps = zip(names, place, strict=True)
        return {name: round(learner.start[name] + spread[name] * float(step), DIGITS) for name, step in steps}

    settings = {"seed": seed, "popsize": SETS, "verbose": -9}
    strategy = evolution([0.0] * len(names), SPREAD, settings)
    for generation in range(generations):
        places, first = strategy.ask(), rng.randrange(pool - hands + 1)
        strategy.tell(places, [-learner.gain(weights_at(place), first, hands) for place in places])
        note(generation + 1, weights_at(strategy.mean))
    return weights_at(strategy.mean)
