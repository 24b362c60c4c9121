"""What is new, on whatever page is open: what only informs goes by itself, several are counted, lists follow."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def person(visit, site):
    """Open browsers of guests who have opened a table each: their page, and the link to be their friend."""

    def come():
        page = visit(at="/rooms/new/winner/")
        page.locator("button[value=open]").click()
        page.wait_for_selector("body[data-line=on]")
        page.goto(f"{site.url}/friends/")
        return page, page.get_by_label("Your link").input_value()

    return come


def ask(page, link):
    """Ask somebody to be friends by their link."""
    page.goto(link)
    page.get_by_role("button", name="Ask to be friends").click()
    page.wait_for_selector(".note")


def test_what_only_informs_goes_by_itself_and_does_not_come_back(person, site):
    (page, link), (other, others_link) = person(), person()
    ask(page, others_link)
    page.goto(f"{site.url}/rules/")
    other.locator("#main").get_by_role("button", name=re.compile("^Accept")).click()
    page.wait_for_selector("#news dialog:has-text('is your friend now.')")
    page.wait_for_selector("#news dialog", state="detached")
    page.goto(f"{site.url}/rules/all-fours/")
    ask(person()[0], link)
    said = page.wait_for_selector("#news dialog").inner_text()
    assert "wants to be your friend." in said and "more" not in said


def test_several_are_counted_and_come_one_after_the_other(person, site):
    page, link = person()
    page.goto(f"{site.url}/rules/")
    for _ in range(2):
        ask(person()[0], link)
    page.wait_for_selector("#news dialog:has-text('wants to be your friend. 1 more')")
    page.locator("#news button", has_text=re.compile("^Later$")).click()
    page.wait_for_function("() => !document.querySelector('#news dialog').innerText.includes('more')")
    page.locator("#news button", has_text=re.compile("^Later$")).click()
    page.wait_for_selector("#news dialog", state="detached")


def test_the_page_of_friends_follows_what_happens(person):
    page, link = person()
    ask(person()[0], link)
    page.locator("section", has_text="They want to be your friends").get_by_role("button", name="Accept").wait_for()
