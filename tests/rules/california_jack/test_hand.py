"""The course of hands of California Jack: drawing, following, the count and its words."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.cards import SUITS, names
from games.rules.core import Seat
from tests.rules.california_jack.hands import GAME, after, start
from tests.rules.chance import random_hand, random_setup
from tests.rules.four_chances.hands import played_out


def test_it_gives_the_winner_the_top_card_and_the_other_the_next() -> None:
    state = after(start(), "1 play AH, 0 play 2H")
    assert state.to_act == (1,)
    assert "JC" in names(state.hands[1])
    assert "QC" in names(state.hands[0])
    state = after(state, "1 play 3S, 0 play TS")
    assert state.to_act == (0,)
    assert names(state.hands[0])[-1] == "TD"
    assert names(state.hands[1])[-1] == "KD"


def test_it_draws_after_each_of_twenty_tricks_and_plays_the_last_six_without() -> None:
    state, sizes = start(), []
    while state.result is None:
        state = GAME.step(state, GAME.legal(state)[0])
        if not state.trick:
            sizes.append([len(hand) for hand in state.hands])
    assert sizes == [[6, 6]] * 20 + [[left, left] for left in (5, 4, 3, 2, 1, 0)]
    assert sum(state.result["pips"]) == 80


@pytest.mark.parametrize(
    "follow, led, expected",
    [
        ("or-trump", "3S", "2H JH 7S TS"),
        ("strict", "3S", "2H JH 7S TS"),
        ("suit", "3S", "7S TS"),
        ("or-trump", "5C", "2H JH 7S TS 8D 9D"),
        ("strict", "5C", "2H JH"),
        ("suit", "5C", "2H JH"),
        ("suit", "KH", "2H JH"),
    ],
)
def test_it_asks_for_what_the_table_wants(follow: str, led: str, expected: str) -> None:
    state = after(start({"follow": follow}), f"1 play {led}")
    assert {names([move.card])[0] for move in GAME.legal(state)} == set(expected.split())


def test_it_makes_trumps_by_the_cut_or_by_the_stocks_first_card() -> None:
    assert SUITS[start().trump] == "H"
    assert SUITS[start({"trump": "turned"}).trump] == "C"


def test_it_scores_nothing_for_a_jack_on_top_of_the_stock() -> None:
    assert start({"trump": "turned"}).items == ()


@pytest.mark.parametrize("seed", range(30))
def test_it_gives_each_trump_to_its_taker(seed: int) -> None:
    rng = Random(seed)
    states = [state for state, _ in random_hand(GAME, random_setup(GAME, rng), rng)]
    state = states[-1]
    taken = {card: trick.winner for trick in state.tricks for card in trick.cards}
    assert len(taken) == 52
    ranks = {"high": 12, "low": 0, "jack": 9}
    for what, seat, _ in state.items:
        if what in ranks:
            assert taken[state.trump * 13 + ranks[what]] == seat
    assert sum(state.result["pips"]) == 80


def test_it_explains_a_hand() -> None:
    state = played_out(GAME, start())
    texts = [line.text for line in GAME.explain(state).messages]
    assert all(text.startswith("Trick") for text in texts[1:27])
    assert texts[0] == "Trumps were %(suit)s, by the cut."
    assert [text.split(":")[0] for text in texts[27:30]] == ["High", "Low", "Jack"]


def test_it_says_which_card_was_turned_for_trumps() -> None:
    (message,) = GAME.explain(played_out(GAME, start({"trump": "turned"}))).before
    assert message.text == "Trumps were %(suit)s: %(card)s lay on top of the stock."


def test_it_explains_game_and_equal_pips() -> None:
    state = played_out(GAME, start())
    game = next(line for line in GAME.explain(state).messages if line.text.startswith("Game"))
    winner = state.result["pips"].index(max(state.result["pips"]))
    assert game.values["seat"] == Seat(winner)
    even = state._replace(result={**state.result, "pips": [40, 40]}, items=state.items[:3])
    assert GAME.explain(even).messages[-1].text == "Game: %(pips)d card points each, so nobody scores it."
