"""A browser adds its number to the next shuffle by itself, and shows afterwards that it was used."""

from __future__ import annotations

import re

import pytest

from tests.browser.hands import play_all_fours, press

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("to", ["play/all-fours", "lessons/all-fours/practice"])
def test_a_table_from_the_end_of_a_lesson_has_it_too(visit, to):
    page = visit(at="/lessons/all-fours/end/")
    with page.expect_request(lambda request: request.url.endswith(f"/{to}/")) as sent:
        page.locator(f"form[action='/{to}/'] button").click()
    assert re.search(r"promise=[0-9a-f]{64}&seed=[0-9a-f]{64}", sent.value.post_data)


def own_number_in(page, number):
    """Return what the page about a hand says of this browser's number, which stands among the seeds."""
    page.get_by_role("link", name="About the hand").click()
    assert number in page.locator("#seeds").inner_text()
    return page.locator("#own-seed:visible").inner_text()


def test_the_browsers_number_is_in_the_very_first_deck_and_in_the_next_and_the_page_says_so(visit, site):
    page = visit()
    begun = page.expect_request(lambda request: request.url.endswith("/play/all-fours/"))
    with begun as first, page.expect_response(lambda answer: answer.url.endswith("/seed/")) as sent:
        page.locator("form[action='/play/all-fours/'] button:not([form])").click()
    assert sent.value.status == 204
    numbers = [re.search(r"seed=([0-9a-f]{64})", one.post_data)[1] for one in (first.value, sent.value.request)]
    play_all_fours(page, until="next")
    replay = page.locator("#actions a", has_text="Replay").get_attribute("href")
    press(page, "next")
    page.wait_for_selector("#scorecard section", state="detached")
    play_all_fours(page, until="next")
    page.locator("#actions a", has_text="Replay").click()
    assert own_number_in(page, numbers[1]) == "The number that this browser sent is among them."
    page.goto(site.url + replay)
    assert own_number_in(page, numbers[0]) == "The number that this browser sent is among them."
