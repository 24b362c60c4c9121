"""Matches of All Fours (/rules/all-fours/#9)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.rules.core import Played
from tests.rules.allfours.hands import GAME
from tests.rules.chance import Fixed

OPTIONS = GAME.resolve({"games": 2})


def hand(dealer: int, scores: list[int], winner: int | None = None, end: str = "played") -> Played:
    return Played({"dealer": dealer, "scores": [0, 0]}, {"scores": scores, "winner": winner, "end": end})


def following(*played: Played) -> dict[str, object]:
    return GAME.following(OPTIONS, played, (), Random(1))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("cut", ["high", "low"])
def test_it_draws_lots_for_the_first_deal(players: int, cut: str) -> None:
    options = GAME.resolve({"players": players, "cut": cut})
    rng = Random(5)
    dealers = Counter(GAME.following(options, [], (), rng)["dealer"] for _ in range(400))
    assert set(dealers) == set(range(players))
    assert min(dealers.values()) > 280 / players


@pytest.mark.parametrize(
    "cut, drawn, dealer",
    [("high", [12, 0], 0), ("low", [12, 0], 1), ("high", [12, 25, 0, 1], 1), ("low", [0, 13, 1, 12], 0)],
)
def test_it_lets_those_who_tie_draw_again(cut: str, drawn: list[int], dealer: int) -> None:
    rng = Fixed()
    rng.pack = drawn[::-1]
    assert GAME.following(GAME.resolve({"cut": cut}), [], (), rng)["dealer"] == dealer


def test_it_passes_the_deal_on() -> None:
    assert following(hand(0, [3, 1])) == {"dealer": 1, "scores": [3, 1]}
    assert following(hand(1, [3, 1])) == {"dealer": 0, "scores": [3, 1]}


def test_it_deals_again_after_a_hand_thrown_in() -> None:
    assert following(hand(0, [1, 0], end="thrown-in")) == {"dealer": 0, "scores": [1, 0]}


def test_it_goes_back_to_nothing_after_a_game() -> None:
    won = hand(0, [10, 4], winner=0)
    assert following(won) == {"dealer": 1, "scores": [0, 0]}
    standing = GAME.standing(OPTIONS, [won])
    assert (standing.scores, standing.games, standing.over, standing.winners) == ((0, 0), (1, 0), False, ())


def test_it_ends_with_the_games_of_the_match() -> None:
    played = [hand(0, [10, 4], 0), hand(1, [8, 10], 1), hand(0, [2, 1]), hand(1, [2, 11], 1)]
    standing = GAME.standing(OPTIONS, played)
    assert (standing.scores, standing.games, standing.over, standing.winners) == ((2, 11), (1, 2), True, (1,))
    four = GAME.resolve({"players": 4})
    assert GAME.standing(four, played[:1]).winners == (0, 2)
    assert GAME.standing(OPTIONS, []).over is False


def test_it_tells_the_editions_apart() -> None:
    assert {row.option.key for row in GAME.differences({"edition": "1814-printed"})} == {"edition"}
    keys = {row.option.key for row in GAME.differences({"edition": "1845", "deal": "threes"})}
    assert keys == {"edition", "deal"}
    assert all(GAME.resolve(dict(preset.options)) for preset in GAME.presets)
