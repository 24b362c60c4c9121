"""Axe finds nothing wrong with any page of the site on a phone, in either language."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.urls import resolve

from tests.browser.axe import faults_of
from tests.browser.conftest import STILL, laid_pages, open_site
from tests.browser.test_languages_table import LANGUAGES, LOCALES
from tests.faults.sizes import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def still():
    """A site of its own: on the one that others share these people may be there already."""
    with open_site(**STILL) as site:
        yield site


@pytest.fixture(scope="module")
def world(still):
    return laid_pages(still)


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_wrong_with_any_page_on_a_phone(visit, still, world, language):
    """Each kind of page once with every run, as whoever comes to it first; every address in the soak. In English it is
    light, in Chinese dark."""
    still.run(f"from games.accounts.models import User; User.objects.update(language={language!r})")
    scheme = "light" if language == "en" else "dark"
    page = visit("phone", site=still, at=None, locale=LOCALES[language], color_scheme=scheme)
    wrong, seen = [], set()
    for who, addresses in world["pages"].items():
        page.context.clear_cookies()
        if session := world["sessions"].get(who):
            page.context.add_cookies([{"name": "sessionid", "value": session, "url": still.url}])
        for address in addresses:
            kind = address if SOAK else resolve(urlsplit(address).path).view_name
            if kind in seen:
                continue
            seen.add(kind)
            if not page.goto(still.url + address).text().lstrip().lower().startswith("<!doctype"):
                continue  # a piece of a page
            wrong += [f"{address} as {who}: {fault}" for fault in faults_of(page)]
    assert len(seen) > 60
    assert not wrong, "\n".join(wrong)
