"""Every moment of every game at a table where nobody moves: axe, the tree, motion, and room.

Each moment is loaded once among people, with names of twenty letters; some again among AI players, in windows of other
shapes. The table stands still because AI players take ten minutes for a turn, and people do not come. ``make soak``
looks in both languages, with short names too, in all sizes and with text twice as large.
"""

from __future__ import annotations

from itertools import groupby

import pytest

from tests.browser import axe, overlaps
from tests.browser.conftest import SIZES, become, has, leave, prepared, watched
from tests.browser.hands import DRAWING, drawn
from tests.browser.languages import LANGUAGES
from tests.browser.tables import MOMENTS, OTHER_SEATS
from tests.faults.sizes import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.slow]

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
#: turn it is, the points of the hand, panels wider than their place, or the sign of the trumps in the strip.
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
  const panels = [...document.querySelectorAll('.score, .side, #scorecard section')]
    .filter(shown => shown.checkVisibility() && shown.scrollWidth > shown.clientWidth + 1);
  const signs = [...document.querySelectorAll('.strip .of-trump .suit')].filter(shown => shown.checkVisibility() &&
    shown.getBoundingClientRect().right > shown.closest('.tr').getBoundingClientRect().right + 1);
  return wide.concat([...out, ...inside, ...panels, ...signs].map(shown => shown.outerHTML.slice(0, 80)));
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
#: What is hidden of the scorecard below its end although there is room in the window, whether it lies over the prompt
#: or the actions, and what it says of somebody, or of a chance, that does not stand below the name.
SCORECARD = """() => {
  const card = document.querySelector('.scorecard'), box = card.getBoundingClientRect();
  const [hidden, below] = [card.scrollHeight - card.clientHeight, innerHeight - box.bottom];
  const over = [...document.querySelectorAll('#prompt, #actions')].filter(shown => {
    const other = shown.getBoundingClientRect();
    return getComputedStyle(shown).clipPath === 'none' && other.left < box.right && other.right > box.left
      && other.top < box.bottom && other.bottom > box.top;
  });
  const beside = [...document.querySelectorAll('.scorecard .what small')].filter(shown => {
    const name = shown.previousElementSibling.getBoundingClientRect();
    return shown.textContent && shown.getBoundingClientRect().top < name.bottom - 2;
  });
  const short = hidden > 1 && (innerHeight >= 560 || below > 12) ? [`${hidden} px are hidden`] : [];
  return [...short, ...over.map(shown => `over #${shown.id}`), ...beside.map(shown => shown.textContent)];
}"""
#: Words of the strip, the prompt and below the pack that are cut off or left out.
CUT_WORDS = """() => [
  ...document.querySelectorAll('.strip .tr, .strip .tr span, #prompt, .turnup figcaption'),
].filter(shown => {
  const hides = getComputedStyle(shown).overflow !== 'visible';
  return !shown.checkVisibility() || hides && !shown.matches('.vh')
    && (shown.scrollWidth > shown.clientWidth + 1 || shown.scrollHeight > shown.clientHeight + 1);
}).map(shown => shown.textContent.trim())"""
#: What badges say below the name, and the totals beside the board, as far as they are cut off or left out.
LEFT_OUT = """() => [...document.querySelectorAll('.badge > div > *, .strip .pts > *')].filter(said => {
  const shown = said.getBoundingClientRect(), frame = said.parentElement.getBoundingClientRect();
  return said.checkVisibility() && (said.scrollWidth > said.clientWidth + 1 || shown.bottom > frame.bottom + 1);
}).map(said => said.textContent)"""
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


