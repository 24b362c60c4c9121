"""What is new, on whatever page is open: what only informs goes by itself, several are counted, lists follow."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.browser

TELL = """
from games.accounts import friends, notify
from games.accounts.models import User
from games.rooms.models import Room
me = Room.objects.get(code={code!r}).host
for kind, name in {told!r}:
    other, _new = User.objects.get_or_create(username=f"{{name}}-{code}", defaults={{"name": name}})
    friends.ask(other, me, me.username) if kind == "asked" else notify.tell(me, kind, other)
"""


@pytest.fixture
def guest(visit, site):
    """A guest who has opened a table; ``told`` tells them what is new."""
    page = visit()
    page.goto(f"{site.url}/rooms/new/winner/")
    page.locator("button[value=open]").click()
    page.wait_for_selector("body[data-line=on]")
    code = page.url.rstrip("/").rpartition("/")[2]
    return page, lambda *told: site.run(TELL.format(code=code, told=told))


def test_what_only_informs_goes_by_itself_and_does_not_come_back(guest, site):
    page, tell = guest
    tell(("accepted", "Mei"))
    page.wait_for_selector("#news dialog:has-text('Mei is your friend now.')")
    page.wait_for_selector("#news dialog", state="detached")
    page.goto(f"{site.url}/rules/")
    tell(("asked", "Bo"))
    said = page.wait_for_selector("#news dialog").inner_text()
    assert "Bo wants to be your friend." in said and "more" not in said


def test_several_are_counted_and_come_one_after_the_other(guest):
    page, tell = guest
    tell(("asked", "Mei"), ("asked", "Bo"))
    page.wait_for_selector("#news dialog:has-text('Bo wants to be your friend. 1 more')")
    page.locator("#news button", has_text=re.compile("^Later$")).click()
    page.wait_for_selector("#news dialog:has-text('Mei wants to be your friend.')")


def test_the_page_of_friends_follows_what_happens(guest, site):
    page, tell = guest
    page.goto(f"{site.url}/friends/")
    tell(("asked", "Mei"))
    page.locator("section", has_text="They want to be your friends").get_by_text("Mei").wait_for()
