"""The deal of the day in a real browser: from the page of all games to the results, with scripts and without."""

from __future__ import annotations

import pytest

from tests.browser.axe import faults_of
from tests.browser.hands import follow, take_a_turn
from tests.browser.test_lessons import LOCALES

pytestmark = pytest.mark.browser


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


@pytest.mark.parametrize("language", LOCALES)
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


def test_without_scripts_a_deal_is_begun_left_and_found_again(visit, site):
    page = visit("desktop", javascript=False, at="/daily/")
    follow(page, page.locator("a.btn[href='/daily/winner/']"))
    follow(page, page.locator("main form button"))
    table = page.url.partition("?")[0]
    page.goto(f"{site.url}/daily/winner/")
    follow(page, page.locator("a.btn.go"))
    assert page.url.partition("?")[0] == table
