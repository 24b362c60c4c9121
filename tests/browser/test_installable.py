"""Without a connection: the last table as it was seen, an honest sentence elsewhere, and nothing of who signed out."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.browser.test_all_fours import sit_down

pytestmark = pytest.mark.browser
READY = "() => navigator.serviceWorker.ready.then(worker => Boolean(worker.active))"
CACHED = (
    "() => caches.open('sifang-1').then(cache => cache.keys()).then(keys => keys.map(key => new URL(key.url).pathname))"
)


@pytest.fixture
def kept(visit, site):
    """A page at a table that the service worker has kept."""
    page = visit("phone", site=site)
    assert page.evaluate(READY)
    page.reload()
    page = sit_down(page)
    page.wait_for_selector("body[data-socket=on]")
    page.reload()
    assert page.evaluate(CACHED) == ["/offline/", urlsplit(page.url).path]
    yield page
    page.faults.clear()  # of a page that is refused


def test_the_last_table_goes_with_a_session_that_ended_elsewhere(kept, site):
    """Such as by «sign out everywhere», by a decision of moderators, or by its age."""
    kept.goto(f"{site.url}/rules/")
    assert len(kept.evaluate(CACHED)) == 2
    kept.context.clear_cookies()
    kept.goto(f"{site.url}/rules/")
    assert kept.evaluate(CACHED) == ["/offline/"]


def test_the_last_table_goes_when_it_is_refused(kept, site):
    table = kept.url
    kept.goto(f"{site.url}/rules/")  # a table that is open would load itself anew
    code = urlsplit(table).path.split("/")[2]
    site.run(f"from games.rooms.models import Room; Room.objects.filter(code={code!r}).update(code='ZZZZZZ')")
    kept.goto(f"{site.url}/no/such/page/")
    assert len(kept.evaluate(CACHED)) == 2
    kept.goto(table)
    assert kept.evaluate(CACHED) == ["/offline/"]


def test_the_last_table_is_there_without_a_connection_until_its_viewer_signs_out(visit, own_site):
    page = visit("phone", site=own_site)
    assert page.evaluate(READY)
    page.reload()  # now it is the service worker that brings pages
    page = sit_down(page)
    page.wait_for_selector("body[data-socket=on]")
    table, cards = page.url, page.locator("#hand [data-c]").count()
    page.goto(f"{own_site.url}/account/logout/")
    assert page.evaluate(CACHED) == ["/offline/"]
    page.goto(table)
    page.wait_for_selector("body[data-socket=on]")
    own_site.stop()
    page.reload()
    assert page.locator("#hand [data-c]").count() == cards > 0
    page.goto(f"{own_site.url}/friends/")
    assert "You are offline" in page.locator("h1").first.inner_text()
    page.goto(table)
    assert page.locator("#hand [data-c]").count() == cards
    page.faults.clear()  # the browser itself notes that the site is away
