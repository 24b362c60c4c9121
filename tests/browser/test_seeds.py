"""A browser adds its number to the next shuffle by itself, and shows afterwards that it was used."""

from __future__ import annotations

import re

import pytest

from tests.browser.hands import play_all_fours, press

pytestmark = pytest.mark.browser


def test_the_browsers_number_is_in_the_very_first_deck(visit):
    page = visit()
    with page.expect_request(lambda request: request.url.endswith("/play/all-fours/")) as sent:
        page.locator("form[action='/play/all-fours/'] button:not([form])").click()
    number = re.search(r"seed=([0-9a-f]{64})", sent.value.post_data)[1]
    play_all_fours(page, until="next")
    page.locator("#actions a", has_text="Replay").click()
    page.get_by_role("link", name="About the hand").click()
    assert number in page.locator("#seeds").inner_text()
    assert page.locator("#own-seed:visible").inner_text() == "The number that this browser sent is among them."


@pytest.mark.parametrize("to", ["play/all-fours", "lessons/all-fours/practice"])
def test_a_table_from_the_end_of_a_lesson_has_it_too(visit, to):
    page = visit(at="/lessons/all-fours/end/")
    with page.expect_request(lambda request: request.url.endswith(f"/{to}/")) as sent:
        page.locator(f"form[action='/{to}/'] button").click()
    assert re.search(r"promise=[0-9a-f]{64}&seed=[0-9a-f]{64}", sent.value.post_data)


def test_the_browsers_number_is_in_the_next_deck_and_the_page_says_so(visit):
    page = visit()
    with page.expect_response(lambda answer: answer.url.endswith("/seed/")) as sent:
        page.locator("form[action='/play/all-fours/'] button:not([form])").click()
    assert sent.value.status == 204
    number = re.search(r"seed=([0-9a-f]{64})", sent.value.request.post_data)[1]
    play_all_fours(page, until="next")
    press(page, "next")
    page.wait_for_selector("#scorecard section", state="detached")
    play_all_fours(page, until="next")
    page.locator("#actions a", has_text="Replay").click()
    page.get_by_role("link", name="About the hand").click()
    assert number in page.locator("#seeds").inner_text()
    assert page.locator("#own-seed:visible").inner_text() == "The number that this browser sent is among them."
