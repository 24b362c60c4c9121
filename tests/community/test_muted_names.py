"""Whoever is muted cannot name anything that others see: neither tables nor clubs, nor themselves."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts.services import make_guest
from games.clubs import services as clubs
from games.clubs.models import Club, ClubRules
from games.community.moderation import Action, decide
from games.lessons.services import practice_hand
from games.rooms.models import Room, RuleSet
from tests.community.moderating import moderator, reported
from tests.matches.tables import match_of
from tests.sessions import signed_in
from tests.table.test_room_views import form

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
SAYS = "You may not name tables or clubs for a time."


def mute(alice, bob, **how):
    return decide(moderator(), reported(alice, bob), Action.MUTE, "words", days=1, **how)


def opened(user, **changed):
    address = reverse("new-room", args=["forty"])
    return signed_in(user).post(address, form("forty", do="open", **changed))


def test_a_muted_host_opens_a_table_without_a_name_only_and_loses_nothing(alice, bob, time_machine):
    mute(alice, bob)
    before = Room.objects.count()
    answer = opened(bob, name="You are all fools", clock="60")
    page = answer.content.decode()
    assert answer.status_code == 403 and Room.objects.count() == before
    assert SAYS in page and "Without a name you can open it." in page
    assert re.search(r'name="?name"?[^>]*value="You are all fools"', page)
    assert re.search(r'<option value="?60"? selected', page)
    assert opened(bob).status_code == 302 and Room.objects.latest("pk").host == bob
    assert opened(alice, name="Friendly").status_code == 302
    time_machine.move_to(timezone.now() + timedelta(days=1, minutes=1))
    assert opened(bob, name="Sorry").status_code == 302 and Room.objects.latest("pk").name == "Sorry"


def test_the_names_of_their_tables_go_with_the_decision(alice, bob):
    room = match_of("forty", bob, "policy", "policy", "policy").room
    others = match_of("forty", alice, "policy", "policy", "policy").room
    Room.objects.update(name="You are all fools")
    room.refresh_from_db()
    mute(alice, bob)
    before = room.version
    room.refresh_from_db()
    others.refresh_from_db()
    assert (room.name, others.name) == ("", "You are all fools")
    assert room.version > before  # so whoever looks at it sees the change


def test_what_the_house_names_for_them_it_still_names(alice, bob):
    mute(alice, bob)
    assert practice_hand(bob, "forty").name
    club = clubs.make(alice, "The Four Winds")
    clubs.join(club, bob)
    signed_in(bob).post(reverse("club-open", args=[club.slug]), {"game": "forty"})
    assert Room.objects.latest("pk").name == "The Four Winds"


def test_a_muted_person_names_no_club_and_no_rules_of_one(alice, bob):
    club = clubs.make(bob, "The Four Winds")
    rules = RuleSet.objects.create(owner=bob, game="forty", name="You are all fools", options={})
    mute(alice, bob)
    browser = signed_in(bob)
    manage = reverse("club-manage", args=[club.slug])
    for address, data in (
        (reverse("clubs"), {"name": "You are all fools"}),
        (manage, {"do": "rename", "name": "You are all fools"}),
        (manage, {"do": "add-rules", "rules": f"kept {rules.code}", "clock": "30"}),
    ):
        answer = browser.post(address, data)
        assert answer.status_code == 403 and SAYS in answer.content.decode()
    assert Club.objects.get().name == "The Four Winds" and not ClubRules.objects.exists()
    assert browser.post(manage, {"do": "add-rules", "rules": "preset pitch blind", "clock": "0"}).status_code == 302


def renamed(user, name):
    return signed_in(user).post(reverse("settings"), {"name": name, "language": "", "theme": "dark"})


def test_a_muted_person_keeps_their_own_name_and_may_set_all_else(alice, bob, time_machine):
    mute(alice, bob)
    answer = renamed(bob, "You are all fools")
    assert answer.status_code == 422 and "You may not change your name for a time." in answer.content.decode()
    bob.refresh_from_db()
    assert (bob.name, bob.prefs) == ("Bob", {})
    assert renamed(bob, "Bob").status_code == 302 and renamed(alice, "Alicia").status_code == 302
    bob.refresh_from_db()
    assert bob.prefs == {"theme": "dark"}
    time_machine.move_to(timezone.now() + timedelta(days=1, minutes=1))
    assert renamed(bob, "Bobby").status_code == 302


def test_a_muted_guest_signs_up_with_the_name_they_have(alice):
    guest = make_guest()
    mute(alice, guest)
    form = {"username": "gusto", "password1": "seven-sided-lantern", "password2": "seven-sided-lantern"}
    browser = signed_in(guest)
    assert browser.post(reverse("account_signup"), form | {"name": "You are all fools"}).status_code == 422
    assert browser.post(reverse("account_signup"), form | {"name": guest.name}).status_code == 302


def test_their_notice_says_so(alice, bob):
    mute(alice, bob)
    assert "nor name one, nor change your own name" in signed_in(bob).get(reverse("notices")).content.decode()
