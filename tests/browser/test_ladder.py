"""The ladders in a real browser: joined and left by pressing, with scripts and without; axe, both languages."""

from __future__ import annotations

import json

import pytest

from tests.browser.hands import follow
from tests.browser.overlaps import check
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser
SETUP = """
import json, secrets
from games.accounts import friends
from games.accounts.models import User
from games.community import standings
from games.community.models import SettledSeason, Standing
from games.community.season import Season
from games.foundation.transactions import write
from tests.community.standings import crowd, standing
from tests.sessions import session_of

Standing.objects.all().delete()
name = secrets.token_hex(4)
people = crowd(60, "winner", prefix=name)
mei = User.objects.create(username=f"mei-{name}", name="Mei", language=LANGUAGE)
standing(mei, 5.0)
friends.befriend(mei, people[2])
past = Season(2024, 4)  # of no other test at this site
if not SettledSeason.objects.filter(game="winner", season=past.key).exists():
    with write():  # else the site itself might settle it half made
        crowd(3, "winner", past, prefix=name + "-")
        standings.settle("winner", past)
print(json.dumps({"session": session_of(mei)}))
"""


@pytest.fixture
def mei(site):
    """Return a function that gives Mei a standing among sixty others, in a language; it returns her session."""
    return lambda language: json.loads(site.run(f"LANGUAGE = {language!r}\n{SETUP}").splitlines()[-1])["session"]


@pytest.mark.parametrize(
    ("language", "size", "scheme"), [("en", "small", "dark")] + [("zh-hans", "desktop", "light")] * SOAK
)
def test_a_place_is_taken_found_and_given_up_by_pressing(visit, site, mei, language, size, scheme):
    page = visit(size, color_scheme=scheme, at=None)
    page.context.add_cookies([{"name": "sessionid", "value": mei(language), "url": site.url}])
    page.goto(site.url)
    follow(page, page.locator(".hello a[href='/ladder/']"))
    check(page)
    follow(page, page.locator("a.btn[href='/ladder/winner/']"))
    check(page)
    assert page.locator(".own").count() == 0
    follow(page, page.locator("button[value=join]"))
    follow(page, page.locator("a[href='?page=2#you']"))
    assert page.locator("#you a").inner_text() == "Mei"
    check(page)
    follow(page, page.locator("a[rel=prev]"))
    assert page.locator(".ladder tbody tr").count() == 50
    follow(page, page.locator("a[href='/ladder/winner/2024-4/']"))
    assert page.locator(".ladder tbody tr").count() == 3
    check(page)
    follow(page, page.locator("a[href='/ladder/winner/']"))
    follow(page, page.locator("button[value=leave]"))
    assert page.locator("button[value=join]").count() == 1
    follow(page, page.locator("a[href^='/rules/rating/']"))
    check(page)


def test_without_scripts_it_is_the_same(visit, site, mei):
    page = visit("phone", javascript=False, at=None)
    page.context.add_cookies([{"name": "sessionid", "value": mei("en"), "url": site.url}])
    page.goto(f"{site.url}/ladder/")
    follow(page, page.locator("button[value=join]"))
    follow(page, page.locator("a.btn[href='/ladder/winner/']"))
    follow(page, page.locator("a[href='?page=2#you']"))
    assert page.locator("#you a").inner_text() == "Mei"
    follow(page, page.locator("button[value=leave]"))
    assert page.locator("#you").count() == 0
    page.goto(f"{site.url}/me/settings/")
    assert page.locator("input[name=ladder][value='']").is_checked()
