"""The scorecard of a finished hand of Forty and Eighty."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from games.rules.registry import GAMES
from games.table import fragments
from tests.table import scenes
from tests.table.scenes import clear_drawings

LATER = {"levels": ["5", "8"], "banker": 3, "first": 3}


@pytest.mark.parametrize("empty", [True, False])
def test_the_slip_says_what_the_bottom_brought_once_and_the_levels_in_the_table_alone(empty):
    """No sum is shown for a bottom without points."""

    def scooped(state):
        result = state.result
        return bool(
            result and result["multiplier"] and (not result["bottom_points"]) is empty and any(result["change"])
        )

    state = scenes.state_at(GAMES["eighty"], scooped, context=LATER)
    shown = strip_tags(fragments.parts(scenes.scene_of("eighty", state))["scorecard"].replace("<", " <"))
    clear_drawings()
    assert len(re.findall(r"\d+ \+ \d+ × \d+ = \d+", shown)) == (not empty)
    assert ("scooped the bottom: no points lay in it." in shown) is empty
    assert "goes from" not in shown and "Level before" in shown
