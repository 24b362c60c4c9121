"""The deal of the day in a real browser: from the page of all games to the results, with scripts and without."""

from __future__ import annotations

import pytest

from tests.browser.axe import faults_of
from tests.browser.hands import follow, take_a_turn
from tests.browser.test_lessons import LOCALES
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser


#: Make today's deal of Eighty one in whose bidding the player has something to show.
BIDDING = """
from games.daily import services
from games.daily.models import Deal
from games.rules.registry import GAMES
from games.table import bidding
deal = services.deal_of("eighty", services.today())
while not bidding.bid(GAMES["eighty"], services.setup_of(deal), services.SEAT, ()).choices:
    deal.delete()
    deal = services.deal_of("eighty", services.today())
"""


def play(page, game, turns=400):
    """Begin a deal from the page of all games, play it by pressing, and go on to its results."""
    page.locator(f"a.btn[href='/daily/{game}/']").click()
    page.locator("main form button").click()
    page.wait_for_selector("#table")
    results = page.locator("#actions a.go")
    for _ in range(turns):
        if results.is_visible():
            break
        if not take_a_turn(page):
            page.wait_for_timeout(50)
    results.click()
    page.wait_for_selector("#own")


@pytest.mark.parametrize("language", LOCALES if SOAK else ["zh-hans"])
def test_a_deal_is_played_to_its_results_and_axe_finds_nothing_on_the_way(visit, site, language):
    page = visit("phone", locale=LOCALES[language], color_scheme="dark", at="/daily/")
    assert faults_of(page) == []
    page.goto(f"{site.url}/daily/winner/")
    assert faults_of(page) == []
    page.goto(f"{site.url}/daily/")
    play(page, "winner")
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".shown img").evaluate("one => one.decode().then(() => one.naturalWidth)") == 1200


@pytest.mark.parametrize("language", LOCALES)
def test_trumps_are_made_by_pressing_on_a_page_with_which_nothing_is_wrong(visit, site, language):
    site.run(BIDDING)
    page = visit("phone", locale=LOCALES[language], at="/daily/eighty/")
    page.locator("main form button").click()
    page.wait_for_selector("[name=bid][value='-']:not([type=hidden])")
    for _call in range(8):
        assert faults_of(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        follow(page, page.locator("button.go[name=bid]"))
        if page.locator("#table").count():
            return
    raise AssertionError("the bidding never ended")


def test_without_scripts_a_deal_is_begun_left_and_found_again(visit, site):
    page = visit("desktop", javascript=False, at="/daily/")
    follow(page, page.locator("a.btn[href='/daily/winner/']"))
    follow(page, page.locator("main form button"))
    table = page.url.partition("?")[0]
    page.goto(f"{site.url}/daily/winner/")
    follow(page, page.locator("a.btn.go"))
    assert page.url.partition("?")[0] == table
