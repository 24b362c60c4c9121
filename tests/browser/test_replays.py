"""A hand of each game is played in a browser, looked at again, shared, taken away and brought back."""

from __future__ import annotations

import json
import re

import pytest

from tests.browser.conftest import PLAYED, open_site
from tests.browser.hands import follow, lift, play_now
from tests.browser.test_table_hands import play_the_hand
from tests.browser.walked_pages import TABLES
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser

#: what dragging the scrubber does
SCRUB = """step => {
  const range = document.querySelector('#range');
  range.value = step;
  range.dispatchEvent(new Event('input', {bubbles: true}));
}"""

#: Whether all of an element is in the window and nothing lies over it.
SEEN = """selector => {
  const it = document.querySelector(selector), {left, top, bottom} = it.getBoundingClientRect();
  const over = y => it.contains(document.elementFromPoint(left + 1, y));
  return top >= 0 && bottom <= innerHeight && over(top + 1) && over(bottom - 1);
}"""


@pytest.fixture(scope="module")
def site():
    """A site that deals quickly and does not deal the next hand by itself."""
    quick = {
        "SIFANG_DRAW_PACE": "0.002",
        "SIFANG_LAST_CALL": "0.1",
        "SIFANG_NEXT_HAND_SECONDS": "900",
        "SIFANG_HINT_SECONDS": "0",
    }
    with open_site(SIFANG_AI_PACE="0,0.01", **quick) as site:
        yield site


def play_hand(page):
    """Play a hand to its end by clicking what the table hints at."""

    play_the_hand(page, lambda button: button.click(), lambda card: lift(page, card))


def number(page):
    return int(re.search(r"/step/(\d+)/", page.url)[1])


def step_to(page, act, expected):
    """Do something that leads to a step, and wait for its address and its table."""
    act()
    page.wait_for_url(re.compile(rf"/step/{expected}/"))
    page.wait_for_function("n => document.querySelector('#range').value === n", arg=str(expected))


def to_a_replay(visit, site, game, **how):
    """Return a page at the replay of a hand: in the soak of one that is played there, else of one that is prepared."""
    if SOAK:
        page = visit(**how)
        play_now(page, game)
        page.wait_for_selector("#table")
        play_hand(page)
        page.locator("#actions a", has_text="Replay").click()
    else:
        program = f"from tests.browser import tables; tables.prepare_finished({game!r}, shared=False)"
        pk, _token, session = json.loads(site.run(program).splitlines()[-1])
        page = visit(at=None, **how)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto(f"{site.url}/hands/{pk}/step/0/")
    page.wait_for_selector("#replay")
    page.wait_for_load_state()  # a key that comes before the script is pressed in vain
    return page


@pytest.mark.parametrize("game", PLAYED)
def test_a_hand_is_played_watched_shared_and_brought_back(visit, site, game, tmp_path):
    page = to_a_replay(visit, site, game)
    last = int(page.locator("#range").get_attribute("max"))

    # nothing beside the table is cut off, however long the name on a button is
    page.locator(".now .btn").evaluate("button => { button.textContent += ', who has a long name' }")
    assert page.locator(".review").evaluate("panel => panel.scrollWidth <= panel.clientWidth")

    # by keys, both ways
    step_to(page, lambda: page.keyboard.press("ArrowRight"), 1)
    step_to(page, lambda: page.keyboard.press("ArrowRight"), 2)
    step_to(page, lambda: page.keyboard.press("ArrowLeft"), 1)
    step_to(page, lambda: page.keyboard.press("End"), last)
    assert page.locator("#scorecard section").count() == 1
    step_to(page, lambda: page.keyboard.press("Home"), 0)
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("nav.tricks li:nth-child(2) a[aria-current]")
    first_trick = number(page)
    assert page.locator("#now + p").inner_text()
    step_to(page, lambda: page.keyboard.press("ArrowUp"), 0)

    # by the scrubber, both ways
    step_to(page, lambda: page.evaluate(SCRUB, str(last - 1)), last - 1)
    step_to(page, lambda: page.evaluate(SCRUB, str(first_trick)), first_trick)

    # one seat's view, and all hands again
    assert page.locator(".board .open").count() > 1
    page.keyboard.press("o")
    page.wait_for_selector("#replay.own #hand")
    assert page.locator(".board .open").count() == 0
    page.locator("nav.views a").first.click()
    page.wait_for_selector(".board .open")

    # a shared step in a private window, without scripts
    page.locator("a", has_text="About the hand").click()
    page.locator("button", has_text="Make a link").click()
    link = page.locator("#link").input_value().replace("/step/0/", f"/step/{first_trick}/")
    stranger = visit(javascript=False, at=None)
    stranger.goto(link)
    assert stranger.locator("#range").get_attribute("value") == str(first_trick)
    follow(stranger, stranger.locator("#on"))
    assert number(stranger) == first_trick + 1
    stranger.goto(link.partition("?")[0])
    assert stranger.locator("#replay").count() == 0

    # away and back
    with page.expect_download() as download:
        page.locator("a", has_text="Download the record").click()
    record = tmp_path / "hand.jsonl"
    download.value.save_as(record)
    page.goto(f"{site.url}/hands/upload/")
    page.set_input_files("#file", record)
    page.locator("button", has_text="Check and keep").click()
    page.wait_for_selector("#replay")
    assert "/uploaded/" in page.url
    assert int(page.locator("#range").get_attribute("max")) == last


