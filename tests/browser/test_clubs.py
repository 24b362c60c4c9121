"""Clubs in a real browser: made, organised, joined by a link and left, by pressing; axe, both languages."""

from __future__ import annotations

import json

import pytest

from tests.browser.hands import follow
from tests.browser.overlaps import check
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser
SETUP = """
import json, secrets
from games.accounts.models import User
from tests.sessions import session_of
mei = User.objects.create(username=f"mei-{secrets.token_hex(4)}", name="Mei", language=LANGUAGE)
print(json.dumps({"session": session_of(mei)}))
"""


@pytest.fixture
def mei(site):
    """Return a function that gives the session of an account, in a language."""
    return lambda language: json.loads(site.run(f"LANGUAGE = {language!r}\n{SETUP}").splitlines()[-1])["session"]


@pytest.mark.parametrize(
    ("language", "size", "scheme", "scripts"),
    [("zh-hans", "phone", "dark", True), ("en", "desktop", "light", False)] + [("en", "desktop", "light", True)] * SOAK,
)
def test_a_club_is_made_and_a_visitor_joins_plays_there_and_leaves(visit, site, mei, language, size, scheme, scripts):
    look = check if scripts else lambda page: None  # axe is a script
    page = visit(size, javascript=scripts, color_scheme=scheme, at=None)
    page.context.add_cookies([{"name": "sessionid", "value": mei(language), "url": site.url}])
    page.goto(site.url)
    follow(page, page.locator(".hello a[href='/clubs/']"))
    look(page)
    page.fill("[name=name]", "The Four Winds")
    follow(page, page.locator("main button.go"))
    club = page.url
    look(page)
    follow(page, page.locator("a[href$='/manage/']"))
    page.select_option("[name=rules]", "preset winner bombs")
    page.select_option("[name=clock]", "30")
    follow(page, page.locator("button[value=add-rules]"))
    look(page)
    link = page.locator("input[readonly]").input_value()
    follow(page, page.locator("main a[href^='/clubs/']").first)
    follow(page, page.locator("button[name=rules]"))
    table = page.url

    visitor = visit("phone", javascript=scripts, color_scheme=scheme, at=None)
    visitor.goto(link)
    look(visitor)
    follow(visitor, visitor.locator("button.big"))
    assert visitor.locator("h1").inner_text() == "The Four Winds"
    assert visitor.locator("a[href$='/manage/']").count() == 0
    look(visitor)
    follow(visitor, visitor.locator("#lobby a.btn"))
    assert visitor.url.partition("?")[0] == table.partition("?")[0]
    visitor.go_back()
    follow(visitor, visitor.locator("main a[href$='/ladder/winner/']"))
    look(visitor)
    follow(visitor, visitor.locator("main a[href^='/clubs/']").first)
    visitor.locator("details summary").last.click()
    follow(visitor, visitor.locator("form[action$='/leave/'] button"))
    assert visitor.url == f"{site.url}/clubs/"
    assert visitor.goto(club).status == 404


#: Mei and Lin, who are members of a club.
BOTH = """
import json, secrets
from games.accounts.models import User
from games.clubs import services
from tests.sessions import session_of
mei, lin = (User.objects.create(username=f"{name}-{secrets.token_hex(4)}", name=name) for name in ("Mei", "Lin"))
club = services.make(mei, "The Four Winds")
services.join(club, lin)
print(json.dumps([club.slug, session_of(mei), session_of(lin)]))
"""


@pytest.mark.parametrize(("language", "size", "scheme"), [("en-GB", "phone", "light"), ("zh-CN", "desktop", "dark")])
def test_whoever_has_a_page_open_is_told_of_a_table_in_their_club_and_led_there(visit, site, language, size, scheme):
    slug, mei, lin = json.loads(site.run(BOTH).splitlines()[-1])
    host, page = visit(at=None), visit(size, color_scheme=scheme, locale=language, at=None)
    for browser, session in ((host, mei), (page, lin)):
        browser.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(f"{site.url}/me/notifications/")
    check(page)
    host.goto(f"{site.url}/clubs/{slug}/")
    host.select_option("[name=game]", "winner")
    follow(host, host.locator("form:has([name=game]) button"))
    page.wait_for_selector("dialog.news")
    check(page)
    follow(page, page.locator("dialog.news a.go"))
    assert page.url == f"{site.url}/clubs/{slug}/"
    assert page.locator("dialog.news").count() == 0
    assert page.locator(f"#lobby a[href^='/t/{host.url.split('/t/')[1][:6]}']").count() == 1
