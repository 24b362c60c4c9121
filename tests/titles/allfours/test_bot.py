"""The AI player of All Fours: always legal, better than chance, and in line with books where they are clear."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ai import random_player
from games.rules.cards import NAMES
from games.rules.core import Action, Setup
from games.rules.registry import GAMES
from games.titles.allfours.bot.player import BOT as bot
from tests.rules.allfours.hands import after, dealt, deck, start
from tests.rules.chance import random_setup, shuffled

GAME = GAMES["all-fours"]
Player = Callable[[Any, Random], Action]


def played(setup: Setup, players: tuple[Player, Player], rng: Random) -> dict[str, Any]:
    """Return the result of a hand between the players of two sides."""
    state = GAME.start(setup)
    while state.result is None:
        seat = state.to_act[0]
        action = players[seat % 2](GAME.view(state, seat), rng)
        GAME.check(state, action)
        state = GAME.step(state, action)
    result: dict[str, Any] = state.result
    return result


@pytest.mark.parametrize("chosen", [{}, {"players": 4}, {"edition": "1845"}, {"low": "won", "announce": "self"}])
def test_it_beats_chance_with_the_same_cards(chosen: dict[str, Any]) -> None:
    options = GAME.resolve(chosen)
    net = []
    for deal in range(60):
        rng = Random(deal)
        setup = GAME.setup(
            chosen, {"dealer": deal % options["players"], "scores": [0, 0]}, shuffled(GAME, options, rng)
        )
        first = played(setup, (bot.choose, random_player.choose), rng)["points"]
        second = played(setup, (random_player.choose, bot.choose), rng)["points"]
        net.append(first[0] - first[1] + second[1] - second[0])
    assert sum(net) / len(net) > 1
    assert sum(points > 0 for points in net) > 2 * sum(points < 0 for points in net)


@settings(max_examples=60)
@given(rng=st.integers(0, 2**32).map(Random))
def test_it_is_always_legal(rng: Random) -> None:
    setup = random_setup(GAME, rng)
    scores = [rng.randrange(setup.options["target"]) for _ in range(2)]
    context = {"dealer": rng.randrange(setup.options["players"]), "scores": scores}
    sides = rng.choice([(bot.choose, bot.choose), (bot.choose, random_player.choose)])
    played(Setup(setup.options, context, setup.deck), sides, rng)


def choice(state: Any, seat: int) -> str:
    """Return the player's action as a word, or as the card it plays."""
    action = bot.choose(GAME.view(state, seat), Random(1))
    return NAMES[action.card] if action.do == "play" else action.do


def test_it_begs_with_poor_trumps_and_stands_with_good_ones() -> None:
    assert choice(start(cards=dealt("3S 5S 7C 8C 9D 6D", "AH KH 2H JC 4S 9S", "7H")), 1) == "beg"
    assert choice(start(cards=dealt("AH QH 2H KS TD 4S", "JH 3H TC AC 9D 3S", "5H")), 1) == "stand"


def test_it_runs_from_poor_trumps_and_gives_for_good_ones() -> None:
    poor = start(cards=dealt("AH KH 2H JC 4S 9S", "3S 5S 7C 8C 9D 6D", "7H"))
    assert choice(after(poor, "1 beg"), 0) == "run"
    good = start(cards=dealt("3S 5S 7C 8C 9D 6D", "AH KH JH 2H AS TS", "7H"))
    assert choice(after(good, "1 beg"), 0) == "give"


def test_it_never_gives_the_point_that_ends_the_game() -> None:
    state = start(scores=(0, 9), cards=dealt("3S 5S 7C 8C 9D 6D", "AH KH JH 2H AS TS", "7H"))
    assert choice(after(state, "1 beg"), 0) == "run"


def test_it_pays_a_point_where_high_wins_the_game() -> None:
    state = start(scores=(9, 3), cards=dealt("3S 5S 7C 8C 9D 6D", "AH 5C 6C 2S 4S 4D", "7H"))
    assert choice(after(state, "1 beg"), 0) == "give"