def test_a_second_look_is_asked_for_and_comes_by_itself(visit, site):
    page = to_a_replay(visit, site, "all-fours", size="phone")
    page.locator("#second button", has_text="Take a second look").click()
    page.wait_for_selector("#second p[role=status]")
    assert page.evaluate(SEEN, "#second p[role=status]")
    # The page asks on its own and loads itself anew: nothing is pressed here.
    page.wait_for_selector("#second .muted >> text=AI’s opinion", timeout=120_000)
    assert page.evaluate(SEEN, "#second h2")
    assert "looked at" in page.locator("#second").inner_text() or "nothing to choose" in page.content()
    page.locator("nav.tricks li:last-child a").click()
    page.wait_for_selector("nav.tricks li:last-child a[aria-current]")
    assert page.locator("#second").count() == 1


def test_a_step_leaves_a_phone_where_it_was_and_is_told_without_scrolling(visit, site):
    page = to_a_replay(visit, site, "eighty", size="phone")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("nav.tricks li:nth-child(2) a[aria-current]")
    told = page.locator(".scrub .told").inner_text()
    now = page.locator(".now").inner_text().split()
    assert told and told in " ".join(now)  # where each sentence has a line of its own
    assert page.evaluate(SEEN, ".scrub .told")
    page.evaluate("scrollTo({top: 350, behavior: 'instant'})")
    at = number(page)
    step_to(page, page.locator("#on").click, at + 1)
    step_to(page, lambda: page.evaluate(SCRUB, str(at + 5)), at + 5)
    assert page.evaluate("scrollY") == 350


#: The boxes of the controls and of every seat's badge in whole pixels, whether the lowest badge is in sight above the
#: controls, and what is cut of the tabs and, with up to four seats, of the tags of the seat to act.
BOXES = """() => {
  const all = (what) => [...document.querySelectorAll(what)], boxes = {};
  const note = (name, thing) => {
    const {x, y, width, height} = thing.getBoundingClientRect();
    boxes[name] = [x, y, width, height].map(Math.round);
  };
  for (const link of all('#scrub .btn[id], #range')) note(link.id, link);
  for (const link of all('.views a')) note(link.textContent, link);
  for (const badge of all('.spot > .badge')) note(badge.parentElement.className, badge);
  note('the board', document.querySelector('.felt'));
  for (const hand of all('#hand')) note('the hand', hand);
  const lowest = Math.max(...all('.badge').map((badge) => badge.getBoundingClientRect().bottom));
  const tags = all('.board:not(.seats5, .seats6, .seats7) .badge.on .tag:not([data-l])');
  const squeezed = tags.filter((tag) => tag.scrollWidth > tag.clientWidth + 1);
  const cut = [...squeezed, ...all('.views a').filter((tab) => tab.scrollWidth > tab.clientWidth + 1)];
  const inSight = lowest <= document.querySelector('#scrub').getBoundingClientRect().top;
  return [boxes, inSight, cut.map((one) => one.textContent)];
}"""
#: Go through a replay by keys, or by the scrubber in longer strides; return the last step, and those at which boxes are
#: others than at first, the lowest badge is out of sight, or anything is cut.
THROUGH = f"""async (stride) => {{
  const boxesOf = {BOXES}, scrub = {SCRUB}, wrong = [], first = boxesOf()[0];
  const range = () => document.querySelector('#range');
  const after = (pause) => new Promise((done) => setTimeout(done, pause)), last = Number(range().max);
  const key = {{key: 'ArrowRight', bubbles: true, cancelable: true}};
  for (let step = stride; step <= last; step += stride) {{
    if (stride > 1) scrub(String(step));
    else document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key));
    const is_there = () => range().value === String(step) && location.pathname.endsWith(`/step/${{step}}/`);
    for (let tries = 0; !is_there(); await after(5)) if (++tries > 5000) throw new Error(`step ${{step}} never comes`);
    await new Promise(requestAnimationFrame);
    const [boxes, inSight, cut] = boxesOf();
    const moved = Object.keys(boxes).filter((name) => String(boxes[name]) !== String(first[name]));
    if (moved.length || !inSight || cut.length) wrong.push([step, moved, inSight, cut]);
  }}
  return [last, wrong];
}}"""
#: Tables with two, four and seven seats, with few cards in a hand and with as many as there are; ``make soak`` steps
#: through all of them in both sizes.
STEPPED = {"all-fours": ["desktop"], "eighty": ["phone"], "pitch-7": ["phone"]}
if SOAK:
    STEPPED = {table: ["phone", "desktop"] for table in TABLES}
