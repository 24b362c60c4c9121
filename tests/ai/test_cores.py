"""The integer cores of the AI players play by the rules: the same plays, the same count.

Ten thousand games of each were compared when they were written; here some are, each time others
than the last by hypothesis.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ai.cores import allfours_agrees, shengji_agrees, winner_agrees

some = settings(max_examples=60, deadline=None)
seeds = st.integers(0, 2**32).map(Random)


@some
@given(rng=seeds)
def test_all_fours(rng: Random) -> None:
    assert allfours_agrees(rng)


@pytest.mark.parametrize("key", ["forty", "eighty"])
@some
@given(rng=seeds)
def test_forty_and_eighty(key: str, rng: Random) -> None:
    assert shengji_agrees(key, rng)


@some
@given(rng=seeds)
def test_winner(rng: Random) -> None:
    assert winner_agrees(rng)
