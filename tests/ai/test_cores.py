"""The integer cores of the AI players play by the rules: the same plays, the same count.

Ten thousand games of each were compared when they were written; here hypothesis compares a few,
different ones each time.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ai.cores import allfours_agrees, kin_agrees, kin_settles, shengji_agrees

few_examples = settings(max_examples=60)
seeds = st.integers(0, 2**32).map(Random)


@few_examples
@given(rng=seeds)
def test_all_fours(rng: Random) -> None:
    assert allfours_agrees(rng)


@pytest.mark.parametrize("key", ["forty", "eighty"])
@few_examples
@given(rng=seeds)
def test_forty_and_eighty(key: str, rng: Random) -> None:
    assert shengji_agrees(key, rng)


@pytest.mark.parametrize("key", ["winner", "big-two", "tien-len", "president"])
@few_examples
@given(rng=seeds)
def test_climbing_games(key: str, rng: Random) -> None:
    assert kin_agrees(key, rng)


@pytest.mark.parametrize("key", ["tien-len", "president"])
def test_what_is_settled_for_a_seat_stays_so(key: str) -> None:
    rng = Random(9)
    assert sum(kin_settles(key, rng) for _ in range(120)) > 120
