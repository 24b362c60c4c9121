"""Every waiting room, lesson, puzzle and replay, and every table at which something is asked, checks itself: no text
over another, no control that cannot be reached, nothing cut, nothing outside the window. Moments of play:
``test_table_moments``; other pages: ``test_every_page``.

Two sizes and English with every run; all sizes, both languages, and text twice as large in ``make soak``.
"""

from __future__ import annotations

import json

import pytest

from tests.browser.conftest import PLAYED, become, has
from tests.browser.hands import DRAWING, drawn
from tests.browser.languages import LANGUAGES, LOCALES, foreign
from tests.browser.languages import NAMES as NAMES_ON_PAGES
from tests.browser.overlaps import faults_of
from tests.browser.walked_pages import FULLEST
from tests.faults.sizes import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800 if SOAK else 300)]

READ = LANGUAGES if SOAK else LANGUAGES[:1]
#: A name as long as may be.
NAME = "Wilhelmina Featherst"
#: Give an answer to a lesson: what to do, and the cards.
ANSWER = """([action, cards]) => {
  const boxes = [...document.querySelectorAll('#hand input')];
  boxes.filter((box) => box.checked).forEach((box) => box.click());
  for (const card of cards) boxes.find((box) => box.value === card && !box.checked).click();
  document.querySelector(`button[name=do][value=${action}]`).click();
}"""
REFUSALS = ["403_csrf.html", "429.html", "500.html", "503.html"]


@pytest.fixture(scope="module")
def pages(still):
    """Make every page there is beside tables in play: name, address, session, answers; everybody has a long name."""
    rows = json.loads(still.run("from tests.browser import walked_pages; walked_pages.prepare_walk()").splitlines()[-1])
    still.run(f"from games.accounts.models import User; User.objects.update(name={NAME!r})")
    return rows


@pytest.fixture
def reader(browser, still):
    """Return a page of a browser in a language, as somebody: ``reader(language, session)``. Each test has its own, for
    a page that is never closed keeps what it has shown: a gigabyte after a walk over all."""
    pages = {}

    def page_of(language, session=""):
        if language not in pages:
            context = browser.new_context(locale=LOCALES[language])
            context.add_init_script(DRAWING)
            pages[language] = context.new_page()
        become(pages[language], still, language, session)
        return pages[language]

    yield page_of
    for page in pages.values():
        page.context.close()


@pytest.mark.parametrize("language", READ)
def test_nothing_lies_over_anything_else_where_something_is_asked(reader, still, language):
    requests = json.loads(still.run("from tests.browser import open_requests; open_requests.prepare()"))
    still.run(
        "from games.accounts.models import User\n"
        f"User.objects.filter(username__startswith='prepared-').update(name={NAME!r}, language={language!r})"
    )
    faults = []
    for name, (code, session) in requests.items():
        page = reader(language, session)
        page.goto(f"{still.url}/t/{code}/")
        drawn(page)
        faults += faults_of(page, name)
    assert not faults, "\n".join(faults)


#: The pages of a walk that tests share out among them: the beginning of their names.
WALKS = ("waiting", "puzzle", "lesson", "replay")


@pytest.mark.parametrize("language", READ)
@pytest.mark.parametrize("walk", WALKS)
def test_nothing_lies_over_anything_else_on_any_page(reader, still, pages, language, walk):
    faults = []
    still.run(f"from games.accounts.models import User; User.objects.update(language={language!r})")
    for name, address, session, answers in pages:
        if not name.startswith(walk) or not (SOAK or is_quick(name) or "bury" in dict(answers)):  # the fullest hands
            continue
        page = reader(language, session)
        answer = page.goto(still.url + address)
        faults += [f"{name} {address}: {word}" for word in foreign(answer.text(), language, NAMES_ON_PAGES)]
        faults += faults_of(page, f"{name} {address}")
        for move, verdict in zip(answers, ("wrong", "right"), strict=False):
            page.evaluate(ANSWER, move)
            has(page, f"#verdict.{verdict}")
            faults += faults_of(page, f"{name}, {verdict}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", READ)
def test_nothing_lies_over_anything_else_where_the_site_must_refuse(reader, still, language):
    """Pages that come where something is wrong, in the place of the page that was asked for."""
    pages = json.loads(
        still.run(
            "import json\n"
            "from django.template.loader import render_to_string\n"
            "from django.utils import translation\n"
            f"with translation.override({language!r}):\n"
            f"    print(json.dumps({{name: render_to_string(name) for name in {REFUSALS!r}}}))"
        )
    )
    page, faults = reader(language), []
    for name, html in pages.items():
        page.goto(f"{still.url}/about/")
        page.set_content(html)
        assert page.evaluate("document.styleSheets.length"), name
        faults += faults_of(page, name)
    assert not faults, "\n".join(faults)


def is_quick(name):
    """Return whether every run checks a page: of lessons the middle step, and both ends where the game is played; of
    replays all hands at both ends, one seat's view between, and what they lead to."""
    kind, table, *rest = name.split()
    if kind == "lesson":
        number, _of, last = rest
        return int(number) == int(last) // 2 or (table in PLAYED and number in ("1", last))
    if kind == "replay":
        once = {"challenge", "history"} if table == FULLEST[0] else set()
        return " ".join(rest) in {"first", "last", "own middle", "about"} | once
    return True
