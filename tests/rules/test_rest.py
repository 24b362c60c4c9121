"""Claims of the rest: offered only where they cannot fail, from what the claimant may know alone."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.rules.core import Game
from games.rules.registry import GAMES
from games.rules.rest import Lead, RestOfHand, sure_leads, takes_all
from tests.rules.chance import any_setup, random_hand
from tests.rules.rest import beat, cards, dealt_anew, first_claim

of_tricks = pytest.mark.parametrize(
    "game", [pytest.param(game, id=key) for key, game in GAMES.items() if isinstance(game, RestOfHand)]
)
seeds = st.integers(0, 2**32).map(Random)


def hands(game: Game, rng: Random, tries: int = 60):
    """Return a state with a claim, and its leads, from hands played at random."""
    claim = next((first for _ in range(tries) if (first := first_claim(game, rng))), None)
    assume(claim is not None)
    return claim


@of_tricks
@settings(max_examples=6)
@given(rng=seeds)
def test_whatever_others_hold_and_play_a_claim_takes_every_trick(game: Game, rng: Random) -> None:
    state, leads = hands(game, rng)
    seat = state.to_act[0]
    assert not beat(game, state, seat, leads, rng)
    for _ in range(8):
        other = dealt_anew(game, state, seat, rng)
        assert game.view(other, seat) == game.view(state, seat)
        assert not beat(game, other, seat, leads, rng)


@of_tricks
@settings(max_examples=6)
@given(rng=seeds)
def test_a_claim_is_made_of_all_cards_of_the_hand_and_depends_on_nothing_hidden(game: Game, rng: Random) -> None:
    state, leads = hands(game, rng)
    seat = state.to_act[0]
    view = game.view(state, seat)
    assert sorted(card for lead in leads for card in cards(lead)) == sorted(view.hand)
    for _ in range(5):
        assert sure_leads(game, game.view(dealt_anew(game, state, seat, rng), seat)) == leads


@of_tricks
@settings(max_examples=6)
@given(rng=seeds)
def test_only_who_is_on_lead_with_several_plays_is_offered_one(game: Game, rng: Random) -> None:
    setup = any_setup(game, rng)
    for state, _action in random_hand(game, setup, rng):
        for seat in (None, *range(game.seats(setup.options))):
            view = game.view(state, seat)
            if leads := sure_leads(game, view):
                assert view.phase == "play"
                assert view.to_act == (seat,)
                assert not view.trick
                assert len(leads) > 1
                assert view.options.get("discipline") != "honour"


@of_tricks
def test_claims_are_found(game: Game) -> None:
    rng = Random(1)
    assert any(first_claim(game, rng) for _ in range(200))


def lead(card: int, suit: int, beaten: bool = False, ruffed: bool = False) -> Lead:
    return Lead((card,), suit, beaten, ruffed)


TRUMP, SIDE = 1, 0


def test_a_suit_from_the_top_draws_out_what_could_beat_its_low_cards() -> None:
    down = [lead(12, SIDE), lead(11, SIDE), lead(2, SIDE, beaten=True)]
    assert takes_all(down, {SIDE: 2}, TRUMP, 3)
    assert not takes_all(down, {SIDE: 3}, TRUMP, 3)
    assert not takes_all(down[::-1], {SIDE: 2}, TRUMP, 3)


def test_side_suits_wait_until_all_trumps_are_drawn() -> None:
    ace, side = lead(25, TRUMP), lead(12, SIDE, ruffed=True)
    assert takes_all([ace, side], {TRUMP: 1, SIDE: 5}, TRUMP, 2)
    assert not takes_all([ace, side], {TRUMP: 2, SIDE: 5}, TRUMP, 2)
    assert not takes_all([side, ace], {TRUMP: 1, SIDE: 5}, TRUMP, 2)


def test_nobody_ruffs_with_more_cards_than_they_have_left() -> None:
    pair = Lead((12, 12), SIDE, False, True)
    assert takes_all([lead(25, TRUMP), pair], {TRUMP: 2}, TRUMP, 3)
    assert not takes_all([lead(25, TRUMP), pair], {TRUMP: 3}, TRUMP, 3)


def test_games_without_tricks_have_no_claims() -> None:
    game = GAMES["winner"]
    assert not isinstance(game, RestOfHand)
    state = game.start(any_setup(game, Random(1)))
    assert sure_leads(game, game.view(state, state.to_act[0])) == ()