@pytest.mark.parametrize(
    "eldest, dealer, text, card, why",
    [
        ("TD 3C 4C 5S 6S 7S", "JH 9D 8C QC 2S 3S", "1 play TD", "JH", "makes the jack on a ten"),
        ("AH 3C 4C 5S 6S 7S", "JH 2H 9D 8C QC 3S", "1 play AH", "2H", "saves the jack from the ace"),
        ("QH 3C 4C 5S 6S 7S", "AH 2H 9D 8C QC 3S", "1 play QH", "AH", "wins a court card"),
        ("AS 3C 4C 5S 6S 7S", "TS 2S 9D 8C QC 3D", "1 play AS", "2S", "keeps its ten from an ace"),
        ("9S 3C 4C 5S 6S 7D", "TS 2S 9D 8C QC 3D", "1 play 9S", "TS", "secures its ten"),
        ("TS 3C 4C 5S 6S 7D", "KS 2S 9D 8C QC 3D", "1 play TS", "KS", "takes a ten with a card of the suit"),
        (
            "3C 4C 5S 6S 7D 8D",
            "KS 2S 9D 3H QC 3D",
            "1 play 3C",
            "QC",
            "takes nothing with a trump where a queen will do",
        ),
    ],
)
def test_it_follows_as_the_books_advise(eldest: str, dealer: str, text: str, card: str, why: str) -> None:
    state = after(start(cards=dealt(eldest, dealer, "6H")), f"1 stand, {text}")
    assert choice(state, 0) == card, why


@pytest.mark.parametrize(
    "eldest, card_not, why",
    [
        ("JH 3C 4C 5S 6S 7S", "JH", "does not lead a bare jack into four higher trumps"),
        ("TD 3C 4C 5S 6S 7S", "TD", "does not lead a ten that may be taken"),
        ("3H 9C 4C QS 6S 7S", "QS", "leads low without the commanding card"),
    ],
)
def test_it_leads_as_the_books_advise(eldest: str, card_not: str, why: str) -> None:
    state = after(start(cards=dealt(eldest, "KD 8D 9S 2C JC AC", "6H")), "1 stand")
    assert choice(state, 1) != card_not, why


def four(*lines: str) -> Any:
    """Return a hand of four in which seat 0 deals and seats 1, 2, 3, 0 hold these cards."""
    held = [line.split() for line in lines]
    first = [card for cards in held for card in cards[:3]] + [card for cards in held for card in cards[3:]]
    return after(start({"players": 4}, cards=deck(*first, "6H")), "1 stand")


@pytest.mark.parametrize(
    "lines, text, seat, card, why",
    [
        (
            ("3C 4C 5S 6S 7S 8S", "AC 4D 5D 6D 7D 9S", "9C 8C 3D 2D 2S 9H", "QH 2C TC KD QD JD"),
            "1 play 3C, 2 play AC, 3 play 8C",
            0,
            "TC",
            "puts its ten on the partner's sure trick and trumps it not",
        ),
        (
            ("AH 4C 5S 6S 7S 8S", "2H 4D 5D 6D 7D 9S", "JH 9H 8C TD 2D 2S", "QH KC TC KD QD JD"),
            "1 play AH, 2 play 2H",
            3,
            "JH",
            "brings the jack home on the partner's ace",
        ),
        (
            ("3C 4C 5S 6S 7S 8S", "2C 4D 5D 6D 7D 9S", "AH 9C 8C 3D 2D 2S", "QH 5C TC KD QD JD"),
            "1 play 3C, 2 play 2C, 3 play AH",
            0,
            "5C",
            "gives nothing to a trick the other side is sure of",
        ),
    ],
)
def test_it_plays_with_its_partner(lines: tuple[str, ...], text: str, seat: int, card: str, why: str) -> None:
    assert choice(after(four(*lines), text), seat) == card, why


def test_it_claims_true_revokes_only() -> None:
    hand = "1 stand, 1 play AH, 0 play 9D, 1 play KS, 0 play 3S, 1 play TD, 0 play JH, 0 play AC, 1 play 2C, "
    state = after(start({"discipline": "honour"}), hand + "0 play TC, 1 play 3C, 0 play 2H, 1 play 4S")
    claim = bot.choose(GAME.view(state, 1), Random(1))
    assert (claim.do, claim.against, claim.trick) == ("claim", 0, 1)
    assert choice(GAME.step(state, claim), 1) == "accept"
    assert choice(state, 0) == "accept"


def test_it_announces_what_its_side_scores() -> None:
    hand = "1 stand, 1 play AH, 0 play 2H, 1 play KS, 0 play 3S, 1 play TD, 0 play JH, 0 play AC, 1 play 2C, "
    state = after(start({"announce": "self"}), hand + "0 play TC, 1 play 3C, 0 play 9D, 1 play 4S")
    assert bot.choose(GAME.view(state, 0), Random(1)).items == ("low", "jack", "game")
    assert bot.choose(GAME.view(state, 1), Random(1)).items == ("high",)