#: Tables of two to four seats with so few cards that the whole board has room on a small phone.
SHORT = ["all-fours", "all-fours-4", "pitch"]


@pytest.fixture(scope="module")
def replayed(site):
    """Replays of finished hands by what ``walked_pages.TABLES`` calls them: address of a hand, its reader's session."""
    program = f"from tests.browser import walked_pages; walked_pages.prepare_replays(*{tuple({*STEPPED, *SHORT})!r})"
    return json.loads(site.run(program).splitlines()[-1])


@pytest.mark.parametrize(("table", "size"), [(table, size) for table, sizes in STEPPED.items() for size in sizes])
def test_controls_and_badges_stand_still_from_step_to_step(visit, site, replayed, table, size):
    page = visit(at=None, size=size)
    address, session = replayed[table]
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    for view, stride in (("", 1), ("?seat=0", 1 if SOAK else 3)):
        page.goto(f"{site.url}{address}{view}")
        last, wrong = page.evaluate(THROUGH, stride)
        assert last > 3 * stride
        assert wrong == []


@pytest.mark.parametrize("table", SHORT)
def test_no_hand_lies_under_the_controls_of_a_small_phone_where_hands_are_short(visit, site, replayed, table):
    page = visit(at=None, size="small")
    address, session = replayed[table]
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    for step in (0, 9, 14):
        page.goto(site.url + address.replace("/step/0/", f"/step/{step}/"))
        assert page.evaluate(BOXES)[1], step


@pytest.mark.parametrize("table", SHORT)
def test_the_own_hand_lies_above_the_controls_of_a_phone(visit, site, replayed, table):
    page = visit(at=None, size="phone")
    address, session = replayed[table]
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(f"{site.url}{address.replace('/step/0/', '/step/3/')}?seat=0")
    hand, controls = (page.locator(what).bounding_box() for what in ("#hand", "#scrub"))
    assert hand["y"] + hand["height"] <= controls["y"]


#: The tabs of whose hands are shown that are cut.
CUT_TABS = """() => [...document.querySelectorAll('.views a')].filter((tab) => tab.scrollWidth > tab.clientWidth)
  .map((tab) => tab.textContent)"""
LONG = ("Wilhelmina Featherst", "Maximilian Ferdinand", "Alexandrina Victoria")


def test_the_tabs_of_four_seats_are_whole_on_a_small_phone_but_for_long_names(visit, site, replayed):
    page = visit(at=None, size="small")
    address, session = replayed["pitch"]
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(site.url + address)
    tabs = page.locator(".views a")
    assert tabs.count() == 5
    for names, cut in ((("Bamboo", "Plum", "Orchid"), []), (LONG, LONG)):
        for name, tab in zip(names, tabs.all()[2:], strict=True):
            tab.evaluate("(tab, name) => { tab.textContent = name; }", name)
        assert page.evaluate(CUT_TABS) == list(cut)
