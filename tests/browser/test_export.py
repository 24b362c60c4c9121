"""«All my games» comes as one file, put together in the browser."""

from __future__ import annotations

import json

import pytest

from tests.browser.hands import play_all_fours

pytestmark = pytest.mark.browser


def test_all_my_games_are_one_file(visit):
    page = visit()
    page.locator("form[action='/play/all-fours/'] button:not([form])").click()
    play_all_fours(page, until="next")
    page.goto(page.url.partition("/t/")[0] + "/me/settings/")
    with page.expect_download() as download:
        page.locator("[data-games]").click()
    assert download.value.suggested_filename == "sifang-games.jsonl"
    rows = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert [row["record"]["game"] for row in rows] == ["all-fours"]


def test_what_takes_long_shows_how_far_it_is(visit):
    """The answer waits until the bar has been seen."""
    page = visit()
    page.locator("form[action='/play/all-fours/'] button:not([form])").click()
    play_all_fours(page, until="next")
    page.goto(page.url.partition("/t/")[0] + "/me/settings/")
    bar, routes = page.locator("#games-progress"), []
    page.route("**/*after=0", lambda route: routes.append(route))
    page.locator("[data-games]").click()
    bar.wait_for(state="visible")
    with page.expect_download() as download:
        routes[0].continue_()
    bar.wait_for(state="hidden")
    assert download.value.suggested_filename == "sifang-games.jsonl"
    assert page.locator("[data-games]").get_attribute("aria-busy") is None
