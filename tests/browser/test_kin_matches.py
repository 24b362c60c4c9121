"""A whole match of each game of the two families, from its first deal to its winner, on a phone and on a desktop."""

from __future__ import annotations

import json

import pytest

from tests.browser.conftest import come
from tests.browser.hands import lift, next_prompt, press
from tests.browser.tables import MATCHES
from tests.browser.test_table_hands import turn
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser

#: A short one with every run; ``make soak`` plays each on both.
QUICK = [("pitch-five", "phone")]
PLAYED = [(name, size) for name in MATCHES for size in ("phone", "desktop")] if SOAK else QUICK
#: presses that no card goes with, beside those of ``turn``
AT_ONCE = ("next", "offer", "sell")
STEPS = 600


@pytest.fixture(scope="module")
def matches(site):
    """Begin every match that is played here: size/name → code and session."""
    names = [f"{size}/{name}" for name, size in PLAYED]
    return json.loads(site.run(f"from tests.browser import tables; tables.prepare_matches(*{names!r})"))


def play_the_match(page):
    """Play on until another match is offered; return how many hands there were."""
    hands, picture = 1, None
    for _ in range(STEPS):
        now = next_prompt(page, picture)
        picture = now["picture"]
        if "again" in now["actions"]:
            return hands
        action = next((do for do in AT_ONCE if do in now["actions"]), None)
        if action is not None:
            hands += action == "next"
            press(page, action)
        else:
            turn(page, now, lambda button: button.click(), lambda card: lift(page, card))
    raise AssertionError("the match never ended")


@pytest.mark.parametrize(("name", "size"), PLAYED)
def test_a_whole_match_by_clicks(visit, site, matches, name, size):
    page = come(visit(size, at=None), site, *matches[f"{size}/{name}"])
    hands = play_the_match(page)
    assert page.locator("#scorecard").inner_text().strip()
    assert hands == MATCHES[name][1].get("hands", hands)
