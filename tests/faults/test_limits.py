"""Every rate limit trips, says until when, and lifts again. Goal A6."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

import pytest
from channels.db import database_sync_to_async
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cardsite.asgi import application
from games.accounts import friends, limits
from games.accounts.models import User
from games.foundation.rate_limit import RateLimit
from games.rooms import services as rooms
from games.rooms.models import Room, Seat
from games.table import limits as table_limits
from tests.matches.tables import match_of, person
from tests.sessions import signed_in
from tests.table.sockets import Socket
from tests.table.test_act import a_legal_press, post
from tests.table.test_room_views import form

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once"), pytest.mark.any_database]


@pytest.fixture(autouse=True)
def nothing_counted(settings):
    """Count in this process: a test's clock does not move that of Redis."""
    # large enough for everything: at Django's default size entries would be dropped at random
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
    settings.CACHES = {"default": memory}
    cache.clear()
    yield
    cache.clear()


def trips_and_frees(press, most, span, time_machine):
    """Press up to the limit, once more, and again after the stated wait."""
    for _ in range(most):
        assert press().status_code not in {429, 500}
    refused = press()
    assert refused.status_code == 429
    wait = int(refused["Retry-After"])
    assert 0 < wait <= span + 1
    time_machine.move_to(timezone.now() + timedelta(seconds=wait + 1))
    assert press().status_code != 429


def test_friend_requests(browser, time_machine):
    names = iter(range(100))
    limit = limits.REQUESTS
    press = lambda: browser.post(reverse("friend-ask"), {"name": f"nobody {next(names)}"})  # noqa: E731
    trips_and_frees(press, limit.most, limit.seconds, time_machine)


def test_exports(browser, time_machine):
    limit = limits.EXPORTS
    trips_and_frees(lambda: browser.get(reverse("export")), limit.most, limit.seconds, time_machine)


def test_invitations(browser, alice, time_machine):
    bob = person("bob")
    friends.ask(alice, bob, "bob")
    friends.accept(bob, alice)
    limit = limits.INVITATIONS
    press = lambda: browser.post(reverse("friend-act", args=[bob.pk, "invite"]))  # noqa: E731
    trips_and_frees(press, limit.most, limit.seconds, time_machine)


def test_talk(browser, alice, time_machine):
    match = match_of("all-fours", alice, person("bob"))
    press = lambda: browser.post(reverse("say", args=[match.room.code]), {"text": "Hello"})  # noqa: E731
    trips_and_frees(press, 5, 10, time_machine)


def test_rooms(browser, time_machine):
    press = lambda: browser.post(reverse("new-room", args=["all-fours"]), form("all-fours") | {"do": "open"})  # noqa: E731
    trips_and_frees(press, rooms.ROOMS.most, rooms.ROOMS.seconds, time_machine)


def free_seat(alice):
    room = rooms.open_room(alice, "winner", {}, rooms.RoomSettings(visibility="public"))
    return reverse("seat", args=[room.code]), {"do": "sit 1"}


#: Ways to become a guest.
BECOMES_GUEST = {
    "play now": lambda _alice: (reverse("play-now", args=["winner"]), {}),
    "new room": lambda _alice: (reverse("new-room", args=["winner"]), form("winner") | {"do": "open"}),
    "a seat": free_seat,
    "practice": lambda _alice: (reverse("lesson-practice", args=["winner"]), {}),
}


@pytest.mark.parametrize("way", BECOMES_GUEST)
def test_new_guests_are_counted_by_network(alice, way, monkeypatch):
    """Without its cookie a browser would be a new guest at every press, with limits of its own."""
    monkeypatch.setattr(limits, "GUESTS_OF_NETWORK", RateLimit("guests-of-network", 3, 60))
    guest = Client()
    for browser in (guest, Client(), Client()):
        browser.post(reverse("play-now", args=["big-two"]))
    address, fields = BECOMES_GUEST[way](alice)
    before = User.objects.count(), Room.objects.count(), Seat.objects.filter(user=None).count()
    late = Client().post(address, fields)
    assert late.status_code == 429 and int(late["Retry-After"]) > 0
    assert (User.objects.count(), Room.objects.count(), Seat.objects.filter(user=None).count()) == before
    other = signed_in(person("bob"))
    for known in (guest, other):  # whoever is known already goes on
        address, fields = BECOMES_GUEST[way](alice)
        assert known.post(address, fields).status_code == 302


def test_wrong_codes(client, time_machine):
    client.get(reverse("home"))
    press = lambda: client.post(reverse("join"), {"code": "ZZZZZZ"})  # noqa: E731
    trips_and_frees(press, table_limits.WRONG_CODES.most, table_limits.WRONG_CODES.seconds, time_machine)


