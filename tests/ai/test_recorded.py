"""AI players' moves are recorded: a change that leaves strength alone alters no move, any other raises a version."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import ai
from games.ai import arena
from games.rules import live_draw, record
from games.rules.core import Action, Game, Setup
from games.rules.registry import GAMES

#: Whole games as AI players of the named version played them. ``record`` by ``level``; the cards are those of deal
#: ``number`` of ``seed``, the player's random seed is game, level and number.
RECORDED = Path(__file__).parents[1] / "cases/ai-players.jsonl"
#: The recorded version of each game's players, by level. Whoever raises one records its games again.
VERSIONS = {
    "all-fours": {"beginner": 3, "policy": 2, "intermediate": 3},
    "winner": {"beginner": 4, "policy": 4, "intermediate": 4},
    "forty": {"beginner": 3, "policy": 2, "intermediate": 4},
    "eighty": {"beginner": 3, "policy": 2, "intermediate": 3},
}
GAMES_RECORDED = [json.loads(line) for line in RECORDED.read_text().splitlines()]


def played(game: Game, setup: Setup, level: str, rng: Random) -> dict[str, Any]:
    """Return the record of a hand in which players of one level hold every seat, the draw included."""
    state, actions = live_draw.start(game, setup), []

    def make(action: Action) -> None:
        nonlocal state
        game.check(state, action)
        state = game.step(state, action)
        actions.append(action)

    for dealt in range(1, live_draw.drawing(game, state) + 1):
        for seat in range(game.seats(setup.options)):
            if live_draw.may_still_declare(game, state):
                shown = ai.declare(live_draw.view(game, state, seat, dealt), level, rng)
                if shown is not None:
                    make(shown)
    if (closing := live_draw.close(game, state)) is not None:
        make(closing)
    while state.result is None:
        make(ai.choose(game.view(state, state.to_act[0]), level, Random(rng.getrandbits(64))))
    return record.write(game, setup, actions, state.result)


@pytest.mark.parametrize("entry", GAMES_RECORDED, ids=lambda entry: f"{entry['record']['game']}-{entry['level']}")
def test_players_move_as_recorded(entry: dict[str, Any]) -> None:
    record, number = entry["record"], entry["number"]
    game = GAMES[record["game"]]
    setup = list(arena.deals(game, record["options"], number + 1, entry["seed"]))[number][1]
    rng = Random(f"{game.key}/{entry['level']}/{number}")
    assert played(game, setup, entry["level"], rng) == record


@pytest.mark.parametrize("key", VERSIONS)
def test_the_recorded_games_are_those_of_the_present_players(key: str) -> None:
    assert {level: ai.bot(key).version_of(level) for level in VERSIONS[key]} == VERSIONS[key]
