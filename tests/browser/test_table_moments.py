"""Every moment of every game at a table where nobody moves: axe, the tree, motion, and room.

The table stands still because AI players take ten minutes for a turn.
"""

from __future__ import annotations

from itertools import groupby

import pytest

from tests.browser.axe import CONTRAST, faults_of
from tests.browser.conftest import SIZES, come, leave, prepared, watched
from tests.browser.hands import DRAWING
from tests.browser.tables import MOMENTS
from tests.faults.sizes import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.motion]

#: Wait until a window of a new size is laid out: dvh follows some frames later, and what depends on it one more.
LAID_OUT = """async () => {
  const all = () => [...document.querySelectorAll('#board, #board [data-c], #actions, #prompt, #hand')];
  const places = () => JSON.stringify(all().map(shown => shown.getBoundingClientRect()));
  const high = () => document.documentElement.scrollHeight > innerHeight;
  for (let same = 0, frame = 0, last; same < 4 && frame < 60; frame++) {
    await new Promise(requestAnimationFrame);
    const now = places();
    same = now === last && !high() ? same + 1 : 0;
    last = now;
  }
}"""
#: A part of the page that sticks out of the window sideways, a control that cannot be seen, the words that say whose
#: turn it is, or the points of the hand.
CUT = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : [];
  const seen = [...document.querySelectorAll('#actions .btn, #actions select, #hand label, #prompt, #bar a')]
    .filter(shown => shown.checkVisibility());
  const out = seen.filter(shown => {
    const box = shown.getBoundingClientRect();
    return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
  });
  const turn = '.board:not(.seats5, .seats6, .seats7) .spot.s > .badge.on small';
  const inside = [...document.querySelectorAll(`${turn}, .score .points .big`)].filter(shown => {
    const box = shown.getBoundingClientRect(), frame = shown.closest('.badge > div, .score').getBoundingClientRect();
    return shown.checkVisibility() && (box.right > frame.right + 1 || box.bottom > frame.bottom + 1);
  });
  return wide.concat([...out, ...inside].map(shown => shown.outerHTML.slice(0, 80)));
}"""
#: Windows that are neither a tall phone's nor a desk's: a page enlarged, a phone on its side, a laptop, tablets.
WINDOWS = [(640, 360), (844, 390), (1366, 650), (768, 1024), (1024, 768), (360, 640)]
#: What a window does not hold: the page, the ends of the hand, what is pressed, the cards on the board.
UNFIT = """() => {
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
#: Cards of the hand whose index, as the sheet draws it, is covered by the next card or stands out of the window, and
#: labels of groups that lie on cards of the row above.
COVERED = """() => {
  const cards = [...document.querySelectorAll('#hand label [data-c]')];
  const onCards = [...document.querySelectorAll('#hand label[data-g]')].filter(label => {
    const drawn = getComputedStyle(label, '::before');
    const top = label.getBoundingClientRect().bottom - parseFloat(drawn.bottom) - parseFloat(drawn.height);
    return cards.map(card => card.getBoundingClientRect()).some(card => card.top < top && card.bottom > top);
  });
  const hidden = cards.filter((card, at) => {
    const {left, top, width} = card.getBoundingClientRect(), next = cards[at + 1]?.getBoundingClientRect();
    const drawn = getComputedStyle(card, '::before'), first = (value) => Number(value.match(/[\\d.]+/)[0]);
    const end = left + first(drawn.maskPosition) + first(drawn.maskSize);
    const covered = next && Math.abs(next.top - top) < 4 && next.left > left && end > next.left + 1;
    return covered || left < -1 || end > innerWidth;
  });
  return [...hidden.map(card => card.dataset.c), ...onCards.map(label => label.dataset.g)];
}"""
#: Badges that lie over others, and of each badge the role, or at the viewer's turn the word that says so, if it is cut
#: or left out.
LOST = """() => {
  const box = shown => shown.getBoundingClientRect();
  const badges = [...document.querySelectorAll('.spot > .badge')].filter(shown => shown.checkVisibility());
  const apart = (one, other) => one.right < other.left + 1 || one.bottom < other.top + 1;
  const over = badges.filter((one, at) => badges.slice(at + 1).some(other => !apart(box(one), box(other))
    && !apart(box(other), box(one))));
  const lost = badges.flatMap(badge => {
    const [mine, role] = [badge.querySelector('.spot.s > .on small'), badge.querySelector('div > .tag')];
    return [mine ?? role].filter(said => said && (said.scrollWidth > said.clientWidth + 1
      || box(said).bottom > box(said.parentElement).bottom + 1 || box(said).right > box(badge).right));
  });
  return [...over, ...lost].map(shown => shown.textContent.trim());
}"""
#: How much of the scorecard is hidden below its end, how far it is from the window's, and whether it lies over the
#: prompt or the actions.
SCORECARD = """() => {
  const card = document.querySelector('.scorecard'), box = card.getBoundingClientRect();
  const over = [...document.querySelectorAll('#prompt, #actions')].filter(shown => {
    const other = shown.getBoundingClientRect();
    return getComputedStyle(shown).clipPath === 'none' && other.left < box.right && other.right > box.left
      && other.top < box.bottom && other.bottom > box.top;
  });
  return [card.scrollHeight - card.clientHeight, innerHeight - box.bottom, over.length];
}"""
#: What a scorecard says of somebody, or of a chance, that does not stand below the name.
BESIDE_NAMES = """() => [...document.querySelectorAll('.scorecard .what small')].filter(shown => {
  const name = shown.previousElementSibling.getBoundingClientRect();
  return shown.textContent && shown.getBoundingClientRect().top < name.bottom - 2;
}).map(shown => shown.textContent)"""
#: Words of the strip, the prompt and below the pack that are cut off or left out.
CUT_WORDS = """() => [
  ...document.querySelectorAll('.strip .tr, .strip .tr span, #prompt, .turnup figcaption'),
].filter(shown => {
  const hides = getComputedStyle(shown).overflow !== 'visible';
  return !shown.checkVisibility() || hides && !shown.matches('.vh')
    && (shown.scrollWidth > shown.clientWidth + 1 || shown.scrollHeight > shown.clientHeight + 1);
}).map(shown => shown.textContent.trim())"""
#: Where the board ends, and what is below it.
BELOW_BOARD = """() => [...document.querySelectorAll('#board, #prompt, #hand, #actions .btn')]
  .map(shown => shown.getBoundingClientRect()).map(({left, top, width, height}) => [left, top, width, height])"""
#: Buttons and links below 44 px, and cards of which less than 24 px can be touched (WCAG 2.5.8).
SMALL = """() => [...document.querySelectorAll('#actions .btn, #bar a, #bar .btn, #actions select')]
  .filter(shown => shown.checkVisibility())
  .filter(shown => Math.min(shown.getBoundingClientRect().width, shown.getBoundingClientRect().height) < 43.5)
  .concat([...document.querySelectorAll(innerWidth < 390 ? 'none' : '#hand label')]
    .filter(card => card.getBoundingClientRect().width < 23.5))
  .map(shown => shown.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def moments(still):
    return prepared(still, *MOMENTS, "president-7-follow", "all-fours-4-lead")


@pytest.fixture
def at(still, moments, visit):
    """Open a moment's table: ``at("forty-bury", "phone")``."""

    def come_to(name, size="desktop", **options):
        return opened(visit(size, site=still, **options, at=None), still, moments, name)

    return come_to


def opened(page, site, moments, name):
    """Open a moment's table in a page, and wait for what makes it that moment."""
    come(page, site, *moments[name])
    if name.endswith("-over"):
        page.wait_for_selector("#scorecard section")
    if name.endswith("-draw"):
        page.wait_for_selector("#hand input", state="attached")
    return page


def resize(page, width, height):
    """Give a page another size, and wait until it is laid out anew."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(LAID_OUT)


def faults_in(page, sizes, script):
    """Return size → what a script finds wrong with a page of that size, for sizes where it finds something."""
    faults = {}
    for size in sizes:
        resize(page, *size)
        if wrong := page.evaluate(script):
            faults[size] = wrong
    return faults


@pytest.fixture(scope="module")
def window(browser):
    """One page for all moments that are only looked at: a browser for each would cost as much as the test."""
    context = browser.new_context()
    context.set_default_timeout(45_000)
    context.add_init_script(DRAWING)
    yield watched(context.new_page())
    context.close()


@pytest.fixture
def show(still, moments, window):
    """Open a moment's table in the common window, as whoever sits there."""

    def come_to(name):
        leave(window, still)
        window.emulate_media(color_scheme="light", reduced_motion="no-preference")
        return opened(window, still, moments, name)

    yield come_to
    faults = list(window.faults)
    window.faults.clear()
    assert not faults


@pytest.mark.parametrize("name", MOMENTS)
def test_every_moment_can_be_read_and_reached_in_each_size_and_light(show, name):
    """Nothing is cut off, or too small to touch; all rules of axe in each size, in the other light the contrasts: in
    a short run at every other moment in one of the two sizes and lights, in turn."""
    page = show(name)
    turn = list(MOMENTS).index(name)
    sizes = ("desktop", "phone") if SOAK else ("desktop", "phone")[turn // 2 % 2 :][:1] * (turn % 2)
    lights = ("light", "dark") if SOAK else ("light", "dark")[turn // 4 % 2 :][:1]
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="light")
        page.evaluate(LAID_OUT)
        assert not page.evaluate(CUT), size
        assert size == "desktop" or not page.evaluate(SMALL), size
        if size in sizes:
            for light in lights:
                page.emulate_media(color_scheme=light)
                assert not faults_of(page, CONTRAST if SOAK and light == "dark" else None), (size, light)


@pytest.mark.parametrize(
    "name",
    [
        *("all-fours-answer", "winner-exchange", "forty-draw", "eighty-bury", "eighty-tractor"),
        *("pitch-play", "california-jack-play", "big-two-follow", "president-follow"),
    ]
    + [
        *("all-fours-discard", "all-fours-lead", "winner-lead", "winner-follow"),
        *("forty-follow", "eighty-honour", "tien-len-follow"),
    ]
    * SOAK,
)
def test_the_table_fits_every_window(show, name):
    page = show(name)
    page.emulate_media(reduced_motion="reduce")
    assert not faults_in(page, WINDOWS, UNFIT)


@pytest.mark.parametrize("name", ["forty-bury", "president-follow", "president-7-follow", "pitch-seven"])
def test_badges_say_whole_what_a_player_is_and_lie_over_none(show, name):
    assert not faults_in(show(name), [(390, 844), (1280, 800), *WINDOWS], LOST)


@pytest.mark.parametrize("name", ["all-fours-over", "winner-over", "forty-over", "pitch-over", "california-jack-over"])
def test_a_scorecard_has_the_place_of_the_hand_that_is_over(show, name):
    page = show(name)
    for width, height in [(1280, 800), (1366, 768), (844, 390), (640, 360)]:
        resize(page, width, height)
        hidden, below, over = page.evaluate(SCORECARD)
        assert hidden <= 1 or (height < 560 and below <= 12), (width, height)
        assert not over, (width, height)
        assert not page.evaluate(BESIDE_NAMES), (width, height)


@pytest.mark.parametrize(
    ("name", "window_size"),
    [
        ("eighty-lead", (360, 640)),
        ("all-fours-claims", (360, 640)),
        ("all-fours-announce", (360, 640)),
        ("all-fours-4-lead", (360, 640)),
        ("all-fours-4-lead", (844, 390)),
        ("all-fours-beg", (844, 390)),
    ],
)
def test_words_beside_the_board_are_whole_on_small_phones(show, name, window_size):
    page = show(name)
    resize(page, *window_size)
    assert not page.evaluate(CUT_WORDS)


@pytest.mark.parametrize("name", ["all-fours-beg", "all-fours-answer", "pitch-pedro-bid", "pitch-answer"])
def test_a_hint_of_a_call_moves_nothing(show, name):
    page = show(name)
    for size in [(360, 640), (390, 844), (1280, 800)]:
        resize(page, *size)
        before = page.evaluate(BELOW_BOARD)
        with page.expect_response("**/hint/"):
            page.locator("#do-hint").click()
        page.wait_for_function("() => document.querySelector('#prompt').textContent.startsWith('Hint: ')")
        page.evaluate(LAID_OUT)
        assert page.evaluate(BELOW_BOARD) == before, size
        assert not page.evaluate(CUT) and not page.evaluate("document.querySelector('#hand :checked')"), size


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("locale", ["en", "zh-CN"])
def test_hint_and_play_have_one_place_whether_one_may_pass_or_not(at, size, locale):
    left = "() => ['hint', 'play'].map(what => document.querySelector(`#do-${what}`).getBoundingClientRect().left)"
    places = []
    for name in ("winner-lead", "winner-follow"):
        page = at(name, size, locale=locale, reduced_motion="reduce")
        page.evaluate(LAID_OUT)
        assert page.locator("#do-pass").count() == (name == "winner-follow")
        places.append(page.evaluate(left))
    assert places[0] == pytest.approx(places[1], abs=2)


@pytest.mark.parametrize("name", ["forty-draw", "eighty-bury", "eighty-tractor", "winner-lead", "president-follow"])
def test_no_index_is_covered_and_no_label_lies_on_cards_in_any_size_of_cards(show, name):
    page = show(name)
    page.emulate_media(reduced_motion="reduce")  # a card that is still being dealt lies elsewhere
    for cards in ("small", "normal", "large") if SOAK else ("large",):
        page.evaluate("(cards) => { document.documentElement.dataset.cards = cards; }", cards)
        assert not faults_in(page, [(390, 844), *WINDOWS], COVERED), cards


@pytest.mark.parametrize("name", ["forty-follow", "eighty-lead", "eighty-bury", "all-fours-lead", "winner-lead"])
def test_the_hand_reads_as_a_list_by_suits(at, name):
    page = at(name, "phone")
    hand = page.get_by_role("group", name="Your hand")
    cards = hand.locator("input")
    kind = "checkbox" if cards.first.get_attribute("type") == "checkbox" else "radio"
    assert hand.get_by_role(kind).count() == cards.count() > 3
    labels = hand.get_by_role(kind).evaluate_all("boxes => boxes.map(box => box.labels[0].textContent)")
    if name.startswith("winner"):
        return
    # away from the trumps, which come first, the cards of a suit stand together
    trumps = page.locator("#hand .trump").count()
    side = [word.removesuffix(", new").rpartition(" of ")[2] for word in labels[trumps:]]
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
