"""Random tables and random play of any game, for property tests: all from one seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.rules.core import Action, Game, Malformed, Played, Setup

#: options with thousands of values are mostly tried where they matter: at the low end
FEW = 12


def random_options(game: Game, rng: Random) -> dict[str, Any]:
    """Return options as a table may choose them, drawing again those that the game refuses."""
    while True:
        chosen = {}
        for option in game.options:
            if rng.random() < 0.4:
                values = option.values[:FEW] if rng.random() < 0.8 else option.values
                chosen[option.key] = rng.choice(values)
        try:
            game.resolve(chosen)
        except Malformed:
            continue
        return chosen


def shuffled(game: Game, options: dict[str, Any], rng: Random) -> tuple[int, ...]:
    """Return a shuffled deck."""
    deck = list(game.pack(options))
    rng.shuffle(deck)
    return tuple(deck)


def random_setup(game: Game, rng: Random, played: list[Played] | None = None) -> Setup:
    """Return the setup of a first hand under random options."""
    chosen = random_options(game, rng)
    options = game.resolve(chosen)
    deck = shuffled(game, options, rng)
    return game.setup(chosen, game.following(options, played or [], deck, rng), deck)


def any_setup(game: Game, rng: Random) -> Setup:
    """Return the setup of a first hand or, as often, of one that follows a hand played at random."""
    setup = random_setup(game, rng)
    if rng.random() < 0.5:
        return setup
    *_, (last, _) = random_hand(game, setup, rng)
    played = [Played(setup.context, last.result)]
    if game.standing(setup.options, played).over:
        return setup
    deck = shuffled(game, setup.options, rng)
    return Setup(setup.options, game.following(setup.options, played, deck, rng), deck)


def random_hand(game: Game, setup: Setup, rng: Random) -> Iterator[tuple[Any, Action | None]]:
    """Yield the states of a random hand, each with the action that led to it."""
    state = game.start(setup)
    yield state, None
    while state.result is None:
        action = rng.choice(game.legal(state))
        state = game.step(state, action)
        yield state, action


class Fixed(Random):
    """A generator that leaves the pack in its order."""

    def shuffle(self, x):  # type: ignore[override]
        x[:] = self.pack
