"""The stage stands still: over whole hands of every game nothing moves that nobody pressed for."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.browser.conftest import come
from tests.browser.hands import look, take_a_turn
from tests.browser.laid import STANDARD
from tests.faults.sizes import reached
from tests.sites import Site

pytestmark = pytest.mark.browser

#: The goal of the table's issue, over a hand.
MOST = 0.02
#: Presses of ``take_a_turn`` come from a script and are no input to the browser: what moves by them counts too.
WATCH = """
window.shifts = [];
const path = (node) => {
  const steps = [];
  for (let at = node?.nodeType === 1 ? node : node?.parentElement; at && steps.length < 4; at = at.parentElement)
    steps.unshift(at.id ? `#${at.id}` : at.tagName.toLowerCase() + (at.className ? `.${at.className}` : ''));
  return steps.join(' > ');
};
new PerformanceObserver((list) => list.getEntries().forEach((one) => one.hadRecentInput ||
  window.shifts.push([one.value, one.sources.map((source) => path(source.node))])
)).observe({type: 'layout-shift', buffered: true});
"""
CHOICE = """() => ['stand', 'run', 'give', 'accept']
  .map((deed) => document.querySelector(`#actions button[value=${deed}]:not([aria-disabled=true])`))
  .filter((button) => button?.checkVisibility()).slice(0, 1).map((button) => {
    const card = button.value === 'give' && document.querySelector('#hand input:not(:checked)');
    if (card && !document.querySelector('#hand input:checked')) card.click();
    button.click();
  }).length"""


@pytest.fixture(scope="module")
def swift():
    """A site whose AI players think no longer than a card needs to be drawn."""
    site = Site(
        SIFANG_AI_PACE="0.05,0.1", SIFANG_DRAW_PACE="0.03", SIFANG_LAST_CALL="0.5", SIFANG_NEXT_HAND_SECONDS="600"
    )
    site.start()
    yield site
    site.stop()
    site.remove()


@pytest.fixture(scope="module")
def ways(swift):
    """Position every hand in both sizes: name → code and session."""
    names = [f"{size}/{hand}" for size in ("desktop", "phone") for hand in STANDARD]
    return json.loads(swift.run(f"from tests.browser.laid import lay_hands; lay_hands(*{names!r})"))


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("hand", STANDARD)
def test_nothing_moves_over_a_whole_hand_that_nobody_pressed_for(swift, visit, ways, hand, size):
    page = visit(size, site=swift)
    page.context.add_init_script(WATCH)
    come(page, swift, *ways[f"{size}/{hand}"])
    page.wait_for_selector("body[data-line=on]")
    for _ in range(400):
        now = look(page)
        if now["over"]:
            break
        if not page.evaluate(CHOICE) and not take_a_turn(page):
            page.wait_for_timeout(30)
            continue
        page.wait_for_timeout(60)
    assert now["over"], now
    page.wait_for_timeout(300)
    shifts = page.evaluate("window.shifts")
    moved = Counter()
    for value, sources in shifts:
        for source in sources:
            moved[source] += value
    total = sum(value for value, _sources in shifts)
    reached("layout shift a hand", f"{hand} {size} {total:.4f}")
    assert total <= MOST, moved.most_common(12)