#: What is looked at in windows of other shapes: moment → a script that returns what is wrong, and the windows.
SHAPES = {
    (
        *("all-fours-answer", "winner-exchange", "forty-draw", "eighty-bury", "eighty-tractor"),
        *("pitch-play", "california-jack-play", "big-two-follow", "president-follow"),
        *("all-fours-discard", "all-fours-lead", "winner-lead", "winner-follow") * SOAK,
        *("forty-follow", "eighty-honour", "tien-len-follow") * SOAK,
    ): (UNFIT, WINDOWS),
    ("forty-bury", "president-follow", "president-7-follow", "pitch-seven"): (
        LOST,
        [(390, 844), (1280, 800), *WINDOWS],
    ),
    ("all-fours-over", "winner-over", "forty-over", "pitch-over", "california-jack-over"): (
        SCORECARD,
        [(1280, 800), (1366, 768), (844, 390), (640, 360)],
    ),
    ("eighty-lead", "all-fours-claims", "all-fours-announce", "all-fours-4-lead"): (CUT_WORDS, [(360, 640)]),
    ("all-fours-4-lead", "all-fours-beg"): (CUT_WORDS, [(844, 390)]),
    ("president-7-follow",): (LEFT_OUT, [(844, 390), (1280, 800)]),
}
#: Moments at which every index is looked for, in these sizes of cards.
INDEXED = ["forty-draw", "eighty-bury", "eighty-tractor", "winner-lead", "president-follow"]
CARDS = ["small", "normal", "large"] if SOAK else ["large"]
SHAPED = [name for name in MOMENTS | OTHER_SEATS if name in {*INDEXED}.union(*SHAPES)]
#: Names of people at the table: as long as a name may be, of two words and of one, and as short; those that are given
#: to tables in turn. In a short run every table has one of the long ones.
NAMES = ["Wilhelmina Featherst", "W" * 20, "W", "Mei"]
CALLED = [[name] for name in NAMES] if SOAK else [NAMES[:2]]
#: Call everybody at these tables so.
CALL = """
from games.accounts.models import User
User.objects.filter(seats__room__code__in={codes!r}).update(name={name!r})
"""


@pytest.fixture(scope="module")
def among_people(still):
    """Prepare every moment among people: name → code and session."""
    return prepared(still, *MOMENTS, *OTHER_SEATS, people=True)


@pytest.fixture(scope="module", params=CALLED, ids="+".join)
def called(request, still, among_people):
    """The same moments, with everybody at a table called by one of the names, which take turns."""
    codes, names = [code for code, _session in among_people.values()], request.param
    turns = [(codes[at :: len(names)], name) for at, name in enumerate(names)]
    still.run("".join(CALL.format(codes=codes, name=name) for codes, name in turns))
    return among_people


@pytest.fixture(scope="module")
def moments(still, among_people):
    """Prepare among AI players, after those: name → code and session."""
    return prepared(still, *MOMENTS, "president-7-follow", "all-fours-4-lead")


@pytest.fixture(scope="module")
def window(browser):
    """One page for all moments: a browser for each would cost as much as the test."""
    context = browser.new_context(reduced_motion="reduce")  # a card that is still being dealt lies elsewhere
    context.set_default_timeout(45_000)
    context.add_init_script(DRAWING)
    yield watched(context.new_page())
    context.close()


@pytest.fixture
def show(still, moments, window):
    """Open a moment's table in the common window, as whoever sits there, and wait for what makes it that moment:
    ``show("forty-bury", "phone")``; among AI players, or at another of the ``tables``."""

    def come_to(name, size="desktop", language="en", tables=moments):
        code, session = tables[name]
        become(window, still, language, session)
        window.emulate_media(color_scheme="light")
        resize(window, *SIZES[size])
        window.goto(f"{still.url}/t/{code}/")
        drawn(window)
        if name.endswith("-over"):
            has(window, "#scorecard section")
        if name.endswith("-draw"):
            has(window, "#hand input")
        return window

    yield come_to
    faults = list(window.faults)
    window.faults.clear()
    assert not faults


def resize(page, width, height):
    """Give a page another size, unless it has it."""
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})


def faults_in(page, sizes, *scripts):
    """Return what scripts find wrong with a page in each size, once it is laid out anew."""
    faults = []
    for size in sizes:
        resize(page, *size)
        page.evaluate(LAID_OUT)
        faults += [(size, fault) for script in scripts for fault in page.evaluate(script)]
    return faults


