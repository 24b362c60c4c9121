"""Short words and faces at the badges: on every other screen, for a moment, covering nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.hands import look, take_a_turn
from tests.browser.test_rooms import open_table, sit, until

pytestmark = [pytest.mark.browser, pytest.mark.motion]

OVERLAPS = (Path(__file__).parent / "overlaps.js").read_text()
NARROW = [(320, 568), (390, 844), (844, 390)]
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver(list => list.getEntries().forEach(one => window.shifts.push(one.value)))
    .observe({type: 'layout-shift'});
}"""
#: The words at the badges: each badge's place round the board, and its words.
BUBBLES = """() => [...document.querySelectorAll('#board .bubble')]
  .map(one => [one.closest('.spot').classList[1], one.textContent])"""
#: Presses a word of the talk, and waits until its request is over: until then another is dropped.
SAY = """word => new Promise(said => {
  const over = event => {
    if (!event.detail.ctx.request.action.endsWith('/say/')) return;
    document.removeEventListener('htmx:finally:request', over);
    said();
  };
  document.addEventListener('htmx:finally:request', over);
  document.querySelector(`#talk button[value=${word}]`).click();
})"""
#: Holds the words at the badges for as long as a test looks at them.
HOLD_BUBBLES = (
    "() => { const later = setTimeout; window.setTimeout = (call, after) => after === 4000 ? 0 : later(call, after); }"
)


@pytest.fixture
def three(visit, site):
    """Three people at a table of Winner with an AI player: at a desktop and two phones, one of them Chinese."""
    pages = (
        visit(at=None),
        visit("phone", at=None, locale="zh-CN"),
        visit("phone", at=None, reduced_motion="reduce"),
    )
    address = open_table(pages[0], site, "winner")
    sit(pages[1], address, 1)
    sit(pages[2], address, 2)
    pages[0].wait_for_selector("button[value^='send-away 2 ']", state="attached")
    pages[0].locator("button[value=fill]").click()
    for page in pages:
        page.wait_for_selector("#hand input", state="attached")
        page.wait_for_selector("body[data-socket=on]")
    return pages


def until_nobody_moves(pages):
    """Wait until it is the turn of one of these people, who will not pass by themselves, on every screen."""
    for page in pages:
        page.evaluate("() => { document.documentElement.dataset.passes = 'off' }")
    while not (to_act := [page for page in pages if page.locator("#prompt.now").count()]):
        pages[0].wait_for_timeout(20)
    picture = look(to_act[0])["picture"]
    for page in pages:
        page.wait_for_function("now => document.querySelector('#picture').value === now", arg=picture)
        look(page)


def say(page, word):
    """Press a word or a face of the talk."""
    page.evaluate(SAY, word)


def test_a_word_shows_at_its_badge_on_every_other_screen_in_the_readers_language_and_goes(three):
    """What was said while the socket was cut is in the talk alone."""
    host, chinese, other = three
    until_nobody_moves(three)
    for page in (chinese, other):
        page.evaluate(SHIFTS)
    say(host, "well")
    for page in (chinese, other):
        page.wait_for_selector("#board .bubble")
    assert chinese.evaluate(BUBBLES) == [["e", "打得好！"]]
    assert other.evaluate(BUBBLES) == [["n", "Well played!"]]
    assert host.evaluate(BUBBLES) == []
    # the talk is out of sight there: it is announced to screen readers
    assert other.locator("#heard").inner_text().endswith(": Well played!")
    for page in (chinese, other):
        page.wait_for_function("() => !document.querySelector('#board .bubble')")
        assert sum(page.evaluate("window.shifts")) < 0.001
    assert other.locator("#talk li").count() == 1

    other.context.set_offline(True)
    other.evaluate("() => document.getElementById('socket')._htmx.ws.connection.socket.close()")
    other.wait_for_selector("body[data-socket=off]")
    other.wait_for_function("() => !document.querySelector('#board .bubble')")
    say(host, "moment")
    other.context.set_offline(False)
    other.wait_for_function("() => document.querySelectorAll('#talk li').length === 2")
    assert other.evaluate(BUBBLES) == []
    say(host, "clap")
    other.wait_for_selector("#board .bubble")
    other.faults.clear()  # the browser itself notes that nothing answered


def test_words_at_plates_lie_over_nothing_and_stay_when_the_table_goes_on(three):
    """Whole; and who does not want motion sees none."""
    host, _chinese, other = three
    other.evaluate(HOLD_BUBBLES)
    say(host, "again")
    other.wait_for_selector("#board .bubble")
    for width, height in NARROW:
        other.set_viewport_size({"width": width, "height": height})
        faults = other.evaluate(OVERLAPS)
        assert not [fault for fault in faults if "bubble" in fault["by"] or fault["what"] == "Another one?"]
        cut = "() => { const it = document.querySelector('#board .bubble'); return it.scrollWidth - it.clientWidth; }"
        assert other.evaluate(cut) <= 0, (width, height)

    lasts = "() => parseFloat(getComputedStyle(document.querySelector('.bubble')).animationDuration)"
    assert other.evaluate(lasts) < 0.001
    say(host, "thanks")
    other.wait_for_function("() => document.querySelector('#board .bubble')?.textContent === 'Thank you!'")
    until(other, "() => !!document.querySelector('#board .bubble:not(.new)')", lambda: any(map(take_a_turn, three)))
