"""Every page and every moment of every game checks itself: no text over another, no control that cannot be
reached, nothing cut, nothing outside the window.

Three sizes of tables, two of other pages, and English with every run; all sizes, both languages, names of one letter
and of twenty, and text twice as large in ``make soak``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rules.registry import GAMES
from tests.browser.conftest import laid, laid_pages, leave
from tests.browser.laid import MOMENTS, OTHER_SEATS
from tests.browser.test_languages_table import NAMES as TONGUES_NAMES
from tests.browser.test_languages_table import WIDE
from tests.browser.tongues import foreign
from tests.faults.sizes import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800 if SOAK else 300)]

OVERLAPS = (Path(__file__).parent / "overlaps.js").read_text()
QUICK = [(390, 844), (1024, 768), (1280, 800)]
SIZES = [(320, 568), (390, 844), (768, 1024), (1024, 768), (1280, 800), (1366, 768), (1920, 1080)] if SOAK else QUICK
LANGUAGES = ["en", "zh-hans"] if SOAK else ["en"]
LOCALES = {"en": "en-GB", "zh-hans": "zh-CN"}
#: Names of people at the table: as long as a name may be, and as short.
NAMES = ["Mei", "W", "Wilhelmina Featherst"] if SOAK else ["Wilhelmina Featherst"]
#: The faults of the page as it lies there and with each sheet open that opens in place, in one size: what moves is
#: brought to its end first, but for the bars of clocks. A page that scrolls is looked at from its top and its end.
LOOK = """async () => {
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const brief = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 3000);
  brief.forEach((one) => one.finish());
  const faultsOf = OVERLAPS, found = [];
  const note = (where) => found.push(...faultsOf().map((fault) => ({...fault, where})));
  scrollTo(0, 0);
  note('');
  for (const sheet of document.querySelectorAll('details:not([open])')) {
    if (!sheet.querySelector('summary').checkVisibility()) continue;
    sheet.open = true;
    note(sheet.querySelector('summary').textContent.trim());
    sheet.open = false;
  }
  if (document.documentElement.scrollHeight > innerHeight + 1) {
    scrollTo(0, document.documentElement.scrollHeight);
    note('its end');
  }
  return found;
}""".replace("OVERLAPS", OVERLAPS)
#: Give an answer of a lesson: what to do, and the cards.
ANSWER = """([deed, cards]) => {
  const boxes = [...document.querySelectorAll('#hand input')];
  boxes.filter((box) => box.checked).forEach((box) => box.click());
  for (const card of cards) boxes.find((box) => box.value === card && !box.checked).click();
  document.querySelector(`button[name=do][value=${deed}]`).click();
}"""
REFUSALS = ["403_csrf.html", "429.html", "500.html", "503.html"]
#: How high letters are where the reader has set nothing, in pixels.
NORMAL = 16


@pytest.fixture(scope="module")
def moments(still):
    """Position every moment among people: name → code and session."""
    return laid(still, *MOMENTS, *OTHER_SEATS, people=True)


@pytest.fixture(scope="module")
def stations(still, moments):
    """Make every page there is beside tables in play: name, address, session, answers; everybody has a long name.

    ``moments``: laid before, while AI players still wait."""
    pages = laid_pages(still)
    sessions = pages["sessions"]
    made = [
        [f"page of {who}", address, sessions[who], []]
        for who, addresses in pages["pages"].items()
        for address in addresses
    ]
    made += json.loads(still.run("from tests.browser.stations import lay_stations; lay_stations()").splitlines()[-1])
    still.run(f"from games.accounts.models import User; User.objects.update(name={NAMES[-1]!r})")
    return made


@pytest.fixture
def reader(browser, still):
    """Return a page of a browser in a language, as somebody: ``reader(language, session)``. Each test has its own, for
    a page that is never closed keeps what it has shown: a gigabyte after a walk over all."""
    pages = {}

    def page_of(language, session=""):
        if language not in pages:
            pages[language] = browser.new_context(locale=LOCALES[language]).new_page()
        context = pages[language].context
        if "/t/" in pages[language].url:
            leave(pages[language], still)
        context.clear_cookies()
        cookies = {"django_language": language} | ({"sessionid": session} if session else {})
        context.add_cookies([{"name": name, "value": value, "url": still.url} for name, value in cookies.items()])
        return pages[language]

    yield page_of
    for page in pages.values():
        page.context.close()


def faults_of(page, address):
    """Return the faults of a page in every size, each with its address and size.

    200 %: a browser whose reader has set letters twice as large; and, where half a window is one that there is, the
    page enlarged as browsers do it, which gives it half as many pixels."""
    found = []
    browser = page.context.new_cdp_session(page) if SOAK else None
    at_table = page.evaluate("document.body.classList.contains('at-table')")
    # a table is laid out anew between a phone and a desk; other pages only grow wider
    for width, height in SIZES if SOAK or at_table else (SIZES[0], SIZES[-1]):
        looks = [(1, NORMAL)]
        if SOAK:
            looks += [(1, 2 * NORMAL)] + [(2, NORMAL)] * (at_table and width >= 1024)
        for zoom, letters in looks:
            page.set_viewport_size({"width": width // zoom, "height": height // zoom})
            if browser is not None:
                browser.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
            label = f"{address} {width}x{height}{f' 200 % of {letters} px' if (zoom, letters) != (1, NORMAL) else ''}"
            found += [f"{label}: {fault}" for fault in page.evaluate(LOOK)]
    if browser is not None:
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": NORMAL}})
        browser.detach()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_lies_over_anything_else_at_a_table(reader, still, moments, language, game, name):
    still.run(
        "from games.accounts.models import User\n"
        f"User.objects.filter(username__startswith='laid-').update(name={name!r}, language={language!r})"
    )
    found = []
    for moment, (code, session) in moments.items():
        if (MOMENTS | OTHER_SEATS)[moment][0] != game:
            continue
        page = reader(language, session)
        page.goto(f"{still.url}/t/{code}/")
        page.wait_for_selector("[data-line=on]", state="attached")
        found += faults_of(page, moment)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_lies_over_anything_else_where_something_is_asked(reader, still, language):
    situations = json.loads(still.run("from tests.browser.situations import lay_situations; lay_situations()"))
    still.run(
        "from games.accounts.models import User\n"
        f"User.objects.filter(username__startswith='laid-').update(name={NAMES[-1]!r}, language={language!r})"
    )
    found = []
    for name, (code, session) in situations.items():
        page = reader(language, session)
        page.goto(f"{still.url}/t/{code}/")
        page.wait_for_selector("[data-line=on]", state="attached")
        found += faults_of(page, name)
    assert not found, "\n".join(found)


#: The stations of a walk that tests share out among them: the beginning of their names.
WALKS = ("page", "waiting", "puzzle", *(f"lesson {game} " for game in GAMES), "replay")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("walk", WALKS)
def test_nothing_lies_over_anything_else_on_any_page(reader, still, stations, language, walk):
    found, seen = [], set()
    still.run(f"from games.accounts.models import User; User.objects.update(language={language!r})")
    for name, address, session, answers in stations:
        # pages that look the same to a stranger are looked at once with every run
        quick = is_quick(name) or "bury" in dict(answers)  # the fullest hands
        if not name.startswith(walk) or not (SOAK or (quick and address not in seen)):
            continue
        if walk == "page":
            seen.add(address)
        page = reader(language, session)
        page.goto(still.url + address)
        if language == "en" and not SOAK:
            found += words_out_of_place(page, f"{name} {address}")
        found += faults_of(page, f"{name} {address}")
        for given, verdict in zip(answers, ("wrong", "right"), strict=False):
            page.evaluate(ANSWER, given)
            page.wait_for_selector(f"#verdict.{verdict}", state="attached")
            found += faults_of(page, f"{name}, {verdict}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
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
    page, found = reader(language), []
    for name, html in pages.items():
        page.goto(f"{still.url}/about/")
        page.set_content(html)
        assert page.evaluate("document.styleSheets.length"), name
        found += faults_of(page, name)
    assert not found, "\n".join(found)


def words_out_of_place(page, label):
    """Return the Chinese words of an English page, and what stands out of the smallest window sideways: with every run
    looked at here, on the way, and in the soak in both languages by ``test_languages_table``."""
    page.set_viewport_size({"width": 360, "height": 640})
    found = [*dict.fromkeys(foreign(page.content(), "en", TONGUES_NAMES)), *page.evaluate(WIDE)]
    return [f"{label}: {fault}" for fault in found]


def is_quick(name):
    """Return whether a station is looked at with every run: of lessons the first step, the middle and the last; of
    replays all hands at the first step and the last, one seat's view between, and what leads from them."""
    kind, table, *rest = name.split()
    if kind == "lesson":
        number, _of, last = rest
        return int(number) in (1, int(last) // 2, int(last))
    if kind == "replay":
        once = {"challenge", "history"} if table == "all-fours" else set()
        return " ".join(rest) in {"first", "last", "own middle", "about"} | once
    return True
