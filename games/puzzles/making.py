"""Making puzzles of the hands of AI players: a hand by its seed and number is always the same, and so is its puzzle."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from games import ai
from games.ai import arena
from games.puzzles import judging
from games.rules import live_draw, record
from games.rules.core import Action, Game, Setup
from games.rules.registry import GAMES

#: Who plays the hands.
LEVEL = "policy"
#: So many positions of a hand are looked at before the next one is dealt.
LOOKS = 6


@dataclass(frozen=True, slots=True)
class Draft:
    """A puzzle that is no row yet; the fields are those of ``Puzzle``."""

    key: str
    game: str
    record: Mapping[str, Any]
    at: int
    seat: int
    choices: list[dict[str, Any]]
    seed: int
    number: int


def drafts(key: str, seed: int, first: int, worlds: int) -> Iterator[tuple[int, Draft | None]]:
    """Yield for each deal of a seed, from number ``first`` on, its puzzle or that it has none, without end.
    ``worlds``: those of a judgement."""
    game, number = GAMES[key], first
    while True:
        for _number, setup in arena.deals(game, {}, 1, seed, number):
            yield number, _draft(game, setup, seed, number, worlds)
        number += 1


def key_of(value: Mapping[str, Any], at: int, seat: int) -> str:
    """Return what tells a position from every other."""
    deal = [value["game"], value.get("options", {}), value["context"], value["deck"], value["actions"][:at], seat]
    return hashlib.sha256(json.dumps(deal, sort_keys=True).encode()).hexdigest()


def _draft(game: Game, setup: Setup, seed: int, number: int, worlds: int) -> Draft | None:
    """Return at most one puzzle of a deal, of whatever moment of it comes first in an order drawn by lot: not the
    leads alone, nor the first tricks."""
    rng = Random(f"{seed}/{number}/puzzle")
    actions, result = _played(game, setup, rng)
    value = record.write(game, setup, actions, result)
    moments = [
        (at, action["seat"])
        for at, action in enumerate(value["actions"])
        if judging.choices_of(judging.position(value, at, action["seat"]).view)
    ]
    rng.shuffle(moments)
    for at, seat in moments[:LOOKS]:
        view = judging.position(value, at, seat).view
        judged = judging.judged_twice(view, f"{seed}/{number}/{at}", worlds)
        if judged is not None:
            choices = _choices(game, *judged)
            return Draft(key_of(value, at, seat), game.key, value, at, seat, choices, seed, number)
    return None


def _played(game: Game, setup: Setup, rng: Random) -> tuple[list[Action], dict[str, Any]]:
    """Return the actions of a hand among AI players, and its result."""
    actions: list[Action] = []
    state = live_draw.start(game, setup)

    def do(action: Action) -> None:
        nonlocal state
        state = game.step(state, action)
        actions.append(action)

    for dealt in range(1, live_draw.drawing(game, state) + 1):
        for seat in range(game.seats(setup.options)):
            if live_draw.may_still_declare(game, state):
                shown = ai.declare(live_draw.view(game, state, seat, dealt), LEVEL, rng)
                if shown is not None:
                    do(shown)
    if (closing := live_draw.close(game, state)) is not None:
        do(closing)
    while state.result is None:
        do(ai.choose(game.view(state, state.to_act[0]), LEVEL, rng))
    return actions, dict(state.result)


def _choices(game: Game, one: list[judging.Weighed], other: list[judging.Weighed]) -> list[dict[str, Any]]:
    again = {judging.named(weighed.action): weighed for weighed in other}
    pairs = ((weighed, again[judging.named(weighed.action)]) for weighed in one)
    return [
        {
            "action": game.write_action(first.action),
            "losses": [round(first.loss, 3), round(second.loss, 3)],
            "errors": [round(first.error, 3), round(second.error, 3)],
        }
        for first, second in pairs
    ]
