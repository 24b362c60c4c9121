"""The AI players of Pitch and California Jack: always legal, better than chance, and not reckless bidders.

The gain from bids is counted over some hands for each table, in ``make soak`` over hundreds.
"""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.ai import arena, bot
from games.ai.bot import Measure
from games.ai.measures import reached
from games.rules.four_chances.actions import PLAY
from games.rules.registry import GAMES
from games.titles.california_jack.bot import search
from tests.faults.sizes import size
from tests.rules.chance import random_setup

PITCH, JACK = GAMES["pitch"], GAMES["california-jack"]


@pytest.mark.parametrize("key", ["pitch", "california-jack"])
@settings(max_examples=size(10, 100), suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
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


def gains(chosen: dict[str, Any], level: str, hands: int) -> list[float]:
    """Return the gain of each bid in hands among players of one level."""
    seats, sides = PITCH.seats(PITCH.resolve(chosen)), set(PITCH.sides(PITCH.resolve(chosen)))
    gained = []
    for number, setup in arena.deals(PITCH, chosen, hands, 3):
        logs = [arena.Log() for _ in range(seats)]
        result = arena.play(PITCH, setup, [level] * seats, Random(number), logs).result
        gained += [gain for side in sides if (gain := bot("pitch").bid_gain(result, side)) is not None]
    assert len(gained) > hands / 2
    return gained


@pytest.mark.parametrize("chosen", [{}, {"players": 2}, {"edition": "commercial"}, {"edition": "pedro-sancho"}])
def test_its_bids_gain_more_than_they_cost(chosen: dict[str, Any]) -> None:
    gained = gains(chosen, "policy", size(15, 100))
    assert sum(gained) / len(gained) > 0.8
    assert sum(points < 0 for points in gained) < len(gained) / 3


#: levels that bid less well, and tables where bids run high
BOLD = [
    ("novice", {}),
    ("beginner", {"edition": "pedro-sancho"}),
    ("policy", {"edition": "dom-pedro"}),
    ("policy", {"partners": True}),
    ("policy", {"dealer_bid": "any", "rebid": True}),
    ("policy", {"edition": "dom-pedro", "players": 7}),
]


@pytest.mark.parametrize(("level", "chosen"), BOLD, ids=str)
def test_no_player_is_set_back_more_than_its_bids_win(level: str, chosen: dict[str, Any]) -> None:
    gained = gains(chosen, level, size(8, 300))
    assert -sum(points for points in gained if points < 0) < sum(points for points in gained if points > 0)


def test_a_measurement_tells_what_bids_bring_and_how_often_they_are_made() -> None:
    bids = arena.against("pitch", "policy", "casual", {}, 4, 5)["bids"]
    assert 0.0 <= bids["kept"] <= 1.0 and bids["plus_minus"] > 0.0
    assert "bids" not in arena.against("california-jack", "policy", "random", {}, 2, 5)
    measure = Measure("pitch", "policy", "random", 6, bids=0.0)
    assert reached(measure, {"bids": {"mean": 1.5, "plus_minus": 0.5}})
    assert not reached(measure, {"bids": {"mean": 0.4, "plus_minus": 0.5}})
    assert not reached(measure, {}), "what was not measured is not reached"
    set_back = {"contract": {"seat": 2, "points": 3, "made": 2}, "points": [0, 1, -3, 0]}
    assert [bot("pitch").bid_gain(set_back, side) for side in range(4)] == [None, None, -3.0, None]
    partners = {"contract": {"seat": 3, "points": 2, "made": 4}, "points": [0, 4]}
    assert [bot("pitch").bid_gain(partners, side) for side in range(2)] == [None, 4.0]


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


@pytest.mark.parametrize("chosen", [{}, {"edition": "shasta-sam"}, {"edition": "later"}, {"follow": "suit"}])
def test_the_search_of_california_jack_deals_what_may_be_and_counts_whole_hands(chosen: dict[str, Any]) -> None:
    rng = Random(7)
    for _number, setup in arena.deals(JACK, chosen, size(2, 20), 7):
        state = JACK.start(setup)
        while state.result is None:
            view = JACK.view(state, state.to_act[0])
            question = bot("california-jack").question(view, rng)
            if question is not None:
                assert {move for _gain, move in bot("california-jack").weighed(view, rng)} == set(question.moves)
                world, truth = question.world(rng, 1), question.truth(state)
                for deal in (world, truth):
                    assert (list(map(len, deal.hands)), len(deal.stock)) == (list(view.counts), view.stock)
                assert set(world.hands[view.seat]) == set(truth.hands[view.seat]) == set(view.hand)
                assert sorted(chain(*world.hands, world.stock)) == sorted(chain(*truth.hands, truth.stock))
                assert view.top is None or world.stock[0] == view.top
                assert all(-4 <= question.value(deal, 0) <= 4 for deal in (world, truth))
                limits = question.worlds.limits
                other = set(truth.hands[1 - view.seat]) - set(question.worlds.held)
                assert all(len(other & cards) <= later for cards, later in limits), "what is really so may be dealt"
            state = JACK.step(state, bot("california-jack").choose(view, rng))


def test_the_last_cards_of_california_jack_are_counted_as_the_rules_do() -> None:
    setup = next(iter(arena.deals(JACK, {}, 1, 5)))[1]
    state, rng = JACK.start(setup), Random(3)
    while len(state.hands[state.to_act[0]]) > 1 or state.trick:
        state = JACK.step(state, bot("california-jack").choose(JACK.view(state, state.to_act[0]), rng))
    seat = state.to_act[0]
    (card,) = state.hands[seat]
    move = PLAY[seat][card]
    question = search.Playing(JACK.view(state, seat), [(0.0, move)])
    promised = question.value(question.truth(state), 0)
    for _card in range(2):
        state = JACK.step(state, JACK.moves(JACK.view(state, state.to_act[0]))[0])
    assert promised == bot("california-jack").margin(state.result, seat)


def test_the_search_of_california_jack_beats_its_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(bot("california-jack")), "playouts", {"intermediate": 60})
    score = arena.hands(JACK, "intermediate", "policy", {}, 20, 11)
    assert arena.interval(score.wins)[0] > 0.5
