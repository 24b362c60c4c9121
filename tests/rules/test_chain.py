"""Chains of actions, read whole: forwards as a hand goes on, and at any other point."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.rules.chain import ChainReader


@given(st.integers(0, 2**32))
def test_every_chain_is_read_as_it_is_whatever_was_read_before(seed: int) -> None:
    rng, read = Random(seed), ChainReader()
    chains: list[tuple[object, tuple[int, ...]]] = [(None, ())]
    for number in range(30):
        chain, actions = rng.choice(chains[-3:])  # hands that branch off from one another
        chains.append(((chain, number, True), (*actions, number)))
        chain, actions = rng.choice(chains[-4:])
        assert read(chain) == actions
