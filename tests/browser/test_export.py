"""«All my games» comes as one file, put together in the browser."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def settings_of_a_player(visit, site):
    """Open the settings of somebody who has played a hand of All Fours."""
    prepare = "from tests.browser import tables; tables.prepare_finished('all-fours', shared=False)"
    _hand, _token, session = json.loads(site.run(prepare).splitlines()[-1])
    page = visit(at=None)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(f"{site.url}/me/settings/")
    return page


def test_all_my_games_are_one_file(settings_of_a_player):
    page = settings_of_a_player
    with page.expect_download() as download:
        page.locator("[data-games]").click()
    assert download.value.suggested_filename == "sifang-games.jsonl"
    rows = [json.loads(line) for line in download.value.path().read_text().splitlines()]
    assert [row["record"]["game"] for row in rows] == ["all-fours"]


def test_what_takes_long_shows_how_far_it_is(settings_of_a_player):
    """The answer waits until the bar has been seen."""
    page = settings_of_a_player
    bar, routes = page.locator("#games-progress"), []
    page.route("**/*after=0", lambda route: routes.append(route))
    page.locator("[data-games]").click()
    bar.wait_for(state="visible")
    with page.expect_download() as download:
        routes[0].continue_()
    bar.wait_for(state="hidden")
    assert download.value.suggested_filename == "sifang-games.jsonl"
    assert page.locator("[data-games]").get_attribute("aria-busy") is None
