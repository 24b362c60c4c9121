"""Whole hands by AI players: nothing thrown away, nothing illegal under any rules, no fallback."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games import ai
from games.ai import arena, thinking
from games.rules import live_draw
from games.rules.core import Action, Setup
from games.rules.registry import GAMES
from tests.ai.conftest import PLAIN_GAMES
from tests.ai.faults import faults
from tests.ai.small_search import searched
from tests.faults.sizes import SOAK, size
from tests.rules.chance import random_setup

#: playouts per choice: few, so that mistakes would show
PLAYOUTS = 12
#: hands of each game: by the policy, by a small search, and by a level with its own playouts, which takes longest
HANDS = {"policy": size(30, 500), "search": size(2, 500), "intermediate": size(1, 500)}
#: hands under random house rules, for each discipline
RULED = size(2, 100)


def chosen(view: Any, player: str, rng: Random) -> Action:
    return searched(view, PLAYOUTS, rng) if player == "search" else ai.choose(view, player, rng)


@pytest.mark.parametrize("player", HANDS)
@pytest.mark.parametrize(
    ("key", "options"), [(key, {}) for key in GAMES] + [("all-fours", {"players": 4}), ("winner", {"players": 3})]
)
def test_nothing_is_thrown_away(key: str, options: dict[str, Any], player: str) -> None:
    if player == "intermediate" and key in PLAIN_GAMES:
        pytest.skip("a level's own search takes long where no kernels are compiled: make soak")
    game, counts = GAMES[key], Counter[str]()
    for number, setup in arena.deals(game, options, HANDS[player], 17):
        state, rng = game.start(setup), Random(number)
        while state.result is None:
            action = chosen(game.view(state, state.to_act[0]), player, rng)
            counts.update(faults(game, state, action))
            state = game.step(state, action)
    assert not counts


@pytest.mark.parametrize(
    ("key", "options"), [("forty", {}), ("all-fours", {}), ("all-fours", {"players": 4}), ("all-fours", {"low": "won"})]
)
def test_a_search_is_not_even_offered_what_is_thrown_away(key: str, options: dict[str, Any]) -> None:
    game, count = GAMES[key], 0
    for number, setup in arena.deals(game, options, HANDS["policy"], 18):
        state, rng = game.start(setup), Random(number)
        while state.result is None:
            view = game.view(state, state.to_act[0])
            decision = ai.question(view, rng)
            for action in decision.moves if decision else ():
                count += 1
                assert not faults(game, state, action)
            state = game.step(state, ai.choose(view, "policy", rng))
    assert count > 200


def test_a_player_by_chance_throws_much_away() -> None:
    """The check does find faults where there are some."""
    counts = Counter[str]()
    for key, options in [(key, {}) for key in GAMES] + [("all-fours", {"players": 4})]:
        game = GAMES[key]
        for number, setup in arena.deals(game, options, 400 if key == "all-fours" else 40, 17):
            state, rng = game.start(setup), Random(number)
            while state.result is None:
                action = rng.choice(game.legal(state))
                counts.update(faults(game, state, action))
                state = game.step(state, action)
    assert set(counts) == {
        "a court on a lost trick",
        "a ten on a lost trick",
        "the jack not brought home",
        "the jack on a lost trick",
        "a court or joker on a lost trick",
        "points on a lost trick",
        "more than it takes",
        "a trump on the partner's sure trick",
        "not out though one play empties the hand",
    }


def setups(key: str) -> Iterator[Setup]:
    """Yield deals under random house rules, each with the rules enforced and on honour."""
    game = GAMES[key]
    disciplines = next((option.values for option in game.options if option.key == "discipline"), (None,))
    for number in range(RULED):
        for discipline in disciplines:
            setup = random_setup(game, Random(f"{key}/{number}"))
            options = dict(setup.options) | ({} if discipline is None else {"discipline": discipline})
            yield Setup(options, setup.context, setup.deck)


@pytest.mark.parametrize("key", GAMES)
def test_no_move_is_illegal_and_none_a_fallback(key: str, caplog: pytest.LogCaptureFixture) -> None:
    game = GAMES[key]
    levels = ("intermediate", "beginner", "strong") if SOAK else ("policy", "casual", "novice")
    with caplog.at_level(logging.INFO, "games.ai"):
        for number, setup in enumerate(setups(key)):
            state, rng = live_draw.start(game, setup), Random(number)
            players = [levels[(number + seat) % len(levels)] for seat in range(game.seats(setup.options))]
            for dealt in range(1, live_draw.drawing(game, state) + 1):
                for seat, level in enumerate(players):
                    if live_draw.may_still_declare(game, state):
                        shown = ai.declare(live_draw.view(game, state, seat, dealt), level, rng)
                        if shown is not None:
                            game.check(state, shown)
                            state = game.step(state, shown)
            closing = live_draw.close(game, state)
            state = state if closing is None else game.step(state, closing)
            while state.result is None:
                seat = state.to_act[0]
                action = thinking.think(game.view(state, seat), players[seat], rng.getrandbits(64), apart=SOAK)
                game.check(state, action)
                state = game.step(state, action)
    thinking.close()
    assert not caplog.records
