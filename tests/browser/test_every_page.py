"""Every page of the site, as whoever comes to it: in its reader's language alone, nothing out of the smallest window,
nothing over anything else, and nothing that axe finds wrong."""

from __future__ import annotations

import json
from collections import Counter
from urllib.parse import urlsplit

import pytest
from django.urls import resolve

from tests.browser import axe, overlaps
from tests.browser.conftest import PLAYED, STILL, become, open_site, prepared_pages
from tests.browser.languages import LANGUAGES, LOCALES, NAMES, WIDE, foreign
from tests.faults.sizes import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800 if SOAK else 300)]

#: A name of the maximum length.
NAME = "Wilhelmina Featherst"
#: Pages of a kind whose words are read, each as somebody else sees it.
OF_A_KIND = 1_000 if SOAK else 2
#: The smallest window, and whether pages are light in it.
SMALL = {"width": 360, "height": 640}
LIGHT = {"en": "light", "zh-hans": "dark"}


@pytest.fixture(scope="module")
def still():
    """A site of its own: on the one that others share these people may be there already, and what they wrote."""
    with open_site(**STILL) as site:
        yield site


@pytest.fixture(scope="module")
def pages(still):
    """Return the person, address and session of every page; everybody has a long name."""
    world = prepared_pages(still)
    made = [(who, address, world["sessions"].get(who, "")) for who, all_ in world["pages"].items() for address in all_]
    others = still.run("from tests.browser import walked_pages; walked_pages.prepare_other_pages()").splitlines()[-1]
    still.run(f"from games.accounts.models import User; User.objects.update(name={NAME!r})")
    return made + [("a reader", *page) for page in json.loads(others)]


def kind_of(address):
    """Return what an address is one of: pages of a kind are made alike, but for those of games. In the soak each is one
    of its own."""
    match = resolve(urlsplit(address).path)
    game = match.kwargs.get("game")
    return address if SOAK else (match.view_name, game if game in PLAYED else "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_with_any_page(visit, still, pages, language):
    """The words of each address, in a short run of two of a kind; one page of each kind is drawn, in English light and
    in each size, in Chinese dark. In a short run every other kind is drawn in English and every fourth, of the others,
    in Chinese; and every other one that is drawn is asked for its contrasts, which are most of what axe costs."""
    still.run(f"from games.accounts.models import User; User.objects.update(language={language!r})")
    page = visit("small", site=still, at=None, locale=LOCALES[language], color_scheme=LIGHT[language])
    codes = {part for _, address, _ in pages for part in address.split("/") if part.isupper()}  # words of no language
    wrong, met, drawn, person = [], Counter(), 0, None
    for who, address, session in pages:
        if session != person:
            become(page, still, language, session)
            person = session
        kind = kind_of(address)
        met[kind] += 1
        is_new = met[kind] == 1
        if met[kind] > OF_A_KIND:
            continue
        is_drawn = is_new and (SOAK or len(met) % 4 in ((1, 3) if language == "en" else (2,)))
        answer = page.goto(still.url + address) if is_drawn else page.request.get(still.url + address)
        assert answer.status in (200, 403, 404), (address, answer.status)
        if not answer.text().lstrip().lower().startswith("<!doctype"):
            continue  # a piece of a page
        found = foreign(answer.text(), language, NAMES | codes | {NAME})
        if is_drawn:
            drawn += 1
            found += foreign(page.content(), language, NAMES | codes | {NAME}) + page.evaluate(WIDE)
            contrast = SOAK or drawn % 2
            found += axe.faults_of(page, None if contrast else axe.NO_CONTRAST)
            if SOAK or language == "en":
                found += overlaps.faults_of(page, "")
                page.set_viewport_size(SMALL)
        wrong += [f"{address} as {who}: {fault}" for fault in dict.fromkeys(found)]
    assert len(met) > 60
    assert drawn > (60 if SOAK else 30 if language == "en" else 14)
    assert not wrong, "\n".join(wrong)
