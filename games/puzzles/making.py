"""Making puzzles: of hands of AI players, which by seed and number are always the same, and so are their puzzles; and
of a position that somebody has met, with all that they did not see dealt anew.

Nothing here reads or writes rows: it is done by processes that think.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from games import ai
from games.ai import arena
from games.puzzles import judging
from games.rules import live_draw, record
from games.rules.core import Action, Game, Illegal, Setup
from games.rules.registry import GAMES

#: Who plays the hands.
LEVEL = "policy"
#: So many positions of a hand are looked at before the next one is dealt.
LOOKS = 6
#: So many times two cards of a deck are exchanged, where the seat cannot tell.
EXCHANGES = 600


@dataclass(frozen=True, slots=True)
class Draft:
    """A puzzle that is no row yet; the fields are those of ``Puzzle``. Only a hand of AI players has a seed."""

    key: str
    game: str
    record: Mapping[str, Any]
    at: int
    seat: int
    choices: list[dict[str, Any]]
    seed: int | None = None
    number: int | None = None


def drafts(key: str, seed: int, first: int, worlds: int) -> Iterator[tuple[int, Draft | None]]:
    """Yield for each deal of a seed, from number ``first`` on, its puzzle or that it has none, without end.
    ``worlds``: those of a judgement."""
    game, number = GAMES[key], first
    while True:
        for _number, setup in arena.deals(game, {}, 1, seed, number):
            yield number, _draft(game, setup, seed, number, worlds)
        number += 1


def draft_of(value: Mapping[str, Any], at: int, seat: int, worlds: int) -> Draft | None:
    """Return the puzzle of a position of a hand record, or that it makes none.

    It holds what the seat knew, and nothing else of the hand: what the others held is dealt anew, and what followed is
    left out. The same position gives the same puzzle.
    """
    known = judging.position(value, at, seat)
    judged = judging.judged_twice(known.view, key_of(value, at, seat), worlds)
    if judged is None:
        return None
    dealt = dealt_anew(value, at, seat)
    return Draft(key_of(dealt, at, seat), known.game.key, dealt, at, seat, _choices(known.game, *judged))


def dealt_anew(value: Mapping[str, Any], at: int, seat: int) -> dict[str, Any]:
    """Return a hand record that ends after its first ``at`` actions, with cards exchanged by lot that the seat cannot
    tell from one another then: all it knows is the same."""
    rng, view = Random(f"{key_of(value, at, seat)}/anew"), judging.position(value, at, seat).view
    dealt = {name: part for name, part in value.items() if name != "result"} | {"actions": value["actions"][:at]}
    for _exchange in range(EXCHANGES):
        tried = _exchanged(dealt, *rng.sample(dealt["deck"], 2))
        with suppress(Illegal):  # somebody could not have played as they did
            if judging.position(tried, at, seat).view == view:
                dealt = tried
    return dealt


def _exchanged(value: dict[str, Any], one: str, other: str) -> dict[str, Any]:
    """Return a record with the names of two cards exchanged, in the deck and in all actions: what somebody has laid
    down unseen may be another card."""
    names = {one: other, other: one}

    def named(part: Any) -> Any:
        if isinstance(part, list):
            return [named(piece) for piece in part]
        return names.get(part, part) if isinstance(part, str) else part

    actions = [{name: named(part) for name, part in action.items()} for action in value["actions"]]
    return value | {"deck": named(value["deck"]), "actions": actions}


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
