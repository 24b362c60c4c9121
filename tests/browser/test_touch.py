"""What a finger must hit: on a phone every button, and every link that stands by itself, is 44 px high."""

from __future__ import annotations

import pytest

from tests.browser.conftest import become
from tests.browser.languages import LANGUAGES, LOCALES
from tests.browser.test_accounts import go

pytestmark = pytest.mark.browser

#: Links and buttons that are lower than a finger is wide. A link in a sentence is as high as its line.
LOW = """() => [...document.querySelectorAll('a, button, summary')].filter((el) =>
  el.checkVisibility() && !el.closest('.skip') && getComputedStyle(el).display !== 'inline'
    && el.getBoundingClientRect().height < 44).map((el) => el.outerHTML.slice(0, 90))"""
#: The rows of links in which dots stand between the links: one would end a line where the row wraps.
DOTTED = """() => [...document.querySelectorAll('main :is(p, nav):has(> a + a)')].filter((row) =>
  [...row.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.includes('·'))).length"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_and_buttons_of_the_front_page_are_as_high_as_a_finger_needs(visit, site, language):
    page = visit("phone", at=None, locale=LOCALES[language])
    become(page, site, language)
    page.goto(site.url)
    page.locator("summary").first.click()
    assert page.evaluate(LOW) == []
    assert page.locator(".links a, .foot a").count() > 20
    assert page.evaluate(DOTTED) == 0


def test_links_and_buttons_of_an_account_are_as_high_as_a_finger_needs(member):
    page, _login = member(size="phone")
    for path in ("/friends/", "/me/settings/", "/players/", "/with/"):
        go(page, path)
        assert page.evaluate(LOW) == [], path


def test_the_link_for_friends_is_shown_in_full_and_copied_by_a_press(member):
    page, _login = member(size="phone", permissions=["clipboard-read", "clipboard-write"])
    link = page.locator(".field.whole")
    assert link.evaluate("el => el.scrollWidth <= el.clientWidth && el.scrollHeight <= el.clientHeight")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == link.inner_text() and "/friends/link/" in copied
    # what the page follows is replaced without it
    assert page.locator("[data-follows] [data-copy]").count() == 0
