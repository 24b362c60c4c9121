"""Making puzzles from AI players' hands, where seed and number determine the hand and its puzzle, or from a position
that a person has met, with everything they did not see dealt again.

Nothing here reads or writes rows: it runs in thinking processes.
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

#: The AI level that plays the hands.
LEVEL = "policy"
#: Number of positions tried in a hand before the next hand is dealt.
LOOKS = 6
#: How often an exchange of two cards of the deck is tried, which is made if the seat cannot notice it.
EXCHANGES = 600


@dataclass(frozen=True, slots=True)
class Draft:
    """A puzzle that is not stored yet; its fields are those of ``Puzzle``. Only hands of AI players have a seed."""

    key: str
    game: str
    record: Mapping[str, Any]
    at: int
    seat: int
    choices: list[dict[str, Any]]
    seed: int | None = None
    number: int | None = None


def drafts(key: str, seed: int, first: int, worlds: int) -> Iterator[tuple[int, Draft | None]]:
    """Yield, endlessly, each deal's number from ``first`` on and its puzzle or None. ``worlds`` is the number per
    judgement."""
    game, number = GAMES[key], first
    while True:
        for _number, setup in arena.deals(game, {}, 1, seed, number):
            yield number, _draft(game, setup, seed, number, worlds)
        number += 1


def draft_of(value: Mapping[str, Any], at: int, seat: int, worlds: int) -> Draft | None:
    """Return the puzzle made from a position of a hand record, or None.

    It contains only what the seat knew: the others' cards are dealt again, and what followed is left out. The same
    position gives the same puzzle.
    """
    known = judging.position(value, at, seat)
    judged = judging.judged_twice(known.view, key_of(value, at, seat), worlds)
    if judged is None:
        return None
    dealt = dealt_anew(value, at, seat)
    return Draft(key_of(dealt, at, seat), known.game.key, dealt, at, seat, _choices(known.game, *judged))


def dealt_anew(value: Mapping[str, Any], at: int, seat: int) -> dict[str, Any]:
    """Return a hand record that ends after its first ``at`` actions, with cards exchanged at random where the seat
    cannot notice it, so that what the seat knows is unchanged."""
    rng, view = Random(f"{key_of(value, at, seat)}/anew"), judging.position(value, at, seat).view
    dealt = {name: part for name, part in value.items() if name != "result"} | {"actions": value["actions"][:at]}
    for _exchange in range(EXCHANGES):
        other = _with_exchange(dealt, *rng.sample(dealt["deck"], 2))
        with suppress(Illegal):  # with these cards a player could not have made their plays
            if judging.position(other, at, seat).view == view:
                dealt = other
    return dealt


def _with_exchange(value: dict[str, Any], one: str, other: str) -> dict[str, Any]:
    """Return a record with two cards' names exchanged in the deck and in all actions, because cards laid down unseen
    may differ."""
    names = {one: other, other: one}

    def named(part: Any) -> Any:
        if isinstance(part, list):
            return [named(piece) for piece in part]
        return names.get(part, part) if isinstance(part, str) else part

    actions = [{name: named(part) for name, part in action.items()} for action in value["actions"]]
    return value | {"deck": named(value["deck"]), "actions": actions}


def key_of(value: Mapping[str, Any], at: int, seat: int) -> str:
    """Return a key that identifies a position."""
    deal = [value["game"], value.get("options", {}), value["context"], value["deck"], value["actions"][:at], seat]
    return hashlib.sha256(json.dumps(deal, sort_keys=True).encode()).hexdigest()


def _draft(game: Game, setup: Setup, seed: int, number: int, worlds: int) -> Draft | None:
    """Return at most one puzzle of a deal, trying its moments in random order, so that puzzles are not only about leads
    or first tricks."""
    rng = Random(f"{seed}/{number}/puzzle")
    actions, result = _play(game, setup, rng)
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


def _play(game: Game, setup: Setup, rng: Random) -> tuple[list[Action], dict[str, Any]]:
    """Have AI players play a hand; return its actions and result."""
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
