"""The levels: legal under all house rules and both disciplines, ordered in strength, reported by ai_match."""

from __future__ import annotations

import json
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games import ai
from games.ai import arena
from games.rules.core import Action
from games.rules.registry import GAMES
from tests.ai.small_search import searched
from tests.rules.chance import random_setup

PLAYOUTS = 6


def small_search(view: Any, rng: Random) -> Action:
    """Return what a very small search chooses."""
    return searched(view, PLAYOUTS, rng)


def novice(view: Any, rng: Random) -> Action:
    return ai.choose(view, "novice", rng)


def casual(view: Any, rng: Random) -> Action:
    return ai.choose(view, "casual", rng)


@pytest.mark.parametrize("player", [small_search, novice, casual])
@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=5)
@given(rng=st.integers(0, 2**32).map(Random))
def test_it_is_legal_under_all_house_rules(key: str, player: Any, rng: Random) -> None:
    game = GAMES[key]
    state = game.start(random_setup(game, rng))
    while state.result is None:
        seat = state.to_act[0]
        # Against chance, so that odd positions come up.
        action = player(game.view(state, seat), rng) if seat % 2 else rng.choice(game.legal(state))
        game.check(state, action)
        state = game.step(state, action)


@pytest.mark.parametrize("key", GAMES)
def test_a_novice_is_better_than_chance(key: str) -> None:
    score = arena.hands(GAMES[key], "novice", "random", {}, 40, 4)
    assert sum(score.margins) > 0
    assert score.logs["A"].illegal == 0


@pytest.mark.parametrize(("a", "b"), [("policy", "random"), ("casual", "policy")])
def test_ai_match_tells_margins_intervals_and_times(a: str, b: str) -> None:
    out = StringIO()
    call_command("ai_match", a, b, "--game", "forty", "--deals", "4", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert report["deals"] == 4
    assert set(report["margin"]) == {"mean", "plus_minus"}
    assert report["A"]["moves"] == report["B"]["moves"] > 0
    assert (report["A"]["illegal"], report["A"]["late"]) == (0, 0)
    again = StringIO()
    call_command("ai_match", a, b, "--game", "forty", "--deals", "4", "--json", stdout=again)
    assert json.loads(again.getvalue())["margin"] == report["margin"]


def test_ai_match_plays_under_house_rules_and_whole_matches() -> None:
    out = StringIO()
    options = ["players=4", "edition=1814", "target=3"]
    call_command(
        "ai_match", "policy", "random", "--game=all-fours", "--deals=2", "--whole", "--options", *options, stdout=out
    )
    assert "2 deals" in out.getvalue()


def no_constant(name: str) -> Any:
    raise AssertionError(f"{name} is no JSON")


def test_of_one_deal_ai_match_tells_no_interval() -> None:
    command = ("ai_match", "policy", "random", "--game=all-fours", "--deals=1")
    out = StringIO()
    call_command(*command, "--json", stdout=out)
    report = json.loads(out.getvalue(), parse_constant=no_constant)
    assert (report["margin"]["plus_minus"], report["wins"]["plus_minus"]) == (None, None)
    out = StringIO()
    call_command(*command, stdout=out)
    assert f"{report['margin']['mean']:+.3f}, no interval of one deal" in out.getvalue()
    assert "inf" not in out.getvalue()


def test_ai_match_refuses_house_rules_that_are_not() -> None:
    with pytest.raises(CommandError, match="no such house rule"):
        call_command("ai_match", "policy", "random", "--game", "forty", "--options", "jokers=1")


def test_equals_meet_evenly() -> None:
    score = arena.hands(GAMES["all-fours"], "policy", "policy", {}, 6, 1)
    assert score.margins == [0.0] * 6
