"""Every page and every moment of every game checks itself: no text over another, no control that cannot be
reached, nothing cut, nothing outside the window.

Three sizes and English with every run; all sizes, both languages, names of one letter and of twenty, and text
twice as large in ``make soak``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser.laid import MOMENTS
from tests.faults.sizes import SOAK
from tests.sites import Site

pytestmark = pytest.mark.browser

OVERLAPS = (Path(__file__).parent / "overlaps.js").read_text()
QUICK = [(390, 844), (1024, 768), (1280, 800)]
SIZES = [(320, 568), (390, 844), (768, 1024), (1024, 768), (1280, 800), (1366, 768), (1920, 1080)] if SOAK else QUICK
LANGUAGES = ["en", "zh-hans"] if SOAK else ["en"]
LOCALES = {"en": "en-GB", "zh-hans": "zh-CN"}
#: Names of people at the table: as long as a name may be, and as short.
NAMES = ["Mei", "W", "Wilhelmina Featherst"] if SOAK else ["Wilhelmina Featherst"]
#: Until the window is laid out anew and what moves has come to rest; bars of clocks run on.
SETTLED = """async () => {
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const brief = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 3000);
  await Promise.allSettled(brief.map((one) => one.finished));
}"""
LARGE_TEXT = "() => { document.documentElement.style.fontSize = '200%'; }"
#: What is allowed on purpose: (kind, part of what, part of by), and why.
ALLOWED: dict[tuple[str, str, str], str] = {}


@pytest.fixture(scope="module")
def still():
    """A site on which nobody moves: AI players take ten minutes for a turn."""
    site = Site(SIFANG_AI_PACE="600,600", SIFANG_DRAW_PACE="1", SIFANG_LAST_CALL="600", SIFANG_NEXT_HAND_SECONDS="600")
    site.start()
    yield site
    site.stop()
    site.remove()


@pytest.fixture(scope="module")
def moments(still):
    """Position every moment: name → code and session."""
    return json.loads(still.run("from tests.browser.laid import lay_moments; lay_moments()"))


@pytest.fixture(scope="module")
def world(still):
    """Make every page there is; return the pages of Alice and of nobody, and Alice's session."""
    made = still.run(
        "from django.conf import settings; settings.AI_PACE = (0.0, 0.0)\n"
        "from tests.browser.tongues import lay_pages; lay_pages()"
    )
    return json.loads(made.splitlines()[-1])


@pytest.fixture
def reader(browser, still):
    """Open a browser of a language: ``reader(language, session)`` returns its page."""
    contexts = []

    def open_page(language, session=""):
        context = browser.new_context(locale=LOCALES[language])
        contexts.append(context)
        cookies = [{"name": "django_language", "value": language, "url": still.url}]
        if session:
            cookies.append({"name": "sessionid", "value": session, "url": still.url})
        context.add_cookies(cookies)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


def is_allowed(fault):
    return any(fault["kind"] == kind and what in fault["what"] and by in fault["by"] for kind, what, by in ALLOWED)


def faults_of(page, address):
    """Return the faults of a page in every size, each with its address and size."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        found += [f"{address} {width}x{height}: {fault}" for fault in page.evaluate(OVERLAPS) if not is_allowed(fault)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["all-fours", "winner", "forty", "eighty"])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_lies_over_anything_else_at_a_table(reader, still, moments, language, game, name):
    still.run(
        "from games.accounts.models import User\n"
        f"User.objects.filter(username__startswith='laid-').update(name={name!r}, language={language!r})"
    )
    found = []
    page = reader(language)
    for moment, (code, session) in moments.items():
        if MOMENTS[moment][0] != game:
            continue
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": still.url}])
        page.goto(f"{still.url}/t/{code}/")
        page.wait_for_selector("[data-line=on]", state="attached")
        found += faults_of(page, moment)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("who", ["alice", "nobody"])
def test_nothing_lies_over_anything_else_on_any_page(reader, still, world, language, who):
    found = []
    page = reader(language, world["session"] if who == "alice" else "")
    for address in world["pages"][who]:
        page.goto(still.url + address)
        found += faults_of(page, address)
        if SOAK:
            page.evaluate(LARGE_TEXT)
            found += [f"200 % {fault}" for fault in faults_of(page, address)]
    assert not found, "\n".join(found)
