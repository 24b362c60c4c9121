"""Every page of the site, as whoever comes to it: in its reader's language alone, nothing out of the smallest window,
nothing over anything else, and nothing that axe finds wrong."""

from __future__ import annotations

import json
from collections import Counter
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from django.urls import resolve

from tests.browser import axe, overlaps
from tests.browser.conftest import PLAYED, STILL, become, open_site, prepared_pages
from tests.browser.languages import LANGUAGES, LOCALES, NAMES, WIDE, foreign
from tests.faults.sizes import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800 if SOAK else 300)]

#: A name of the maximum length.
NAME = "Wilhelmina Featherst"
#: The page as its scripts have left it.
DRAWN = "document.documentElement.outerHTML"
#: Pages of a kind whose words are read, each as somebody else sees it.
OF_A_KIND = 1_000 if SOAK else 2
#: The smallest window, and whether pages are light in it.
SMALL = {"width": 360, "height": 640}
LIGHT = {"en": "light", "zh-hans": "dark"}


@pytest.fixture(scope="module")
def still():
    """A site of its own: on the shared one these people may exist already, and what they wrote."""
    with open_site(**STILL) as site:
        yield site


@pytest.fixture(scope="module")
def pages(still):
    """Return the person, address and session of every page; everybody has a long name."""
    world = prepared_pages(still)
    rows = [(who, address, world["sessions"].get(who, "")) for who, all_ in world["pages"].items() for address in all_]
    others = still.run("from tests.browser import walked_pages; walked_pages.prepare_other_pages()").splitlines()[-1]
    still.run(f"from games.accounts.models import User; User.objects.update(name={NAME!r})")
    return rows + [("a reader", *page) for page in json.loads(others)]


def kind_of(address):
    """Return the kind of an address: pages of a kind are made alike, except those of games. In the soak each address
    is a kind of its own."""
    match = resolve(urlsplit(address).path)
    game = match.kwargs.get("game")
    return address if SOAK else (match.view_name, game if game in PLAYED else "")


def fetched(url, language, session):
    """Return status and text of an address without drawing it, as whoever has the session."""
    cookies = f"django_language={language}" + (f"; sessionid={session}" if session else "")
    try:
        answer = urlopen(Request(url, headers={"Cookie": cookies}), timeout=45)
    except HTTPError as refusal:
        answer = refusal
    with answer:
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_with_any_page(visit, still, pages, language):
    """Read the words of each address, in a short run of two of a kind. Draw one page of each kind: in English light and
    in each size, in Chinese dark. A short run draws every other kind in English and every fourth, of the others, in
    Chinese, and checks the contrasts of every other page drawn: they are most of what axe costs."""
    still.run(f"from games.accounts.models import User; User.objects.update(language={language!r})")
    page = visit("small", site=still, at=None, locale=LOCALES[language], color_scheme=LIGHT[language])
    page.add_init_script(axe.AXE_SCRIPT)  # with each page, rather than sent to each
    codes = {part for _, address, _ in pages for part in address.split("/") if part.isupper()}  # words of no language
    wrong, counts, drawn, person = [], Counter(), 0, None
    for who, address, session in pages:
        kind = kind_of(address)
        counts[kind] += 1
        is_new = counts[kind] == 1
        if counts[kind] > OF_A_KIND:
            continue
        is_drawn = is_new and (SOAK or len(counts) % 4 in ((1, 3) if language == "en" else (2,)))
        if is_drawn and session != person:
            become(page, still, language, session)
            person = session
        if is_drawn:
            answer = page.goto(still.url + address)
            status, text = answer.status, answer.text()
        else:
            status, text = fetched(still.url + address, language, session)
        assert status in (200, 403, 404), (address, status)
        if not text.lstrip().lower().startswith("<!doctype"):
            continue  # a piece of a page
        faults = foreign(text, language, NAMES | codes | {NAME})
        if is_drawn:
            drawn += 1
            faults += foreign(page.evaluate(DRAWN), language, NAMES | codes | {NAME}) + page.evaluate(WIDE)
            contrast = SOAK or drawn % 2
            faults += axe.faults_of(page, None if contrast else axe.NO_CONTRAST)
            if SOAK or language == "en":
                faults += overlaps.faults_of(page, "")
                page.set_viewport_size(SMALL)
        wrong += [f"{address} as {who}: {fault}" for fault in dict.fromkeys(faults)]
    assert len(counts) > 60
    assert drawn > (60 if SOAK else 30 if language == "en" else 14)
    assert not wrong, "\n".join(wrong)
