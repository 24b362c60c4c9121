"""The players of climbing games: always legal, far better than chance, and never silly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from games.ai.bot import bot
from games.rules.core import Action
from games.rules.registry import GAMES
from games.titles.president.bot.core import seen
from tests.ai.cores import kin_twins
from tests.rules.chance import random_setup

KEYS = ("winner", "big-two", "tien-len", "president")


def randomly(view: Any, rng: Random) -> Action:
    return rng.choice(GAMES[view.game].moves(view))


def whole_hand(key: str, setup: Any, players: Mapping[int, Any], rng: Random) -> Any:
    """Play a hand with players for some seats and the others at random, checking every action by the rules."""
    game = GAMES[key]
    state = game.start(setup)
    while state.to_act:
        seat = state.to_act[0]
        action = players.get(seat, randomly)(game.view(state, seat), rng)
        game.check(state, action)
        state = game.step(state, action)
    return state.result


@pytest.mark.parametrize("key", KEYS)
def test_it_is_always_legal_under_any_rules(key: str) -> None:
    rng = Random(5)
    for _ in range(40):
        setup = random_setup(GAMES[key], rng)
        seats = GAMES[key].seats(setup.options)
        assert whole_hand(key, setup, {seat: bot(key).choose for seat in range(0, seats, 2)}, rng)


@pytest.mark.parametrize(("key", "preset"), [(key, one.key) for key in KEYS for one in GAMES[key].presets])
def test_it_beats_chance_on_the_same_deals(key: str, preset: str) -> None:
    game, rng, firsts = GAMES[key], Random(7), Counter[bool]()
    chosen = next(dict(one.options) for one in game.presets if one.key == preset)
    options = game.resolve(chosen)
    for number in range(8):
        deck = list(game.pack(options))
        rng.shuffle(deck)
        setup = game.setup(chosen, bot(key).deal_context(options, tuple(deck), number, rng), tuple(deck))
        for seat in range(game.seats(options)):
            firsts[whole_hand(key, setup, {seat: bot(key).choose}, rng)["winner"] == seat] += 1
    share = firsts[True] / firsts.total()
    assert share > (0.65 if game.seats(options) == 2 else 0.5)


@pytest.mark.parametrize("key", KEYS)
def test_a_search_lays_the_moment_again_and_deals_what_the_seat_may_believe(key: str) -> None:
    game, rng, count = GAMES[key], Random(3), 0
    while count < 6:
        setup = random_setup(game, rng)
        state = game.start(setup)
        while state.to_act and state.phase == "play":
            view = game.view(state, state.to_act[0])
            question: Any = bot(key).question(view, rng)
            if question is not None and rng.random() < 0.2:
                count += 1
                template, world = question.template, question.world(rng, 1)[: len(state.hands)]
                assert (template.to_act, template.to_ask, template.passed, template.out) == (
                    (state.to_act, state.to_ask, state.passed, state.out)
                )
                assert [hand.bit_count() for hand in world] == [hand.bit_count() for hand in state.hands]
                assert world[view.seat] == state.hands[view.seat]
                assert not any(one & two for at, one in enumerate(world) for two in world[:at])
                question.value(question.world(rng, 1), 0)
                break
            state = game.step(state, bot(key).choose(view, rng))


@pytest.mark.parametrize("key", KEYS)
def test_the_players_of_playouts_choose_as_the_policy_does(key: str) -> None:
    same, decisions = kin_twins(key, 25, 3)
    assert decisions > 300
    assert same == decisions


def test_ranks_turned_around_twice_are_as_they_were() -> None:
    rng = Random(1)
    for _ in range(50):
        hand = rng.getrandbits(54)
        assert seen(seen(hand)) == hand
        assert seen(hand).bit_count() == hand.bit_count()
