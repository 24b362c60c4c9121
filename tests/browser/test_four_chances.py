"""The strip of a phone in All Fours and its kin: every point that counts and who has it, fully visible in its place."""

from __future__ import annotations

import pytest

from games.rules.registry import GAMES
from games.table.scene import Sitter
from games.table.sentences import AI_NAMES
from tests.browser.conftest import come, leave, prepared
from tests.faults.sizes import SOAK
from tests.table import gallery
from tests.table.scenes import scene_of, state_at

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (390, 844), (844, 390)]
#: moments → how many points count there
MOMENTS = {
    "all-fours-beg": 4,
    "all-fours-follow": 4,
    "all-fours-4-follow": 4,
    "pitch-bid": 4,
    "pitch-pedro-bid": 8,
    "pitch-seven": 4,
    "pitch-over": 8,
    "california-jack-play": 4,
}
#: What is wrong with the strip, and where each point stands in it.
LOOK = """() => {
  const box = (el) => el.getBoundingClientRect(), faults = [];
  const strip = document.querySelector('.strip'), cells = [...strip.querySelectorAll('.ahead i')];
  const room = box(strip.closest('.score')), frame = box(strip.querySelector('.pts'));
  for (const cell of cells) {
    const at = box(cell), letter = box(cell.querySelector('b')), what = cell.textContent;
    if (at.top < frame.top || at.bottom > frame.bottom + 1 || frame.bottom > room.bottom + 1)
      faults.push(`${what} is cut: ${[at, frame, room].map((one) => [one.top, one.bottom].join('-'))}`);
    if (letter.width < 4 || letter.right > at.right || letter.left < at.left) faults.push(`${what}: no letter`);
    if (parseFloat(getComputedStyle(cell).fontSize) < 12) faults.push(`${what} is small`);
  }
  for (const words of strip.querySelectorAll('.pts p > span')) {
    const at = box(words), cell = box(cells[0]);
    if (Math.min(at.right, cell.right) - Math.max(at.left, cell.left) > 2 && at.bottom > cell.top + 2)
      faults.push(`${words.textContent} lies on ${cells[0].textContent}`);
  }
  const link = box(strip.querySelector('a'));
  if (link.height < 40 || link.width < 40 || link.bottom > room.bottom + 1)
    faults.push(`the last trick is out of reach: ${[link.width, link.height, link.bottom]}`);
  return {faults, places: cells.map((cell) => [box(cell).left, box(cell).top].map(Math.round).join())};
}"""


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"] if SOAK else ["en-GB"])  # whose words are longer
def test_each_point_that_counts_has_its_place_in_the_strip(still, visit, locale):
    ways = prepared(still, *MOMENTS)
    page, places = visit("phone", site=still, at=None, locale=locale), {}
    for moment, points in MOMENTS.items():
        leave(page, still)
        come(page, still, *ways[moment])
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            look = page.evaluate(LOOK)
            assert not look["faults"], (moment, width, look["faults"])
            assert len(look["places"]) == points, moment
            # what is bid, led or taken moves none of them
            game = moment.partition("-")[0]
            assert places.setdefault((game, points, width), look["places"]) == look["places"], (moment, width)


@pytest.mark.parametrize(
    "options", [{"partners": True}, {"edition": "pedro-sancho", "players": 6}], ids=["partners", "six"]
)
def test_the_bid_and_what_is_made_of_it_are_read_whole_beside_the_score(browser, tmp_path, options):
    game = GAMES["pitch"]
    state = state_at(game, lambda state: state.course.bound and state.course.bound.seat == 1 and state.tricks, options)
    sitters = tuple(Sitter(seat, AI_NAMES[seat], level="policy" if seat else "") for seat in range(len(state.hands)))
    page_file, page = tmp_path / "table.html", browser.new_page()
    page_file.write_text(gallery.plain(gallery.table_page(scene_of("pitch", state, chosen=options, sitters=sitters))))
    for width, height in [(360, 640), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"file://{page_file}")
        assert page.locator(".strip .tr").evaluate("bid => bid.scrollWidth <= bid.clientWidth"), width
        score = page.locator(".strip p b").evaluate_all("all => all.map(one => one.getBoundingClientRect().bottom)")
        assert max(score) <= page.locator(".strip .ahead").bounding_box()["y"] + 1, width
    page.close()


