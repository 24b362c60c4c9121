"""The moves offered to a seat: legal, complete where promised, otherwise bounded (/rules/eighty/#5 to #9)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.rules.cards import cards
from games.rules.core import Illegal
from games.rules.registry import GAMES
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import cards_of, hand_of, plus, without
from games.rules.shengji.moves import FEW
from games.rules.shengji.state import set_hand
from games.rules.shengji.throws import unseen
from games.rules.shengji.view import unseen_by
from tests.rules.chance import random_setup
from tests.rules.shengji.hands import at_play, play

seeds = st.integers(0, 2**32).map(Random)
every_key = pytest.mark.parametrize("key", ["forty", "eighty"])


def small(rng: Random, size: int) -> list[int]:
    """Return a few cards from two decks with many pairs and neighbours: low spades, hearts, twos and
    jokers."""
    names = [*range(6), *range(13, 16), 26, 52, 53]
    return rng.sample(2 * names, size)


def led(rng: Random, state: Any, hand: list[int]) -> Any:
    """Return a state after a legal lead by seat 0 of one to six cards from a few, none of which are in
    the hand."""
    game = GAMES["eighty"]
    rest = list((Counter(small(rng, 24)) - Counter(hand)).elements())
    while True:
        lead = rng.sample(rest, rng.choice([1, 2, 2, 3, 4, 4, 6]))
        state.hands = (hand_of(lead), 0, 0, 0)
        try:
            game.check(state, action := Play(0, tuple(sorted(lead))))
        except Illegal:
            continue
        return game.step(state, action)


@settings(max_examples=60)
@given(rng=seeds, throw=st.booleans(), follow=st.sampled_from(["pairs", "tractor", "longest"]), strict=st.booleans())
def test_it_finds_exactly_the_legal_plays(rng: Random, throw: bool, follow: str, strict: bool) -> None:
    """Compared with trying every set of cards of a small hand, as a lead and as a follow."""
    game = GAMES["eighty"]
    hand = small(rng, 7)
    options = {"throw": throw, "follow": follow, "tractor": "strict" if strict else "chain"}
    state = at_play("eighty", ["3D 4D", "", "", ""], **options)
    if rng.random() < 0.6:
        state = led(rng, state, hand)
    seat = state.to_act[0]
    state.hands = set_hand(state.hands, seat, hand_of(hand))
    choices = {tuple(sorted(chosen)) for size in range(len(hand) + 1) for chosen in combinations(hand, size)}
    legal = set()
    for chosen in choices:
        try:
            game.check(state, Play(seat, chosen))
        except Illegal:
            continue
        legal.add(chosen)
    every_play = [action.cards for action in game.every_play(game.view(state, seat))]
    assert len(every_play) == len(set(every_play))
    assert set(every_play) == legal
    moves = {action.cards for action in game.legal(state)}
    assert moves
    assert moves <= legal
    if state.shape is None:
        assert {chosen for chosen in legal if not throw} <= moves


@every_key
@settings(max_examples=15)
@given(rng=seeds)
def test_it_offers_a_player_what_it_offers_the_hand(key: str, rng: Random) -> None:
    game = GAMES[key]
    state = game.start(random_setup(game, rng))
    while state.result is None:
        legal = game.legal(state)
        for seat in state.to_act:
            mine = [action for action in legal if action.seat == seat]
            assert list(game.moves(game.view(state, seat))) == mine
        state = game.step(state, rng.choice(legal))


@settings(max_examples=15)
@given(rng=seeds)
def test_it_offers_every_legal_card_in_forty(rng: Random) -> None:
    game = GAMES["forty"]
    state = game.start(random_setup(game, rng))
    enforced = not state.ground.deal.honour
    while state.result is None:
        if state.phase == "play" and enforced:
            seat = state.to_act[0]
            legal = []
            for card in cards_of(state.hands[seat]):
                try:
                    game.check(state, Play(seat, (card,)))
                except Illegal:
                    continue
                legal.append(card)
            assert [action.cards[0] for action in game.legal(state)] == legal
        state = game.step(state, rng.choice(game.legal(state)))


def test_it_leads_every_part_of_a_tractor() -> None:
    state = at_play("eighty", ["3S 3S 4S 4S 5S 5S 9D", "", "", ""])
    assert len(GAMES["eighty"].legal(state)) == 4 + 3 + 3


def test_it_makes_a_tractor_with_each_level_pair_of_a_place() -> None:
    state = at_play("eighty", ["AH AH 2S 2S 2C 2C", "", "", ""])
    assert sum(len(action.cards) == 4 for action in GAMES["eighty"].legal(state)) == 2


def test_it_offers_a_throw_that_nobody_can_beat() -> None:
    state = at_play("eighty", ["AS AS KS KS 4S 9D", "3S", "3S", "3S"], throw=True)
    state.hands = (state.hands[0], *(hand_of([0, 1, 2]) for _ in range(3)))
    throws = {action.cards for action in GAMES["eighty"].legal(state) if len(action.cards) == 5}
    assert throws == {(2, 11, 11, 12, 12)}


def test_it_offers_a_bounded_choice_of_the_largest_hand() -> None:
    """33 cards of whatever kind never give more than a few hundred candidates."""
    game = GAMES["eighty"]
    pairs = [card for rank in range(5, 13) for card in (13 + rank, 13 + rank)]
    levels = [card for suit in range(4) for card in (13 * suit, 13 * suit)]
    hand = [*pairs, *levels, 52, 52, 53, 53, 1, 2, 3, 4, 14]
    state = at_play("eighty", ["", "", "", ""], throw=True)
    state.hands = (hand_of(hand), 0, 0, 0)
    assert 100 < len(game.legal(state)) < 1000
    state = play(at_play("eighty", ["3C 3C 4C 4C 3H", "", "", ""], throw=True), "eighty", "3C 3C 4C 4C")
    state.hands = set_hand(state.hands, 1, hand_of(hand))
    assert 1 < len(game.legal(state)) <= 3 * FEW


@settings(max_examples=30)
@given(rng=seeds, size=st.integers(2, 24))
def test_it_follows_any_throw_within_bounds(rng: Random, size: int) -> None:
    """Long leads of one suit against long hands: the moves offered are legal, and few."""
    game = GAMES["eighty"]
    suit = [card for card in range(1, 13) for _ in range(2)]
    rng.shuffle(suit)
    lead, rest = suit[:size], suit[size:]
    others = [card for card in range(13, 54) for _ in range(2)]
    rng.shuffle(others)
    hand = (rest + others)[: 25 - rng.randrange(3)]
    assume(len(hand) >= size)
    state = at_play("eighty", ["", "", "", ""], throw=True, follow="longest")
    state.hands = (plus(hand_of(lead), hand_of([13])), 0, 0, 0)
    state = game.step(state, Play(0, tuple(sorted(lead))))
    state.hands = set_hand(state.hands, 1, hand_of(hand))
    moves = game.legal(state)
    assert 0 < len(moves) <= 3 * FEW
    for action in moves:
        game.check(state, action)
        game.step(state, action)


def test_it_counts_what_nobody_has_shown() -> None:
    game = GAMES["forty"]
    setup = random_setup(game, Random(3))
    state = game.start(setup)
    state = game.step(state, game.legal(state)[0])
    view = game.view(state, state.to_act[0])
    hidden = unseen_by(view)
    assert hidden == unseen(False, [hand_of(view.hand), hand_of(view.buried)])
    assert hidden.bit_count() == 36
    other = game.view(state, (state.to_act[0] + 1) % 4)
    assert unseen_by(other).bit_count() == 42
    assert without(hand_of(setup.deck), hidden).bit_count() == 18


def test_a_two_follows_and_takes_as_a_trump_where_twos_always_are() -> None:
    state = at_play("forty", ["AD 9D", "2C 3C 5D", "2D KD", "2H 4S"], level="7", twos_trump=True)
    assert [action.cards for action in GAMES["forty"].legal(play(state, "forty", "AD"))] == [cards("5D")]
    followed = play(state, "forty", "AD", "5D")
    assert [action.cards for action in GAMES["forty"].legal(followed)] == [cards("KD")], "the two is no diamond"
    assert play(followed, "forty", "KD", "2H").leaders[-1] == 3
    led = play(at_play("forty", ["2D 9D", "2C 3C", "AH 2H", "7S 4S"], level="7", twos_trump=True), "forty", "2D", "2C")
    assert play(led, "forty", "2H", "7S").leaders[-1] == 3, "a level card stands above all twos"


def test_twos_that_are_always_trumps_make_tractors_with_their_neighbours() -> None:
    def pairs(hand: str, tractor: str = "chain") -> int:
        state = at_play("eighty", [hand, "", "", ""], level="7", twos_trump=True, tractor=tractor)
        return sum(len(action.cards) == 4 for action in GAMES["eighty"].legal(state))

    assert [pairs("AH AH 2S 2S"), pairs("2S 2S 2H 2H"), pairs("2H 2H 7C 7C"), pairs("2S 2S 2C 2C")] == [1, 1, 1, 0]
    assert [pairs("AH AH 2S 2S", "strict"), pairs("2H 2H 7C 7C", "strict")] == [0, 1]
