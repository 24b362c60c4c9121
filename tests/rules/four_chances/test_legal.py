"""What must hold for every game of the family in addition to all games: the legal actions are
complete, and a player who has only a view finds the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.core import Action, Game, Illegal
from games.rules.four_chances.actions import ASK, PLAY
from games.rules.four_chances.game import FourChances
from games.rules.pitch.actions import BID, KEEP, OFFER, PASS, SELL
from games.rules.registry import GAMES
from tests.rules.chance import random_hand, random_setup

FAMILY = [pytest.param(game, id=key) for key, game in GAMES.items() if isinstance(game, FourChances)]
every_game = pytest.mark.parametrize("game", FAMILY)
seeds = st.integers(0, 2**32).map(Random)
#: phases with too many choices to try all
MANY = {"discard", "claims", "announce"}


def allowed(game: Game, state: Any, action: Action) -> bool:
    """Return whether an action passes the check."""
    try:
        game.check(state, action)
    except Illegal:
        return False
    return True


def all_actions(game: Game, seat: int) -> Iterator[Action]:
    """Yield every action of a seat that has few of its kind; ``ask`` is never among the legal ones."""
    yield from PLAY[seat]
    if game.key == "pitch":
        yield from (OFFER[seat], KEEP[seat], SELL[seat], PASS[seat], *BID[seat])


@every_game
@settings(max_examples=25)
@given(rng=seeds)
def test_it_lists_every_legal_action(game: Game, rng: Random) -> None:
    setup = random_setup(game, rng)
    for state, _ in random_hand(game, setup, rng):
        if state.result is not None or state.phase in MANY:
            continue
        legal = set(game.legal(state))
        for seat in range(game.seats(setup.options)):
            passing = {action for action in all_actions(game, seat) if allowed(game, state, action)}
            assert passing == {action for action in legal if action.seat == seat and action in passing}
            assert all(action in passing for action in legal if action.seat == seat and action.do in ("play", "bid"))


@every_game
@settings(max_examples=25)
@given(rng=seeds)
def test_a_player_finds_the_same_actions_from_a_view(game: Game, rng: Random) -> None:
    setup = random_setup(game, rng)
    for state, _ in random_hand(game, setup, rng):
        legal = [] if state.result is not None or state.phase == "discard" else list(game.legal(state))
        for seat in range(game.seats(setup.options)):
            if state.phase == "discard":
                continue
            moves = game.moves(game.view(state, seat))
            assert sorted(map(repr, moves)) == sorted(repr(action) for action in legal if action.seat == seat)
        assert list(game.moves(game.view(state, None))) == []


@every_game
@settings(max_examples=25)
@given(rng=seeds)
def test_who_may_ask_is_told_so(game: Game, rng: Random) -> None:
    setup = random_setup(game, rng)
    if "ask" not in game.forms:
        return
    for state, _ in random_hand(game, setup, rng):
        for seat in range(game.seats(setup.options)):
            assert game.view(state, seat).may_ask == allowed(game, state, ASK[seat])
