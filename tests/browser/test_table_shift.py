"""The stage stands still: over whole hands of every game nothing moves that nobody pressed for."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.browser.conftest import PLAYING, come, open_site
from tests.browser.hands import look, take_a_turn
from tests.browser.languages import foreign, frames_of
from tests.browser.tables import STANDARD
from tests.faults.sizes import SOAK, reached

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.motion]

#: The goal of the table's issue, over a hand.
MOST = 0.02
#: Presses of ``take_a_turn`` come from a script and are no input to the browser: what moves by them counts too,
#: but for the cards of the hand, which make room for those that are dealt and close up after the viewer's own play.
WATCH = """
window.shifts = [];
// What a moment moves, it moves in the next frame, which is late on a busy machine. A moment lasts from the frame
// before it, since the next bears the time when it should have been drawn, until that one is drawn, and at least as
// many milliseconds as given. All moments are kept: a frame may be reported after the next moment.
const moment = (least) => {
  const spans = [];
  const end = (span) => requestAnimationFrame(() => requestAnimationFrame((drawn) => {
    if (!span.asks) span.till = drawn;
  }));
  return {
    end,
    begin: () => end(spans[spans.push({from: document.timeline.currentTime, till: Infinity, asks: 0}) - 1]),
    last: () => spans.at(-1),
    holds: (at) => spans.some(({from, till}) => from <= at && at < Math.max(till, from + least)),
  };
};
const pressed = moment(1000), closed = moment(500), sorted = moment(500), grown = moment(500);
// what a press asks for is its doing, however long the answer takes
const presses = new Map();
addEventListener('htmx:before:request', ({detail}) => {
  const press = pressed.last();
  if (!press) return;
  presses.set(detail.ctx, press);
  press.asks += 1;
  press.till = Infinity;
});
addEventListener('htmx:finally:request', ({detail}) => {
  const press = presses.get(detail.ctx);
  if (press && presses.delete(detail.ctx) && !(press.asks -= 1)) pressed.end(press);
});
let before = 0, closing = false;
const count = () => document.querySelectorAll('#hand label').length;
addEventListener('click', () => {
  pressed.begin();
  [before, closing] = [count(), true];
}, true);
// the label of a suit is drawn by the style sheet and has no node: its place says that it is of the hand
const top = () => document.querySelector('#hand').getBoundingClientRect().top;
const ofHand = ({node, previousRect}) => node ? node.closest?.('#hand') : previousRect.top >= top();
// a hand is sorted anew when somebody makes trumps: the cards that it had lie in another order, though on a busy
// machine the same picture brings one more
let order = [];
new MutationObserver(() => {
  const now = [...document.querySelectorAll('#hand input')].map((card) => card.value);
  const both = (one, other) => one.filter((card) => other.includes(card)).join();
  if (both(now, order) !== both(order, now)) sorted.begin();
  // cards that are dealt find their place among the others
  if (now.length > order.length) grown.begin();
  order = now;
  // where the answer takes long, the hand closes up when a card of it has gone
  if (closing && count() < before) {
    closing = false;
    closed.begin();
  }
}).observe(document, {childList: true, subtree: true, attributes: true, attributeFilter: ['value']});
const own = (one) =>
  one.sources.some(ofHand) && [pressed, closed, sorted, grown].some((moment) => moment.holds(one.startTime));
// in a frame in which the hand closes up, what else moves counts: how much of the window, by how far
const area = ({width, height}) => width * height / (innerWidth * innerHeight);
const way = (one, other) =>
  Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) / Math.max(innerWidth, innerHeight);
const others = (one) => one.sources.filter((source) => !ofHand(source));
const beside = (one) => others(one).reduce((sum, {previousRect, currentRect}) =>
  sum + (area(previousRect) + area(currentRect)) * way(previousRect, currentRect), 0);
