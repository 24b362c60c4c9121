"""Matchpoints, IMPs and differences: examples from bridge, and what holds of all results."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.duplicate.scoring import cross_imps, difference, imps, matchpoints

spreads = st.dictionaries(st.integers(-20_000, 20_000), st.integers(1, 9), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("points", "worth"), [(0, 0), (1, 0), (2, 1), (4, 1), (5, 2), (10, 3), (30, 7), (60, 12), (400, 24), (-10, -3)]
)
def test_imps_are_those_of_bridge_ten_of_its_points_for_one_of_ours(points, worth):
    assert imps(100 * points) == worth


def test_matchpoints_count_those_beaten_and_half_of_those_equal():
    spread = {500: 1, 300: 2, -100: 1}
    assert matchpoints(spread, 500) == 100
    assert matchpoints(spread, 300) == 50
    assert matchpoints(spread, -100) == 0


def test_the_difference_is_to_the_mean_of_the_others():
    assert difference({1000: 1, 400: 1, 200: 1}, 1000) == 7
    assert difference({1000: 1, 400: 1, 200: 1}, 200) == -5


@pytest.mark.parametrize(("compare", "alone"), [(matchpoints, 50), (cross_imps, 0), (difference, 0)])
def test_who_is_compared_with_nobody_stands_in_the_middle(compare, alone):
    assert compare({300: 1}, 300) == alone


@given(spreads)
def test_all_results_of_a_deal_together_stand_in_the_middle(spread):
    tables = sum(spread.values())
    middle = {matchpoints: 50, cross_imps: 0, difference: 0}
    for compare, mean in middle.items():
        whole = sum(count * compare(spread, margin) for margin, count in spread.items())
        assert whole / tables == pytest.approx(mean, abs=1e-6)


@given(spreads)
def test_a_better_result_is_never_worth_less(spread):
    for compare in (matchpoints, cross_imps, difference):
        worth = [compare(spread, margin) for margin in sorted(spread)]
        assert worth == sorted(worth)
