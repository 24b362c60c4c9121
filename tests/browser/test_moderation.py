"""The moderators' pages and the notices in a real browser: axe, room for the words, the way of a decision."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.browser.axe import faults_of
from tests.faults.sizes import SOAK

pytestmark = pytest.mark.browser
#: Where pictures of every page go, for whoever wants to look at them.
SHOTS = os.environ.get("MODERATION_SHOTS", "")
#: What is held to its width alone in a short run: axe has looked at both languages, sizes and lights elsewhere.
WIDTH_ALONE = () if SOAK else ("phone-light-en",)
LAID = """
import json, secrets
from django.contrib.auth.models import Group
from games.accounts.models import User
from games.community import reports
from games.community.moderation import Action, decide, lift
from games.rooms import chat
from tests.matches.tables import match_of
from tests.sessions import session_of

def person(name):
    return User.objects.create(username=f"{name.lower()}-{secrets.token_hex(4)}", name=name, language=LANGUAGE)

def report(by, about, reason="words", text=""):
    match = match_of("all-fours", by, about)
    chat.say(match.room, about, "You can all go home, nobody here knows how to hold a card.")
    chat.say(match.room, by, phrase="moment")
    return reports.report(by, about, reason, text, match.room.code)

mona, otto, ann, bob, eve, zoe = map(person, ("Mona", "Otto", "Ann", "Bob", "Eve", "Zoe"))
for moderator in (mona, otto):
    moderator.groups.add(Group.objects.get(name="Moderators"))
mona, otto = User.objects.get(pk=mona.pk), User.objects.get(pk=otto.pk)
decide(mona, report(bob, ann), Action.DISMISS, "faith")
lift(otto, decide(mona, report(eve, bob, "other"), Action.RENAME, "name"), "mistake")
decide(mona, report(ann, zoe, "cheating"), Action.SUSPEND, "cheating", "Twice now.", 30)
fresh = report(ann, bob, "words", "They went on about it for the whole match, at every card that I played.")
second, third = report(eve, bob, "leaving"), report(ann, bob)
mine = decide(mona, third, Action.MUTE, "words", "Please keep to friendly words.", 7)
print(json.dumps({
    "mona": session_of(mona), "otto": session_of(otto), "bob": session_of(bob), "zoe": session_of(zoe),
    "report": fresh.pk, "second": second.pk, "code": second.room, "number": mine.number,
}))
"""


@pytest.fixture
def prepared(site):
    """Return a function that lays people, reports and decisions in the site, in a language."""
    return lambda language: json.loads(site.run(f"LANGUAGE = {language!r}\n{LAID}").splitlines()[-1])


def looked_at(page, site, name, address, status=200):
    """Open an address; hold the page to axe and to its width."""
    answer = page.goto(site.url + address)
    assert answer.status == status
    check(page, name)


def check(page, name):
    """Hold a page to axe and to its width, and take its picture where somebody wants one."""
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)
    assert name.startswith(WIDTH_ALONE) or faults_of(page) == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def as_somebody(page, site, session):
    """Give a browser somebody's session."""
    page.context.clear_cookies()
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [("desktop", "light", "en"), ("phone", "dark", "zh-hans")] + [("phone", "light", "en")] * SOAK,
)
def test_axe_finds_nothing_and_nothing_is_cut_off(visit, site, prepared, size, scheme, language):
    there = prepared(language)
    page = visit(size, color_scheme=scheme, at=None)
    called = f"{size}-{scheme}-{language}"
    as_somebody(page, site, there["mona"])
    looked_at(page, site, f"{called}-reports", "/moderation/")
    looked_at(page, site, f"{called}-decided", "/moderation/?done")
    looked_at(page, site, f"{called}-nothing", "/moderation/?q=XXXXXXXX")
    looked_at(page, site, f"{called}-report", f"/moderation/reports/{there['report']}/")
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    check(page, f"{called}-actions")
    looked_at(page, site, f"{called}-log", "/moderation/decisions/")
    looked_at(page, site, f"{called}-decision", f"/moderation/decisions/{there['number']}/")
    as_somebody(page, site, there["bob"])
    looked_at(page, site, f"{called}-banner", "/me/")
    looked_at(page, site, f"{called}-notices", "/me/notices/")
    as_somebody(page, site, there["zoe"])
    looked_at(page, site, f"{called}-suspended", "/", 403)


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "none"])
def test_a_decision_is_made_read_and_lifted(visit, site, prepared, javascript):
    there = prepared("en")
    page, bob = visit(at=None, javascript=javascript), visit("phone", at=None, javascript=javascript)
    as_somebody(page, site, there["otto"])
    as_somebody(bob, site, there["bob"])
    page.goto(f"{site.url}/moderation/reports/{there['second']}/")
    page.locator("summary", has_text="Warn").click()
    page.select_option("#warn_reason", "leaving")
    page.fill("#warn_words", "Please stay to the end.")
    page.locator("button[value=warn]").click()
    page.wait_for_selector("main .note")
    number = page.locator(".decide .facts a").first.inner_text()
    bob.goto(f"{site.url}/me/")
    told = bob.locator("#news dialog" if javascript else "main .note")
    told.get_by_role("link", name="Read it").click()
    bob.wait_for_url("**/me/notices/")
    assert number in bob.locator("main").inner_text() and "Please stay to the end." in bob.locator("main").inner_text()
    page.goto(f"{site.url}/moderation/")
    page.fill("[name=q]", number.lower())
    page.locator("[role=search] button").click()
    page.wait_for_url(f"**/moderation/decisions/{number}/")
    page.locator("summary").click()
    page.select_option("#lift_reason", "appeal")
    page.locator("main form button.go").click()
    page.locator("#lifted").wait_for()


def test_what_is_decided_comes_to_the_open_table_and_may_wait(visit, site, prepared):
    there = prepared("en")
    bob, page = visit("phone", at=None), visit(at=None)
    as_somebody(bob, site, there["bob"])
    bob.goto(f"{site.url}/me/notices/")
    bob.goto(f"{site.url}/t/{there['code']}/")
    bob.wait_for_selector("#table")
    as_somebody(page, site, there["otto"])
    page.goto(f"{site.url}/moderation/reports/{there['second']}/")
    page.locator("summary", has_text="Warn").click()
    page.select_option("#warn_reason", "leaving")
    page.locator("button[value=warn]").click()
    page.wait_for_selector("main .note")
    told = bob.locator("#news dialog")
    told.get_by_text("have decided something about you").wait_for()
    check(bob, "phone-table")
    told.get_by_role("button", name="Later").click()
    told.wait_for(state="hidden")
