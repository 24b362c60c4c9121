"""Positions from hands that AI players play among themselves, for tests of what they choose."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games import ai
from games.ai import arena
from games.rules.registry import GAMES


def views_of(key: str, deals: int, seed: int, level: str) -> Iterator[Any]:
    """Yield the view of the seat to act before each action in hands that players of one level play; ``deals`` from
    ``seed``."""
    game = GAMES[key]
    for number, setup in arena.deals(game, {}, deals, seed):
        rng = Random(number)
        state = arena.opened(game, setup, [level] * game.seats(setup.options), rng)
        while state.result is None:
            view = game.view(state, state.to_act[0])
            yield view
            state = game.step(state, ai.choose(view, level, rng))
