"""Every goal names tests that exist."""

from __future__ import annotations

import pytest

from tests.abuse.test_rows import ROOT, named_in
from tests.faults.goals import GOALS

COUNTS = {"R": 9, "C": 7, "S": 4, "A": 7, "O": 8}


def test_every_goal_is_there_once():
    assert [goal.key for goal in GOALS] == [f"{kind}{n}" for kind, most in COUNTS.items() for n in range(1, most + 1)]


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.key)
def test_what_a_goal_names_is_there(goal):
    assert goal.tests
    for place in goal.tests:
        path, _, name = place.partition("::")
        if not name:
            files = [ROOT / path] if path.endswith(".py") else sorted((ROOT / path).glob("test_*.py"))
            assert any(named_in(str(file.relative_to(ROOT))) for file in files), place
        else:
            assert name in named_in(path), f"{place} is no test"
