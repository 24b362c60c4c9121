"""Hands of Winner for tests: given cards, whole random hands, and views of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.rules.cards import cards
from games.rules.core import Action, Setup
from games.rules.registry import GAMES
from games.rules.winner.actions import Give
from games.rules.winner.order import mask_of
from games.rules.winner.state import State, at_lead
from tests.rules.climbing import table
from tests.rules.climbing.table import FIRST, passes, play

__all__ = ["FIRST", "passes", "play"]

GAME = GAMES["winner"]
after = partial(table.after, GAME)
refused = partial(table.refused, GAME)

#: options that differ from the standard, any of them
options = st.fixed_dictionaries(
    {},
    optional={
        "players": st.sampled_from([3, 4]),
        "jokers": st.booleans(),
        "joker_pair": st.booleans(),
        "bomb": st.booleans(),
        "straight_full_rank": st.booleans(),
        "triple_straight_min": st.sampled_from([2, 3]),
        "triple": st.sampled_from(["none-played", "seventeen"]),
        "relead": st.booleans(),
        "ending": st.sampled_from(["first-out", "last-loser"]),
        "next_lead": st.sampled_from(["loser", "winner", "lowest"]),
    },
)


def with_hands(*hands: str, leader: int = 0, **chosen: Any) -> State:
    """Return a state in which ``leader`` leads with hands given as text."""
    resolved = GAME.resolve({"players": len(hands), **chosen})
    return at_lead(Setup(resolved, FIRST, ()), tuple(mask_of(cards(hand)) for hand in hands), leader)


def give(seat: int, name: str) -> Give:
    return Give(seat, cards(name)[0])


def shuffled(chosen: dict[str, Any], rng: Random, first: bool = True) -> Setup:
    """Return a random deal; not ``first``: a later hand of a match."""
    resolved = GAME.resolve(chosen)
    deck = list(GAME.pack(resolved))
    rng.shuffle(deck)
    winner, loser = rng.sample(range(resolved["players"]), 2)
    context = FIRST if first else {"dealer": loser, "winner": winner, "loser": loser}
    return GAME.setup(chosen, context, tuple(deck))


def random_hand(setup: Setup, rng: Random) -> Iterator[tuple[State, Action | None]]:
    """Yield the states of a hand played at random, each with the action that led to it."""
    state = GAME.start(setup)
    yield state, None
    while state.to_act:
        action = rng.choice(GAME.legal(state))
        state = GAME.step(state, action)
        yield state, action