const path = (node) => {
  const steps = [];
  for (let at = node?.nodeType === 1 ? node : node?.parentElement; at && steps.length < 4; at = at.parentElement)
    steps.unshift(at.id ? `#${at.id}` : at.tagName.toLowerCase() + (at.className ? `.${at.className}` : ''));
  return steps.join(' > ');
};
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (one.hadRecentInput) return;
  const mine = own(one), sources = mine ? others(one) : one.sources;
  if (sources.length) window.shifts.push([mine ? beside(one) : one.value, sources.map((source) => path(source.node))]);
})).observe({type: 'layout-shift', buffered: true});
"""
CHOICE = """() => {
  const give = document.querySelector('#actions button[value=give]');
  if (give && !document.querySelector('#hand input:checked'))
    for (const card of [...document.querySelectorAll('#hand input')].slice(0, give.dataset.need || 1)) card.click();
  const answers = ['stand', 'run', 'give', 'accept', 'keep'];
  const ready = (action) => document.querySelector(`#actions button[value=${action}]:not([aria-disabled=true])`);
  const button = answers.map(ready).find((one) => one?.checkVisibility());
  button?.click();
  return Boolean(button);
}"""

#: Each hand as *Play now* deals it: with every run one of each engine, at most seats, in one of the sizes and
#: languages; all of them in ``make soak``.
OFTEN = {"all-fours-4", "winner-4", "eighty-today", "pitch-7"}
SIZES, LOCALES = ("phone", "desktop"), ("en-GB", "zh-CN")
LANGUAGES = {"en-GB": "en", "zh-CN": "zh-hans"}
HANDS = [
    (hand, size, locale)
    for at, hand in enumerate(STANDARD)
    for number, size in enumerate(SIZES)
    for locale in LOCALES
    if SOAK or (hand in OFTEN and number == at % 2 and locale == LOCALES[at // 2 % 2])
]
#: Take the cards of a hint, where there is one to be had; what follows plays them. Cards that were refused, or
#: chosen for another turn, give way to it.
HINT = """() => {
  const hint = document.querySelector('#actions button[value^=hint]');
  if (!hint?.checkVisibility()) return false;
  hint.click();
  return true;
}"""


@pytest.fixture(scope="module")
def swift():
    """A site whose AI players think no longer than a card needs to be drawn."""
    quick = {"SIFANG_AI_PACE": "0.05,0.1", "SIFANG_DRAW_PACE": "0.03", "SIFANG_NEXT_HAND_SECONDS": "600"}
    with open_site(**PLAYING | quick) as site:
        yield site


@pytest.fixture(scope="module")
def ways(swift):
    """Prepare every hand in both sizes: name → code and session."""
    names = [f"{size}/{locale}/{hand}" for hand, size, locale in HANDS]
    return json.loads(swift.run(f"from tests.browser import tables; tables.prepare_hands(*{names!r})"))


@pytest.mark.parametrize(("hand", "size", "locale"), HANDS)
def test_nothing_moves_over_a_whole_hand_that_nobody_pressed_for(swift, visit, ways, hand, size, locale):
    page = visit(size, site=swift, at=None, locale=locale)
    frames = frames_of(page)
    page.context.add_init_script(WATCH)
    table = f"{size}/{locale}/{hand}"
    come(page, swift, *ways[table])
    page.wait_for_selector("body[data-socket=on]")
    by_hints = hand.startswith("eighty")  # the first cards are no answer to a pair
    for _ in range(400):
        now = look(page)
        if now["over"]:
            break
        if by_hints and page.evaluate(HINT):
            page.wait_for_selector("#hand input:checked", state="attached")
        if not page.evaluate(CHOICE) and not take_a_turn(page, by_hints):
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
    reached("layout shift a hand", f"{hand} {size} {locale} {total:.4f}")
    assert total <= MOST, moved.most_common(12)
    assert len(frames) > 5
    assert {word for frame in frames for word in foreign(frame, LANGUAGES[locale], {"Mei", table})} == set()
