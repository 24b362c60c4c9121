"""Every moment of every game at a table where nobody moves: axe, the tree, motion, and room.

The table stands still because AI players take ten minutes for a turn.
"""

from __future__ import annotations

import json
from itertools import groupby

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import SIZES, come
from tests.browser.laid import MOMENTS
from tests.faults.sizes import SOAK
from tests.sites import Site

pytestmark = pytest.mark.browser

CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
#: A part of the page that stands out of the window sideways, or a control that cannot be seen.
CUT = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : [];
  const seen = [...document.querySelectorAll('#actions .btn, #actions select, #hand label, #prompt, #bar a')]
    .filter(shown => shown.checkVisibility());
  const out = seen.filter(shown => {
    const box = shown.getBoundingClientRect();
    return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
  });
  return wide.concat(out.map(shown => shown.outerHTML.slice(0, 80)));
}"""
#: Wait until colours have gone over to those of another light.
SETTLED = """() => Promise.all(document.getAnimations().filter(one => one instanceof CSSTransition)
  .map(one => one.finished.catch(() => null)))"""
#: Windows that are neither a tall phone's nor a desk's: a page enlarged, a phone on its side, a laptop, tablets.
WINDOWS = [(640, 360), (844, 390), (1366, 650), (768, 1024), (1024, 768), (360, 640)]
#: What a window does not hold: the page, the ends of the hand, what is pressed, the cards on the board.
UNFIT = """async () => {
  const high = () => document.documentElement.scrollHeight > innerHeight;
  // dvh follows some frames later
  for (let frame = 0; frame < 2 || (high() && frame < 60); frame++) await new Promise(requestAnimationFrame);
  const box = shown => shown.getBoundingClientRect();
  const all = chosen => [...document.querySelectorAll(chosen)].filter(shown => shown.checkVisibility());
  const root = document.documentElement, hand = all('#hand label [data-c]');
  const wrong = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight ? ['the page itself'] : [];
  const out = (shown, frame, by) => box(shown).left < frame.left - by || box(shown).right > frame.right + by
    || box(shown).top < frame.top - by || box(shown).bottom > frame.bottom + by;
  const seen = [...hand.slice(0, 1), ...hand.slice(-1), ...all('#actions .btn, #prompt')];
  const sentence = box(document.querySelector('#prompt')), board = box(document.querySelector('#board'));
  const over = shown => box(shown).bottom > sentence.top + 1 && box(shown).top < sentence.bottom - 1;
  return wrong.concat(
    seen.filter(shown => out(shown, {left: 0, top: 0, right: innerWidth, bottom: innerHeight}, 1)),
    all('#board [data-c]').filter(shown => over(shown) || out(shown, board, 7)),
  ).map(shown => shown.outerHTML?.slice(0, 80) ?? shown);
}"""
SMALL = """() => [...document.querySelectorAll('#actions .btn, #bar a, #bar .btn, #actions select')]
  .filter(shown => shown.checkVisibility())
  .filter(shown => Math.min(shown.getBoundingClientRect().width, shown.getBoundingClientRect().height) < 43.5)
  .map(shown => shown.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def still(browser):
    """A site where AI players think for ten minutes, with every moment laid: site, name → way in."""
    site = Site(SIFANG_AI_PACE="600,600", SIFANG_DRAW_PACE="1", SIFANG_LAST_CALL="600", SIFANG_NEXT_HAND_SECONDS="600")
    site.start(timeout=120)
    yield site, json.loads(site.run("from tests.browser.laid import lay_moments; lay_moments()"))
    site.stop()
    log = site.log()
    site.remove()
    assert "Traceback" not in log, log


@pytest.fixture
def at(still, visit):
    """Open a moment's table: ``at("forty-bury", "phone")``."""
    site, ways = still

    def come_to(name, size="desktop", **options):
        page = come(visit(size, site=site, **options), site, *ways[name])
        if name.endswith("-over"):
            page.wait_for_selector("#scorecard section")
        if name.endswith("-draw"):
            page.wait_for_selector("#hand input", state="attached")
        return page

    return come_to


def faults_of(page, options=None):
    """Return what axe finds, a line each."""
    page.evaluate(SETTLED)
    found = Axe().run(page, options=options).response["violations"]
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("name", MOMENTS)
def test_axe_finds_nothing_in_either_size_or_light(at, name):
    """All rules in each size; in the other light the contrasts, of one size in a short run."""
    page = at(name, color_scheme="light")
    assert not faults_of(page)
    if SOAK:
        page.emulate_media(color_scheme="dark")
        assert not faults_of(page, CONTRAST)
        page.emulate_media(color_scheme="light")
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    assert not faults_of(page)
    page.emulate_media(color_scheme="dark")
    assert not faults_of(page, CONTRAST)


@pytest.mark.parametrize("name", MOMENTS)
def test_nothing_is_cut_off_or_too_small_to_touch(at, name):
    page = at(name)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(CUT), size
        if size != "desktop":
            assert not page.evaluate(SMALL), size


@pytest.mark.parametrize(
    "name",
    [
        *("all-fours-answer", "all-fours-discard", "all-fours-lead"),
        *("winner-exchange", "winner-lead", "winner-follow"),
        *("forty-draw", "forty-follow", "eighty-bury", "eighty-tractor", "eighty-honour"),
    ],
)
def test_the_table_fits_every_window(at, name):
    page = at(name, reduced_motion="reduce")
    wrong = {}
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        if found := page.evaluate(UNFIT):
            wrong[width, height] = found
    assert not wrong


@pytest.mark.parametrize("name", ["forty-follow", "eighty-lead", "eighty-bury", "all-fours-lead", "winner-lead"])
def test_the_hand_reads_as_a_list_by_suits(at, name):
    page = at(name, "phone")
    hand = page.get_by_role("group", name="Your hand")
    cards = hand.locator("input")
    kind = "checkbox" if cards.first.get_attribute("type") == "checkbox" else "radio"
    assert hand.get_by_role(kind).count() == cards.count() > 3
    said = hand.get_by_role(kind).evaluate_all("boxes => boxes.map(box => box.labels[0].textContent)")
    if name.startswith("winner"):
        return
    # away from the trumps, which come first, the cards of a suit stand together
    trumps = page.locator("#hand .trump").count()
    side = [word.removesuffix(", new").rpartition(" of ")[2] for word in said[trumps:]]
    assert [suit for suit, _ in groupby(side)] == list(dict.fromkeys(side))
    legend = page.locator("#hand legend").inner_text()
    assert f"{cards.count()} cards" in legend
    # one card is a heart, several are hearts; the suit of trumps is called so
    assert len([suit for suit in set(side) if suit.removesuffix("s") not in legend]) <= ("trump" in legend)


@pytest.mark.parametrize("name", ["all-fours-follow", "winner-lead", "eighty-follow", "forty-draw"])
def test_nothing_moves_where_motion_is_reduced(at, name):
    page = at(name, "phone", reduced_motion="reduce")
    moving = """() => document.getAnimations().filter(one => one.playState === 'running'
      && !one.effect.target.closest('#clock') && one.effect.getComputedTiming().duration > 1).length"""
    assert page.evaluate(moving) == 0
    if name != "forty-draw":
        page.locator("#hand label:not(.no, .no *)").first.click(position={"x": 8, "y": 30})
        assert page.evaluate(moving) == 0