#: By how many pixels the last trick sticks out of its panel.
OUT = """() => {
  const list = document.querySelector('.last'), bottom = (one) => one.getBoundingClientRect().bottom;
  return Math.max(...[...list.children].map(bottom)) - bottom(list.closest('.panel'));
}"""


def test_a_last_trick_of_seven_lies_in_its_panel(still, visit):
    ways = prepared(still, "pitch-seven")
    page = visit("desktop", site=still, at=None)
    come(page, still, *ways["pitch-seven"])
    assert page.locator(".last > li").count() == 7
    assert page.evaluate(OUT) <= 0


def test_a_last_trick_of_four_and_what_the_book_says_are_in_sight_above_the_talk(still, visit):
    ways = prepared(still, "all-fours-lead", "eighty-follow", people=True)
    page = come(visit("desktop", site=still, at=None), still, *ways["all-fours-lead"])
    page.wait_for_selector("#talk-text")
    ends = "() => ['.book h2', '#side'].map(one => document.querySelector(one).getBoundingClientRect().bottom)"
    heading, side = page.evaluate(ends)
    assert heading <= side
    leave(page, still)
    come(page, still, *ways["eighty-follow"])
    page.wait_for_selector("#talk-text")
    assert page.locator(".last > li").count() == 4
    last, side = page.evaluate(ends.replace(".book h2", ".last"))
    assert last <= side


@pytest.mark.parametrize("way", ["a finger", "keys", "no scripts"])
def test_a_bid_of_many_is_chosen_first_and_made_by_another_press(still, visit, way):
    page = visit("phone", site=still, at=None, javascript=way != "no scripts")
    come(page, still, *prepared(still, "pitch-pedro-bid")["pitch-pedro-bid"])
    page.locator("#actions summary").click()
    bids = page.locator("#actions .pop")
    if way == "keys":
        bids.locator("input:checked").focus()
        page.keyboard.press("ArrowRight")
    else:
        bids.locator("label", has_text="24").click()
    assert bids.locator("input:checked").input_value() == "24"
    assert page.locator("#prompt").inner_text().startswith("Orchid bids 20.")
    page.keyboard.press("Enter") if way == "keys" else bids.locator("#do-bid").click()
    page.wait_for_selector(".spot.s >> text=Bid 24")


SWAP = "([text, at]) => htmx.swap({sourceElement: document.querySelector(at), text, swap: 'none'})"


def test_what_is_open_stays_open_when_the_first_picture_comes_over_the_socket(still, visit):
    page = come(visit("phone", site=still, at=None), still, *prepared(still, "pitch-pedro-bid")["pitch-pedro-bid"])
    picture = page.locator("#actions").evaluate("drawn => drawn.outerHTML")
    page.locator("#actions summary").click()
    page.evaluate(SWAP, [f'<hx-partial id="actions">{picture}</hx-partial>', "#socket"])
    assert page.locator("#actions .pop label", has_text="24").is_visible()
    # of what may be said another time it is closed
    page.evaluate(SWAP, [f'<hx-partial id="actions">{picture.replace("bids-23", "bids-25")}</hx-partial>', "#socket"])
    assert page.locator("#actions .pop label", has_text="24").is_hidden()


def test_the_focus_of_whoever_has_passed_returns_with_their_turn(site, visit):
    """Between there is nothing that could have it: no action, and no card that could be chosen."""
    page = come(visit(site=site, at=None), site, *prepared(site, "pitch-bid")["pitch-bid"])
    page.locator("#do-pass").press("Enter")
    page.wait_for_selector("#do-pass", state="detached")
    page.wait_for_selector("#hand input:enabled")
    page.wait_for_function("document.activeElement !== document.body")
