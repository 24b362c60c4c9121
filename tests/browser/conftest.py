"""A real site in its own process, and a real Chromium if one is found."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from contextlib import contextmanager
from typing import Any

import pytest

from games.rules.registry import GAMES
from tests.browser.hands import DRAWING
from tests.faults.sizes import SOAK
from tests.sites import Site

#: The shell first: a window of the whole browser costs five times as much, and is never seen here.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # a new page of a browser is drawn by the process that its first page has warmed
    "--renderer-process-limit=1",
]
#: The games whose whole hand is played in tests that are not about the table: in every run one of each engine, in the
#: soak all.
PLAYED = GAMES if SOAK else ("pitch", "president", "eighty")
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small": (360, 640)}


#: Sites that many tests share, each of which makes its own guests and tables: as played, and one where AI players
#: take ten minutes for a turn, and nothing else comes by itself.
PLAYING = {"SIFANG_DRAW_PACE": "0.003", "SIFANG_LAST_CALL": "0.5", "SIFANG_HINT_SECONDS": "0"}
PLAYING |= {"SIFANG_SIGNUPS_A_MINUTE": "10000"}  # all come from one address, and type faster than people
STILL = {"SIFANG_AI_PACE": "600,600", "SIFANG_DRAW_PACE": "1", "SIFANG_LAST_CALL": "600"}
STILL |= {"SIFANG_NEXT_HAND_SECONDS": "600"}


@contextmanager
def open_site(**environment: str):
    """Run a site, in whose log there is no fault when it has ended."""
    site = Site(**environment)
    site.start()
    try:
        yield site
    finally:
        site.stop()
        log = site.log()
        site.remove()
    assert "Traceback" not in log, log


@pytest.fixture(scope="session")
def site():
    with open_site(**PLAYING) as site:
        yield site


@pytest.fixture(scope="session")
def still():
    with open_site(**STILL) as site:
        yield site


def prepared(site, *names, **options):
    """Prepare tables at moments of their games (``tables.py``); return name → code and session."""
    return json.loads(site.run(f"from tests.browser import tables; tables.prepare_moments(*{names!r}, **{options!r})"))


def prepared_pages(site):
    """Make every page that the access table knows; return ``pages``: who → addresses, ``sessions``: who → theirs."""
    output = site.run(
        "from django.conf import settings; settings.AI_PACE = (0.0, 0.0); settings.NEXT_HAND_SECONDS = 600.0\n"
        "from tests.browser import languages; languages.prepare_pages()"
    )
    return json.loads(output.splitlines()[-1])


@pytest.fixture(scope="session")
def browser():
    """A Chromium for all tests of a process, each of which opens windows of its own; where none is found the test is
    reported as skipped by name."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("CI needs a Chromium: install chromium-headless-shell or chromium, or set CHROMIUM.")
        pytest.skip("no Chromium on this machine: install one, or set CHROMIUM to its path")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def watched(page):
    """Have a page note what fails in it: what its scripts throw, and what the browser reports."""
    page.faults = []

    def note(message):
        if message.type == "error" and "status of 4" not in message.text:
            page.faults.append(message.text)

    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", note)
    return page


@pytest.fixture
def visit(request, browser, site):
    """Open fresh browsers: ``visit(size="phone", javascript=False)`` returns a page at home, or ``at`` another
    address, of the common site or another ``site``; ``at=None``: a page that is nowhere yet. Cards travel in tests
    that are marked ``motion``, and in the soak; in the others the reader has asked for less."""
    contexts = []
    moves = SOAK or request.node.get_closest_marker("motion")
    motion = "no-preference" if moves else "reduce"

    def open_page(
        size: str = "desktop", javascript: bool = True, site: Site = site, at: str | None = "/", **options: Any
    ):
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=javascript,
            **({"reduced_motion": motion} | options),
        )
        contexts.append(context)
        context.set_default_timeout(45_000)
        context.add_init_script(DRAWING)
        page = watched(context.new_page())
        if at is not None:
            page.goto(site.url + at)
        return page

    yield open_page
    faults = [fault for context in contexts for page in context.pages for fault in getattr(page, "faults", [])]
    for context in contexts:
        context.close()
    assert not faults


#: Somebody with an account; their session.
MEMBER = """
from games.accounts.models import User
from tests.sessions import session_of
print(session_of(User.objects.create(username={login!r}, name={name!r})))
"""


@pytest.fixture
def member(visit, site):
    """Open browsers of people with an account: ``member("Mei", at="/me/")`` returns a page at an address, as ``visit``
    does, and the person's login name."""

    def open_page(name: str = "Mei", size: str = "desktop", at: str = "/friends/", site: Site = site, **options: Any):
        login = f"{name.lower()}-{secrets.token_hex(4)}"
        page = visit(size, site=site, at=None, **options)
        session = site.run(MEMBER.format(login=login, name=name))
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto(site.url + at)
        return page, login

    return open_page


@pytest.fixture
def seated(request, visit, site):
    """Open a page at a table of All Fours just dealt to somebody, who must answer first: ``seated("phone")``. The deal
    is the test's own."""

    def open_table(size: str = "desktop", site: Site = site, **options: Any):
        name = f"{request.node.name}/all-fours-2"
        ways = json.loads(site.run(f"from tests.browser import tables; tables.prepare_hands({name!r})"))
        page = come(visit(size, site=site, at=None, **options), site, *ways[name])
        page.wait_for_load_state()  # with its sheets and scripts: what is pressed before is not the table yet
        return page

    return open_table


@pytest.fixture
def own_site():
    """A site that this test may close."""
    site = Site()
    site.start()
    yield site
    if site.process.poll() is None:
        site.stop()
    site.remove()


#: Wait until the page has what is looked for.
HAS = """(what) => new Promise((found, failed) => {
  const watch = new MutationObserver(() => look());
  const late = setTimeout(() => failed(new Error(`there is no ${what}`)), 45_000);
  const end = () => [watch.disconnect(), clearTimeout(late), found()];
  const look = () => document.querySelector(what) && end();
  watch.observe(document, {subtree: true, childList: true, attributes: true});
  look();
})"""


def has(page, selector):
    """Wait until a loaded page has an element, shown or not. Whatever Playwright itself looks for takes a script of
    its own, which costs as much as the page: for pages of which nothing else is asked by a locator."""
    page.evaluate(HAS, selector)


def leave(page, site):
    """Close what a page shows before its browser becomes somebody else's: a table left open would connect as them,
    be refused, and reload while the next page is being opened. The page stays on the site, since a browser that
    leaves it starts the next page in a new process, with nothing loaded and nothing compiled."""
    page.goto(f"{site.url}/healthz")
    page.context.clear_cookies()


def become(page, site, language, session=""):
    """Give a page's browser a session, or none, and a language."""
    if "/t/" in page.url:
        leave(page, site)
    page.context.clear_cookies()
    cookies = {"django_language": language} | ({"sessionid": session} if session else {})
    page.context.add_cookies([{"name": name, "value": value, "url": site.url} for name, value in cookies.items()])


def come(page, site, code, session):
    """Open a prepared table (``tables.py``) as the person whose seat it is."""
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(f"{site.url}/t/{code}/")
    page.wait_for_selector("#table")
    return page
