"""Without a connection: the last table as it was seen, a true sentence elsewhere, and nothing of who signed out."""

from __future__ import annotations

import pytest

from tests.browser.test_all_fours import sit_down
from tests.sites import Site

pytestmark = pytest.mark.browser
READY = "() => navigator.serviceWorker.ready.then(found => Boolean(found.active))"


@pytest.fixture(scope="module")
def own_site():
    """A site that the last test here may close."""
    site = Site()
    site.start()
    yield site
    if site.process.poll() is None:
        site.stop()
    site.remove()


def test_whoever_signs_out_leaves_no_table_behind(visit, own_site):
    page = visit(site=own_site)
    assert page.evaluate(READY)
    page.reload()
    page = sit_down(page)
    kept = "() => caches.open('sifang-1').then(cache => cache.keys()).then(keys => keys.map(key => key.url))"
    assert any("/t/" in url for url in page.evaluate(kept))
    page.goto(f"{own_site.url}/account/login/")
    assert not any("/t/" in url for url in page.evaluate(kept))


def test_the_last_table_and_a_true_sentence_are_there_without_a_connection(visit, own_site):
    page = visit("phone", site=own_site)
    assert page.evaluate(READY)
    page.reload()  # now it is the service worker that brings pages
    page = sit_down(page)
    page.wait_for_selector("body[data-line=on]")
    table, cards = page.url, page.locator("#hand [data-c]").count()
    own_site.stop()
    page.reload()
    assert page.locator("#hand [data-c]").count() == cards > 0
    page.goto(f"{own_site.url}/friends/")
    assert "You are offline" in page.locator("h1").first.inner_text()
    page.goto(table)
    assert page.locator("#hand [data-c]").count() == cards
    page.faults.clear()
