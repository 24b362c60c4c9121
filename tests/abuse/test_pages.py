"""Hostile requests to pages: numbers 15 to 60 of the catalogue."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends
from games.matches import services
from games.rooms.models import Message, Room
from tests.access.world import make_world
from tests.matches.tables import current, match_of, person
from tests.test_access import ROWS, shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
PASSWORD = "seven-sided-lantern"


@pytest.fixture
def alice():
    cache.clear()
    alice = person("alice")
    alice.set_password(PASSWORD)
    alice.save()
    return alice


@pytest.fixture
def match(alice):
    return match_of("all-fours", alice, person("bob"))


def bare(answer):
    """Return a page without what differs at each load."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return answer.status_code, re.sub(r"/t/\w{6}/", "/t/", text)


def test_a_room_one_may_not_see_looks_like_one_that_is_not_there(client, alice, match, monkeypatch):
    eve = person("eve")
    friends.block(alice, eve)
    client.force_login(eve)
    for module in ("limits", "admission"):  # another test covers how many codes may be tried
        monkeypatch.setattr(f"games.table.{module}.guessing", lambda who: 0)
    for name in ("table", "leave"):
        assert bare(client.get(reverse(name, args=[match.room.code]))) == bare(
            client.get(reverse(name, args=["NOROOM"]))
        )
    for name in ("act", "seat", "say", "hint", "read", "rest", "sort"):
        answers = [client.post(reverse(name, args=[code]), {"do": "sit 1"}) for code in (match.room.code, "NOROOM")]
        assert bare(answers[0]) == bare(answers[1])
        assert answers[0].status_code == 404
    codes = [client.post(reverse("join"), {"code": code}) for code in (match.room.code, "NOROOM")]
    assert bare(codes[0])[0] == bare(codes[1])[0] == 404


def test_a_closed_room_is_not_there(client, match):
    Room.objects.filter(pk=match.room_id).update(closed_at=timezone.now())
    client.force_login(person("carol"))
    assert client.get(reverse("table", args=[match.room.code])).status_code == 404
    assert client.post(reverse("say", args=[match.room.code]), {"text": "Hello"}).status_code == 404


def test_what_people_say_of_their_cards_is_their_own_affair(browser, match):
    text = "I hold AS KD 7C, and you?"
    assert browser.post(reverse("say", args=[match.room.code]), {"text": text}).status_code == 302
    assert Message.objects.get().text == text


def test_a_planted_session_is_dead_after_signing_in(client, alice):
    attacker = Client()
    attacker.get(reverse("home"))
    attacker.session["x"] = 1
    attacker.session.save()
    key = attacker.session.session_key
    victim = Client()
    victim.cookies["sessionid"] = key
    assert victim.post(reverse("account_login"), {"login": "alice", "password": PASSWORD}).status_code == 302
    assert victim.session.session_key != key
    thief = Client()
    thief.cookies["sessionid"] = key
    assert "_auth_user_id" not in thief.session
    assert thief.get(reverse("me"))["Location"].startswith(reverse("account_login"))


def test_what_htmx_says_of_its_page_leads_nowhere(client, alice, match):
    forged = {"HX-Request": "true", "HX-Current-URL": "https://evil.example/"}
    for address, data in (
        (reverse("account_login"), {"login": "alice", "password": PASSWORD}),
        (reverse("act", args=[match.room.code]), {"do": "stand"}),
        (reverse("set_language"), {"language": "en"}),
    ):
        answer = client.post(address, data, headers=forged)
        assert "evil.example" not in str(answer.headers) + answer.content.decode()
        client.logout()


def test_nobody_is_put_out_in_the_middle_of_a_hand(browser, match):
    answer = browser.post(reverse("seat", args=[match.room.code]), {"do": "out 2"})
    assert answer.status_code in {409, 422}
    for do in ("out 1", "send-away 1"):
        assert browser.post(reverse("seat", args=[match.room.code]), {"do": do}).status_code == 409
    assert match.room.seats.get(number=1).user.username == "bob"


def test_htmx_opens_no_door(client):
    world = make_world()
    for table, name, method, *statuses in ROWS:
        if (
            method != "GET"
            or name.partition(":")[2]
            or name.startswith(("account", "mfa", "usersessions", "admin", "metrics"))
        ):
            continue
        for role, status in (("stranger", statuses[4]), ("blocked", statuses[5]), ("anonymous", statuses[7])):
            cache.clear()
            client.logout()
            if world.people[role] is not None:
                client.force_login(world.people[role])
            answer = client.get(reverse(name, kwargs=table.arguments(name, world)), headers={"HX-Request": "true"})
            assert shown(answer) == status, (name, role)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "localhost:80@evil.example", "a b", ""])
def test_a_foreign_host_is_refused(client, settings, host):
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    for name in ("home", "rules", "account_reset_password"):
        assert client.get(reverse(name), headers={"host": host}).status_code == 400


@pytest.mark.parametrize(
    "path",
    ["/.git/config", "/../etc/passwd", "/%2e%2e/manage.py", "/media/db.sqlite3", "/sifang.sqlite3", "/var/secret-key",
     "/static/../manage.py", "/static/%2e%2e/manage.py", "/static//etc/passwd", "/.env", "/t/../admin/", "/admin.php"],
)  # fmt: skip
def test_what_is_no_page_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_no_page_is_traced(client):
    assert client.trace(reverse("home")).status_code == 405


def test_the_clock_is_told_as_what_is_left(browser, match):
    Room.objects.update(clock=30)
    hand = services.locked(current(match).pk)
    services.reschedule(hand, services.seats_of(match.room))
    page = browser.get(reverse("table", args=[match.room.code])).content.decode()
    left = re.search(r'data-left="?([\d.]+)', page)
    assert 0 < float(left[1]) <= 30
    assert not re.search(r"20\d\d-\d\d-\d\dT", page)
