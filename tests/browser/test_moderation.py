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
#: What a short run checks for its width alone: axe has checked both languages, sizes and lights elsewhere.
WIDTH_ALONE = () if SOAK else ("phone-light-en",)
SETUP = """
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
    """Return a function that creates people, reports and decisions on the site, in a language."""
    return lambda language: json.loads(site.run(f"LANGUAGE = {language!r}\n{SETUP}").splitlines()[-1])


def open_and_check(page, site, name, address, status=200):
    """Open an address; check the page with axe, and its width."""
    answer = page.goto(site.url + address)
    assert answer.status == status
    check(page, name)


def check(page, name):
    """Check a page with axe, and its width, and take its picture where somebody wants one."""
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
    data = prepared(language)
    page = visit(size, color_scheme=scheme, at=None)
    prefix = f"{size}-{scheme}-{language}"
    as_somebody(page, site, data["mona"])
    open_and_check(page, site, f"{prefix}-reports", "/moderation/")
    open_and_check(page, site, f"{prefix}-decided", "/moderation/?done")
    open_and_check(page, site, f"{prefix}-nothing", "/moderation/?q=XXXXXXXX")
    open_and_check(page, site, f"{prefix}-report", f"/moderation/reports/{data['report']}/")
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    check(page, f"{prefix}-actions")
    open_and_check(page, site, f"{prefix}-log", "/moderation/decisions/")
    open_and_check(page, site, f"{prefix}-decision", f"/moderation/decisions/{data['number']}/")
    as_somebody(page, site, data["bob"])
    open_and_check(page, site, f"{prefix}-banner", "/me/")
    open_and_check(page, site, f"{prefix}-notices", "/me/notices/")
    as_somebody(page, site, data["zoe"])
    open_and_check(page, site, f"{prefix}-suspended", "/", 403)


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "none"])
def test_a_decision_is_made_read_and_lifted(visit, site, prepared, javascript):
    data = prepared("en")
    page, bob = visit(at=None, javascript=javascript), visit("phone", at=None, javascript=javascript)
    as_somebody(page, site, data["otto"])
    as_somebody(bob, site, data["bob"])
    page.goto(f"{site.url}/moderation/reports/{data['second']}/")
    page.locator("summary", has_text="Warn").click()
    page.select_option("#warn_reason", "leaving")
    page.fill("#warn_words", "Please stay to the end.")
    page.locator("button[value=warn]").click()
    page.wait_for_selector("main .note")
    number = page.locator(".decide .facts a").first.inner_text()
    bob.goto(f"{site.url}/me/")
    notice = bob.locator("#news dialog" if javascript else "main .note")
    notice.get_by_role("link", name="Read it").click()
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
    data = prepared("en")
    bob, page = visit("phone", at=None), visit(at=None)
    as_somebody(bob, site, data["bob"])
    bob.goto(f"{site.url}/me/notices/")
    bob.goto(f"{site.url}/t/{data['code']}/")
    bob.wait_for_selector("#table")
    as_somebody(page, site, data["otto"])
    page.goto(f"{site.url}/moderation/reports/{data['second']}/")
    page.locator("summary", has_text="Warn").click()
    page.select_option("#warn_reason", "leaving")
    page.locator("button[value=warn]").click()
    page.wait_for_selector("main .note")
    dialog = bob.locator("#news dialog")
    dialog.get_by_text("have decided something about you").wait_for()
    check(bob, "phone-table")
    dialog.get_by_role("button", name="Later").click()
    dialog.wait_for(state="hidden")
