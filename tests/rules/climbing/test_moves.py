"""The list of moves is complete in every game of the family, compared with every subset of small hands; and a seat
finds the same moves from its view as the rules do from the state."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.big_two import state as big_two
from games.rules.cards import cards
from games.rules.climbing.actions import PASSES, Play
from games.rules.climbing.candidates import sensible
from games.rules.climbing.moves import Group, Plays, containing, leading
from games.rules.climbing.order import order_of
from games.rules.core import Action, Game, Setup
from games.rules.president import state as president
from games.rules.registry import GAMES
from games.rules.tien_len import state as tien_len
from games.rules.winner import state as winner
from tests.rules.chance import any_setup, random_hand, random_options
from tests.rules.climbing.table import FIRST, code, random_states

AT_LEAD = {
    "winner": winner.at_lead,
    "big-two": big_two.at_lead,
    "tien-len": tien_len.at_lead,
    "president": president.at_lead,
}
each_game = pytest.mark.parametrize("game", [pytest.param(GAMES[key], id=key) for key in AT_LEAD])
seeds = st.integers(0, 2**32).map(Random)
MOST = 9
ORDER = order_of("DCHS")


def tight_state(game: Game, rng: Random) -> Any:
    """Return a state at the lead with small hands of few, close ranks, so that there is much to combine."""
    options = game.resolve(random_options(game, rng))
    players, at_lead = options["players"], AT_LEAD[game.key]
    context = {"dealer": 0, "order": None} if game.key == "president" else FIRST
    start = rng.randrange(13)
    ranks = {(start + step) % 13 for step in range(rng.randint(3, 6))} | {rng.choice([0, 12])}
    few = [card for card in game.pack(options) if card >= 52 or (card - 1) % 13 in ranks]
    rng.shuffle(few)
    size = max(1, min(MOST, len(few) // players))
    empty = at_lead(Setup(options, context, ()), (0,) * players, 0)
    mask_of = empty.rules.order.mask_of
    hands = tuple(mask_of(few[size * seat : size * (seat + 1)]) for seat in range(players))
    leader = rng.randrange(players)
    lowest = hands[leader] & -hands[leader] if game.key != "winner" and rng.random() < 0.4 else 0
    return at_lead(empty.setup, hands, leader, *([lowest] if lowest else []))


def legal_actions(game: Game, state: Any, seat: int) -> Iterator[Action]:
    """Yield every play and pass of a seat that the rules allow."""
    held = state.rules.order.cards_of(state.hands[seat])
    subsets = (chosen for size in range(1, len(held) + 1) for chosen in combinations(held, size))
    for action in (*(Play(seat, chosen) for chosen in subsets), PASSES[seat]):
        if code(game, state, action) is None:
            yield action


def in_order(actions: Any) -> list[str]:
    return sorted(map(repr, actions))


@each_game
@settings(max_examples=25)
@given(rng=seeds)
def test_it_lists_every_move_once(game: Game, rng: Random) -> None:
    for state in random_states(game, tight_state(game, rng), rng):
        if state.to_act and state.hands[state.to_act[0]].bit_count() <= MOST:
            assert in_order(game.legal(state)) == in_order(legal_actions(game, state, state.to_act[0]))


@each_game
@settings(max_examples=25)
@given(rng=seeds)
def test_it_finds_the_same_moves_from_a_view(game: Game, rng: Random) -> None:
    states = [state for state, _ in random_hand(game, any_setup(game, rng), rng)]
    for state in (*states, *random_states(game, tight_state(game, rng), rng)):
        legal = game.legal(state)
        for seat in range(state.rules.players):
            moves = game.moves(game.view(state, seat))
            mine = [action for action in legal if action.seat == seat] if len(state.to_act) > 1 else legal
            if seat not in state.to_act:
                assert len(moves) == 0
            else:
                assert len(moves) == len(mine)
                assert list(moves[:40]) == list(mine[:40]) and list(moves[-5:]) == list(mine[-5:])
        assert len(game.moves(game.view(state, None))) == 0


@each_game
@settings(max_examples=20)
@given(rng=seeds)
def test_sensible_plays_are_some_of_all(game: Game, rng: Random) -> None:
    states = [state for state, _ in random_hand(game, any_setup(game, rng), rng)]
    for state in (*states, *random_states(game, tight_state(game, rng), rng)):
        plays = game.legal(state)
        if isinstance(plays, Plays) and len(plays) < 3000:
            choices = sensible(plays, state.hands[plays.seat])
            assert choices and set(choices) <= set(plays)
            assert len(choices) == len(set(choices)) < 160


def test_plays_are_a_sequence() -> None:
    groups = [Group("single", ([1, 2, 4],)), Group("full-house", ([7, 11], [16 * 3, 16 * 5, 16 * 6]))]
    plays = Plays(2, groups, ORDER, passing=True)
    assert len(plays) == 3 + 6 + 1
    assert list(plays) == [plays[at] for at in range(len(plays))]
    assert plays[-1] == PASSES[2]
    assert list(plays[-2:]) == [plays[-2], plays[-1]]
    assert Play(2, cards("3D 3C 3H 4D 4C")) in plays
    with pytest.raises(IndexError):
        plays[10]


def test_plays_may_have_to_contain_a_card() -> None:
    groups = [Group("single", ([1, 2, 4],)), Group("full-house", ([7, 11], [16 * 3, 16 * 5])), Group("pair", ([48],))]
    assert containing(groups, 4) == [Group("single", ([4],)), Group("full-house", ([7], [16 * 3, 16 * 5]))]
    assert containing(groups, 64) == [Group("full-house", ([7, 11], [16 * 5]))]
    assert all(mask & 16 for mask in leading(0, groups, ORDER, 16).masks())