@pytest.mark.parametrize("language", LANGUAGES if SOAK else LANGUAGES[:1])
@pytest.mark.parametrize("name", MOMENTS | OTHER_SEATS)
def test_every_moment_can_be_read_and_reached_in_each_size_and_light(show, called, name, language):
    """Nothing is cut off, over anything else, or too small to touch; all rules of axe in each size, in the other light
    the contrasts: in a short run at every other moment in one of the two sizes and lights, in turn."""
    page, faults = show(name, language=language, tables=called), []
    turn = [*MOMENTS, *OTHER_SEATS].index(name)
    sizes = ("desktop", "phone") if SOAK else ("desktop", "phone")[turn // 2 % 2 :][:1] * (turn % 2)
    lights = ("light", "dark") if SOAK else ("light", "dark")[turn // 4 % 2 :][:1]
    for size in ("desktop", "small", "phone"):
        faults += faults_in(page, [SIZES[size]], CUT)
        faults += [(size, fault) for fault in page.evaluate(SMALL)] if size != "desktop" else []
        for light in lights if size in sizes else ():
            page.emulate_media(color_scheme=light)
            wrong = axe.faults_of(page, axe.CONTRAST if SOAK and light == "dark" else None)
            faults += [(size, light, fault) for fault in wrong]
        page.emulate_media(color_scheme="light")
        if SIZES[size] in overlaps.QUICK and not SOAK:
            faults += overlaps.faults_now(page, f"{name} {size}")
    if SOAK:
        faults += overlaps.faults_of(page, name)
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.parametrize("name", SHAPED)
def test_the_table_fits_every_window(show, name):
    """In windows of other shapes, too: cards, badges, the scorecard and the words beside the board."""
    page, faults = show(name), []
    looks = {size: [CUT] for size in SIZES.values()}
    for names, (script, windows) in SHAPES.items():
        for window in windows if name in names else ():
            looks.setdefault(window, []).append(script)
    for window, scripts in looks.items():
        faults += faults_in(page, [window], *scripts)
    for cards in CARDS if name in INDEXED else ():
        page.evaluate("(cards) => { document.documentElement.dataset.cards = cards; }", cards)
        faults += faults_in(page, [(390, 844), *WINDOWS], COVERED)
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.parametrize("name", ["all-fours-beg", "all-fours-answer", "pitch-pedro-bid", "pitch-answer"])
def test_a_hint_of_a_call_moves_nothing(show, name):
    page = show(name)
    for size in [(360, 640), (390, 844), (1280, 800)]:
        resize(page, *size)
        page.evaluate(LAID_OUT)
        before = page.evaluate(BELOW_BOARD)
        with page.expect_response("**/hint/"):
            page.locator("#do-hint").click()
        page.wait_for_function("() => document.querySelector('#prompt').textContent.startsWith('Hint: ')")
        page.evaluate(LAID_OUT)
        assert page.evaluate(BELOW_BOARD) == before, size
        assert not page.evaluate(CUT) and not page.evaluate("document.querySelector('#hand :checked')"), size


@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_and_play_have_one_place_whether_one_may_pass_or_not(show, language):
    left = "() => ['hint', 'play'].map(what => document.querySelector(`#do-${what}`).getBoundingClientRect().left)"
    places = {}
    for name in ("winner-lead", "winner-follow"):
        page = show(name, language=language)
        assert page.locator("#do-pass").count() == (name == "winner-follow")
        for size in ("phone", "desktop"):
            resize(page, *SIZES[size])
            page.evaluate(LAID_OUT)
            places.setdefault(name, []).extend(page.evaluate(left))
    assert places["winner-lead"] == pytest.approx(places["winner-follow"], abs=2)


@pytest.mark.parametrize("name", ["forty-follow", "eighty-lead", "eighty-bury", "all-fours-lead", "winner-lead"])
def test_the_hand_reads_as_a_list_by_suits(show, name):
    page = show(name, "phone")
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
def test_nothing_moves_where_motion_is_reduced(show, still, name):
    page = show(name, "phone")
    moving = """() => document.getAnimations().filter(one => one.playState === 'running'
      && !one.effect.target.closest('#clock') && one.effect.getComputedTiming().duration > 1).length"""
    assert page.evaluate(moving) == 0
    if name != "forty-draw":
        page.locator("#hand label:not(.no, .no *)").first.click(position={"x": 8, "y": 30})
        assert page.evaluate(moving) == 0
        leave(page, still)  # before the card is played
