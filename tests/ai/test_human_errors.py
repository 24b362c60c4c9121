"""The levels that err as people do: repeatable, each better than the one below, never absurd."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games import ai
from games.ai import arena, human_errors
from games.ai.bot import Bot
from games.ai.human_errors import PLAINLY_BAD, REMEMBERED
from games.ai.levels import LEVELS
from games.rules.registry import GAMES
from tests.ai.moments import views_of


class Weighing(Bot):
    """A bot that always weighs the same choices."""

    temperatures = {"novice": 2.0, "beginner": 1.0}

    def __init__(self, *worths: float) -> None:
        super().__init__("winner")
        self.worths = worths
        self.remembers: list[int] = []

    def weighed(self, view: Any, rng: Random) -> Any:
        return [(worth, worth) for worth in self.worths]

    def remembered(self, view: Any, tricks: int) -> Any:
        self.remembers.append(tricks)
        return view


PLAY = SimpleNamespace(phase="play")


def chosen(player: Bot, level: str, view: Any = PLAY) -> list[Any]:
    """Return what a level chooses with a thousand generators."""
    return [human_errors.choose(player, view, level, Random(number)) for number in range(1000)]


def views(key: str, count: int) -> Iterator[Any]:
    """Yield the view before each play in this many hands of novices."""
    return views_of(key, count, 31, "novice")


def test_the_more_a_choice_costs_the_rarer_it_is_and_what_is_plainly_bad_is_never_taken() -> None:
    player = Weighing(10.0, 9.0, 7.0, 10.0 - 2.0 * PLAINLY_BAD - 0.1, float("-inf"))
    novice, beginner = chosen(player, "novice"), chosen(player, "beginner")
    for taken in (novice, beginner):
        assert taken.count(10.0) > taken.count(9.0) > taken.count(7.0) > 0
        assert set(taken) == {10.0, 9.0, 7.0}
    assert novice.count(10.0) < beginner.count(10.0)


def test_a_level_without_a_temperature_plays_as_the_policy_does() -> None:
    assert set(chosen(Weighing(10.0, 9.9), "casual")) == {10.0}


def test_only_cards_are_forgotten_and_the_novice_remembers_least() -> None:
    player = Weighing(1.0)
    for level in REMEMBERED:
        human_errors.choose(player, PLAY, level, Random(1))
        human_errors.choose(player, SimpleNamespace(phase="exchange"), level, Random(1))
    assert player.remembers == sorted(REMEMBERED.values())


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_temperature_for_each_the_higher_the_weaker(key: str) -> None:
    temperatures = ai.bot(key).temperatures
    assert [*REMEMBERED] == [level for level in LEVELS if level in temperatures]
    assert temperatures["novice"] > temperatures["beginner"] > temperatures["casual"] > 0


@pytest.mark.parametrize("key", [key for key in GAMES if ai.bot(key).counts_first_places])
def test_a_novice_who_can_go_out_goes_out(key: str) -> None:
    ways = 0
    for number, view in enumerate(views(key, 40)):
        best = ai.bot(key).weighed(view, Random(number))[0][1]
        if view.phase == "play" and len(getattr(best, "cards", ())) == len(view.hand):
            ways += 1
            assert len(ai.choose(view, "novice", Random(number)).cards) == len(view.hand)
    assert ways > 10


@pytest.mark.parametrize("key", [key for key in GAMES if ai.bot(key).counts_first_places])
def test_none_lets_a_player_lead_their_last_card_who_can_be_beaten(key: str) -> None:
    game, ways = GAMES[key], 0
    for number, setup in arena.deals(game, {}, 80, 32):
        state, rng = game.start(setup), Random(number)
        while state.result is None:
            seat = state.to_act[0]
            view = game.view(state, seat)
            is_last = state.top is not None and state.to_ask == 1 << seat
            if is_last and state.hands[state.top_seat].bit_count() == 1 and len(game.moves(view)) > 1:
                ways += 1
                for level in REMEMBERED:
                    assert all(ai.choose(view, level, Random(chance)).do == "play" for chance in range(5))
            state = game.step(state, ai.choose(view, "novice", rng))
    assert ways > 3


@pytest.mark.parametrize("key", GAMES)
def test_a_novice_never_takes_what_costs_more_than_three_temperatures(key: str) -> None:
    player, tricks = ai.bot(key), REMEMBERED["novice"]
    for number, view in enumerate(views(key, 4)):
        known = player.remembered(view, tricks) if view.phase == "play" else view
        weighed = player.weighed(known, Random(number))
        taken = ai.choose(view, "novice", Random(number))
        worth = next(worth for worth, action in weighed if action == taken)
        assert weighed[0][0] - worth <= PLAINLY_BAD * player.temperatures["novice"] or taken == weighed[0][1]


@pytest.mark.parametrize(("a", "b"), [("beginner", "novice"), ("casual", "beginner"), ("policy", "casual")])
def test_each_is_better_than_the_one_below(a: str, b: str) -> None:
    mean, off = arena.interval(arena.hands(GAMES["all-fours"], a, b, {}, 500, 4).wins)
    assert mean - off > 0.5
