"""Rare actions by clicks: a revoke is claimed, a declaration is overcalled, cards are thrown."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.browser.conftest import SIZES, STILL, come, open_site
from tests.browser.hands import look, moved_on

pytestmark = [pytest.mark.browser, pytest.mark.motion]
CHOSEN = "() => [...document.querySelectorAll('#hand input:checked')].map(box => box.value)"


@pytest.fixture(scope="module")
def prepared(browser):
    """A site where AI players rest, with a table for each rare action: site, name → way in and what to know."""
    with open_site(**STILL | {"SIFANG_DRAW_PACE": "0.02"}) as site:
        yield (
            site,
            json.loads(site.run("from tests.browser import rare_actions; rare_actions.prepare()").splitlines()[-1]),
        )


@pytest.fixture
def at(prepared, visit):
    """Open an action's table: page, and what the test needs to know."""
    site, ways = prepared

    def come_to(name, size="phone"):
        code, session, details = ways[name]
        return come(visit(size, site=site, at=None), site, code, session), details

    return come_to


def press(page, button):
    """Press a button and wait for the picture that comes of it."""
    before = look(page)["picture"]
    button.click()
    moved_on(page, before)


def choose_exactly(page, cards):
    """Put cards up and down until those and no others are chosen: a tap may move several."""
    for _ in range(12):
        chosen, target = Counter(page.evaluate(CHOSEN)), Counter(cards)
        missing, extra = list((target - chosen).elements()), list((chosen - target).elements())
        if not missing and not extra:
            return
        state, card = ("checked", extra[0]) if extra else ("not(:checked)", missing[0])
        box = page.locator(f"#hand input[value='{card}']:{state}").first.get_attribute("id")
        page.locator(f"label:has(#{box})").click(position={"x": 8, "y": 24})
    raise AssertionError((page.evaluate(CHOSEN), cards))


def claim(page, trick, against):
    """Claim a revoke, and be sure."""
    page.locator("#actions summary").click()
    assert "Are you sure?" in page.locator("#actions .pop").inner_text()
    assert "You " in page.locator("#actions .pop .tricks").inner_text()  # who played which card
    page.locator(f"#actions label:has(input[name=trick][value='{trick}'])").click()
    page.locator(f"#actions label:has(input[name=against][value='{against}'])").click()
    press(page, page.locator("#actions button[value=claim]"))
    page.wait_for_selector("#scorecard section")
    return page.locator("#scorecard").inner_text()


def test_a_claim_that_is_being_chosen_outlives_a_redraw(at):
    """A picture that comes meanwhile neither closes it nor chooses another trick or player: a claim is costly."""
    page, _revokes = at("honest")
    drawn = page.evaluate("document.querySelector('#actions').outerHTML")
    page.locator("#actions summary").click()
    for field in ("trick", "against"):
        page.locator(f"#actions label:has(input[name='{field}'])").nth(1).click()
    chosen = "[...document.querySelectorAll('#actions input:checked')].map(box => box.name + box.value)"
    before = page.evaluate(chosen)
    page.evaluate(
        """html => htmx.swap({sourceElement: document.querySelector('#socket'), swap: 'none',
             text: `<hx-partial id="actions">${html}</hx-partial>`})""",
        drawn,
    )
    assert page.locator("#actions details[open]").count() == 1
    assert page.evaluate(chosen) == before


def test_a_right_claim_ends_the_hand_and_costs_them_a_level(at):
    page, ((trick, seat),) = at("revoke")
    scorecard = claim(page, trick, seat)
    assert f"revoking in trick {trick}: " in scorecard and "followed suit" not in scorecard
    assert "Bamboo and Orchid\t8\t7" in scorecard


def test_a_wrong_claim_costs_ones_own_side(at):
    page, revokes = at("claimed")
    assert revokes == []
    assert "claimed a revoke in trick 2, but" in claim(page, 2, 1)


def test_a_pair_overcalls_a_single_card(at):
    page, (standing, pair) = at("overcall")
    button = page.locator(f"#actions button[name=cards][value='{' '.join(pair)}']")
    button.wait_for(timeout=30_000)
    assert page.locator(f"#board [data-c='{standing[0]}']").count()
    button.click()
    page.wait_for_selector(f"#board .spot.s [data-c='{pair[0]}']")
    assert page.locator(f"#board .spot.s [data-c='{pair[0]}']").count() == 2


#: By how much the row is too narrow to show two more cards beside what is there already: in one go, since the next
#: picture takes them away again.
TOO_NARROW = """() => {
  const show = document.querySelector('#actions button[name=cards]'), row = show.parentElement;
  const more = [show.cloneNode(true), show.cloneNode(true)];
  show.after(...more);
  const over = row.scrollWidth - row.clientWidth;
  more.forEach((one) => one.remove());
  return over;
}"""


def test_all_that_can_be_shown_in_a_draw_fits_its_row(at):
    """Two cards to show beside «Deal the rest» stood out of a phone's window by half a button."""
    page, _ = at("choice")
    page.locator("#actions.declare button[name=cards]").wait_for()
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#actions .btn:not([name=cards])").wait_for()  # «Deal the rest», or «Nothing more to show»
        assert page.evaluate(TOO_NARROW) <= 0, width


def test_a_throw_that_stands_lies_whole_on_the_table(at):
    page, cards = at("throw")
    choose_exactly(page, cards)
    press(page, page.locator("#actions button[value=play]"))
    lying = page.locator("#board .spot.s .play [data-c]").evaluate_all("cards => cards.map(one => one.dataset.c)")
    assert sorted(lying) == sorted(cards)


def test_a_throw_that_can_be_beaten_leaves_its_weakest_card_and_says_so(at):
    page, cards = at("failed", "desktop")
    choose_exactly(page, cards)
    press(page, page.locator("#actions button[value=play]"))
    lying = page.locator("#board .spot.s .play [data-c]").evaluate_all("cards => cards.map(one => one.dataset.c)")
    assert len(lying) == 1 and lying[0] in cards
    assert "somebody can beat" in page.locator("#board").inner_text()
    assert page.evaluate(CHOSEN) == []
