"""The AI players of Pitch and California Jack: always legal, better than chance, and no reckless bidders."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.ai import arena, bot
from games.rules.registry import GAMES
from tests.faults.sizes import size
from tests.rules.chance import random_setup

PITCH, JACK = GAMES["pitch"], GAMES["california-jack"]


@pytest.mark.parametrize("key", ["pitch", "california-jack"])
@settings(max_examples=size(10, 100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rng=st.integers(0, 2**32).map(Random))
def test_it_is_always_legal(key: str, rng: Random) -> None:
    game = GAMES[key]
    setup = random_setup(game, rng)
    state = game.start(setup)
    while state.result is None:
        action = bot(key).choose(game.view(state, state.to_act[0]), rng)
        game.check(state, action)
        state = game.step(state, action)


@pytest.mark.parametrize("key", ["pitch", "california-jack"])
def test_it_beats_chance_with_the_same_cards(key: str) -> None:
    score = arena.hands(GAMES[key], "policy", "random", {}, 30, 11)
    assert arena.interval(score.wins)[0] > 0.65
    assert score.logs["A"].illegal == 0


@pytest.mark.parametrize("chosen", [{}, {"players": 2}, {"edition": "commercial"}, {"edition": "pedro-sancho"}])
def test_its_bids_gain_more_than_they_cost(chosen: dict[str, Any]) -> None:
    seats = PITCH.seats(PITCH.resolve(chosen))
    gained = []
    for number, setup in arena.deals(PITCH, chosen, 25, 3):
        logs = [arena.Log() for _ in range(seats)]
        result = arena.play(PITCH, setup, ["policy"] * seats, Random(number), logs).result
        contract = result["contract"]
        if contract is not None:
            kept = contract["made"] >= contract["points"]
            gained.append(contract["made"] if kept else -contract["points"])
    assert len(gained) > 10
    assert sum(gained) / len(gained) > 0.8
    assert sum(points < 0 for points in gained) < len(gained) / 3


def test_the_search_weighs_cards_and_leaves_sure_ones() -> None:
    setup = next(iter(arena.deals(PITCH, {}, 1, 5)))[1]
    state = PITCH.start(setup)
    rng = Random(2)
    while state.result is None:
        view = PITCH.view(state, state.to_act[0])
        question = bot("pitch").question(view, rng)
        if question is not None:
            assert len(question.moves) == len(question.prior) > 1
            world = question.world(rng, 1)
            assert sorted(len(hand) for hand in world) == sorted(view.counts)
            assert all(-10 < question.value(world, move) < 10 for move in range(len(question.moves)))
        state = PITCH.step(state, bot("pitch").choose(view, rng))