@pytest.mark.parametrize("method", ["join", "table", "lobby of a table"])
def test_wrong_codes_of_many_sessions_from_one_network(alice, time_machine, method, monkeypatch):
    """Neither dropping the cookie nor asking in another way starts a new count."""
    limit = RateLimit("wrong-codes-of-network", 6, 600)
    monkeypatch.setattr(table_limits, "WRONG_CODES_OF_NETWORK", limit)
    code = rooms.open_room(alice, "all-fours", {}).code

    guests = (person(f"guest {number}") for number in count())

    def press(typed="ZZZZZZ"):
        other = Client()
        other.force_login(next(guests))  # a session of its own
        if method == "join":
            return other.post(reverse("join"), {"code": typed})
        return other.get(reverse("table" if method == "table" else "room-rules", args=[typed]))

    trips_and_frees(press, limit.most, limit.seconds, time_machine)
    # however slow this is, the first tries must still count when the right code is sent
    time_machine.move_to(timezone.now() + timedelta(seconds=limit.seconds))
    for _ in range(limit.most):
        press()
    assert press(code).status_code == 429  # the right code reveals no more than a wrong one
    browser = signed_in(alice)
    assert browser.get(reverse("table", args=[code])).status_code == 200  # who sits there plays on


@pytest.mark.parametrize("htmx", [True, False])
def test_presses_about_seats_are_counted_with_those_of_the_game(browser, alice, settings, time_machine, htmx):
    settings.PRESSES_A_SECOND = 2
    time_machine.move_to(timezone.now().replace(microsecond=0), tick=False)
    match = match_of("all-fours", alice, person("bob"))
    headers = {"HX-Request": "true"} if htmx else {}
    press = lambda: browser.post(reverse("seat", args=[match.room.code]), {"do": "back"}, headers=headers)  # noqa: E731
    assert [press().status_code == 429 for _ in range(3)] == [False, False, True]
    assert "Too fast!" in press().content.decode()
    assert post(browser, match, a_legal_press(match, 0) | {"do": "nonsense"}).status_code == 429


@pytest.mark.django_db(transaction=True)
async def test_wrong_codes_of_sockets_are_counted_too(alice):
    room = await database_sync_to_async(rooms.open_room)(alice, "all-fours", {})

    async def close_code(code):
        socket = Socket(application, f"/ws/t/{code}/", [(b"origin", b"http://localhost")])
        await socket.connect()
        return await socket.closed()

    socket = Socket(application, f"/ws/t/{room.code}/", [(b"origin", b"http://localhost")])
    await socket.connect()
    assert 'id="picture"' in await socket.hear()
    await socket.hang_up()
    assert [await close_code("ZZZZZZ") for _ in range(table_limits.WRONG_CODES.most)] == [4404] * 10
    assert await close_code(room.code) == 4404


def test_signing_in(alice, time_machine):
    alice.set_password("seven-sided-lantern")
    alice.save()
    press = lambda: Client().post(reverse("account_login"), {"login": "alice", "password": "wrong"})  # noqa: E731
    for _ in range(5):
        assert press().status_code == 422
    assert press().status_code == 429
    time_machine.move_to(timezone.now() + timedelta(seconds=61))
    assert press().status_code == 422


def test_one_persons_limit_is_not_anothers(browser, alice):
    for number in range(limits.REQUESTS.most + 1):
        answer = browser.post(reverse("friend-ask"), {"name": f"nobody {number}"})
    assert answer.status_code == 429
    other = signed_in(person("bob"))
    assert other.post(reverse("friend-ask"), {"name": "nobody"}).status_code == 302


def test_presses(browser, alice, settings, time_machine):
    """The eleventh press within a second is answered with the table and stores nothing."""
    settings.PRESSES_A_SECOND = 10
    begun = timezone.now().replace(microsecond=0)
    time_machine.move_to(begun, tick=False)
    match = match_of("all-fours", alice, person("bob"))
    press = lambda: post(browser, match, a_legal_press(match, 0) | {"do": "nonsense"})  # noqa: E731
    assert [press().status_code for _ in range(10)] == [422] * 10
    refused = press()
    assert (refused.status_code, refused["Retry-After"]) == (429, "1")
    assert "Too fast!" in refused.content.decode()
    assert 'id="picture"' in refused.content.decode()
    other = signed_in(match.players.get(seat=1).user)
    assert post(other, match, a_legal_press(match, 1) | {"do": "nonsense"}).status_code != 429
    time_machine.move_to(begun + timedelta(seconds=1.1), tick=False)
    assert press().status_code == 422
