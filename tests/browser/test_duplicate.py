"""Duplicate in a real browser: held by a form, a set played from entering to its results, a tournament that opens its
tables by itself; axe, both languages, with scripts and without."""

from __future__ import annotations

import json

import pytest

from tests.browser.hands import follow, take_a_turn
from tests.browser.test_clubs import check
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser
PEOPLE = """
import json, secrets
from games.accounts.models import User
from tests.sessions import session_of
def person(name, language="en"):
    return User.objects.create(username=f"{name}-{secrets.token_hex(4)}", name=name, language=language)
"""
#: A set of one deal from each side, which somebody else and the house have played; names are as wide as they may be.
SET = f"""{PEOPLE}
from games.duplicate import counting, services, standings
from tests.duplicate.events import a_set, play_set
event, bob = a_set("all-fours", deals=2, name="W" * 20), person("M" * 20)
services.enter(event, bob)
play_set(event, bob)
counting.play_for_the_house()
standings.rank(event)
print(json.dumps({{"event": event.slug, "session": session_of(person("Mei", LANGUAGE))}}))
"""
TOURNAMENT = f"""{PEOPLE}
from games.duplicate import services
from tests.duplicate.events import a_tournament
event, people = a_tournament("all-fours", deals=1, rounds=1), [person("Mei"), person("Bob")]
for player in people:
    services.enter(event, player)
print(json.dumps({{"event": event.slug, "sessions": [session_of(player) for player in people]}}))
"""
#: The time has come: the site itself begins.
BEGIN = """
from games.duplicate.models import Event
from tests.duplicate.events import due
due(Event.objects.get(slug=SLUG))
"""


def prepared(site, program, **values):
    lines = "\n".join(f"{name} = {value!r}" for name, value in values.items())
    output = site.run(f"{lines}\n{program}").splitlines()
    return json.loads(output[-1]) if output else None


def signed_in(visit, site, session, at, size="phone", **options):
    page = visit(size, at=None, **options)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(f"{site.url}{at}")
    return page


def play_table(page, turns=400):
    """Play a table's deal by pressing, to the button that leads to the event."""
    page.wait_for_selector("#table")
    results = page.locator("#actions a.go")
    for _ in range(turns):
        if results.is_visible():
            return follow(page, results)
        if not take_a_turn(page):
            page.wait_for_timeout(50)
    raise AssertionError("the deal never ended")


@pytest.mark.parametrize(
    ("language", "size", "scheme"), [("en", "phone", "dark")] + [("zh-hans", "desktop", "light")] * SOAK
)
def test_a_set_is_entered_played_and_its_results_are_looked_at(visit, site, language, size, scheme):
    data = prepared(site, SET, LANGUAGE=language)
    address = f"/duplicate/{data['event']}/"
    page = signed_in(visit, site, data["session"], address, size, color_scheme=scheme)
    check(page)
    follow(page, page.locator("form[action$='/enter/'] button"))
    for _side in range(2):
        check(page)
        assert page.locator(".ladder").count() == 0
        follow(page, page.locator("form[action$='/sit/'] button"))
        play_table(page)
        assert page.url == f"{site.url}{address}"
    # they come as soon as they are counted, on the page as it is
    page.wait_for_selector(".ladder >> nth=1")
    check(page)
    follow(page, page.locator(".ladder a[href$='/1/']"))
    check(page)
    assert page.locator(".ranks li").count() == 3
    page.goto(f"{site.url}/duplicate/how/")
    check(page)
    page.goto(f"{site.url}/duplicate/")
    check(page)


@pytest.mark.parametrize("scripts", [True, False])
def test_one_is_held_by_the_form(visit, site, scripts):
    data = prepared(site, SET, LANGUAGE="en")
    page = signed_in(visit, site, data["session"], "/duplicate/", javascript=scripts)
    follow(page, page.locator("a[href='/duplicate/hold/']"))
    if scripts:
        check(page)
    if scripts:
        # what the game cannot be played in is not offered
        page.select_option("[name=rules]", "preset forty today")
        page.select_option("[name=kind]", "pair")
        page.locator("[name=form][value=robin]").check()
        page.select_option("[name=rules]", "preset winner 54")
        assert page.locator("[name=kind]").input_value() == "alone"
        assert page.locator("[name=kind] option:not([disabled])").count() == 1
        assert page.locator("[name=form]:checked").input_value() == "swiss"
    page.select_option("[name=rules]", "preset forty today")
    page.select_option("[name=kind]", "pair")
    page.locator("[name=form][value=swiss]").check()
    page.select_option("[name=rounds]", "3")
    if scripts:
        check(page)
    follow(page, page.locator("main button.go"))
    assert "3 rounds" in page.locator("main").inner_text()
    page.locator("summary", has_text="Call it off").click()
    follow(page, page.locator("form[action$='/off/'] button"))
    assert page.locator(".note").count() == 1


def test_a_tournament_calls_those_who_have_entered_to_their_table(visit, site):
    data = prepared(site, TOURNAMENT)
    address = f"/duplicate/{data['event']}/"
    mei, bob = (signed_in(visit, site, session, address) for session in data["sessions"])
    # the time is the reader's, also when the part of the page is read anew
    told = mei.locator("#part time").inner_text()
    assert told and "UTC" not in told
    mei.evaluate("document.querySelector('#part time').dataset.before = ''")
    mei.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    mei.wait_for_selector("#part time:not([data-before])")
    assert mei.locator("#part time").inner_text() == told
    prepared(site, BEGIN, SLUG=data["event"])
    for page in (mei, bob):
        # the page says so by itself
        page.wait_for_selector("#part a.go")
        follow(page, page.locator("#part a.go"))
        page.wait_for_selector("#table")
    assert mei.url.partition("?")[0] == bob.url.partition("?")[0]
    results = [page.locator("#actions a.go") for page in (mei, bob)]
    for _ in range(400):
        if results[0].is_visible():
            break
        for page in (mei, bob):
            if not take_a_turn(page):
                page.wait_for_timeout(50)
    follow(mei, results[0])
    mei.wait_for_selector(".ladder")
    check(mei)
