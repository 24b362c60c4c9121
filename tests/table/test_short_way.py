"""The short way of a press: an empty answer, shown on every socket; refusals are left to the long way."""

from __future__ import annotations

import asyncio
import threading
from urllib.parse import urlencode

import psycopg
import pytest
import redis
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cardsite.asgi import application
from games.accounts.middleware import Presence
from games.accounts.models import User
from games.foundation.observability import logs
from games.foundation.observability.middleware import log as requests_log
from games.matches import services
from games.matches.models import Entry
from games.rooms.models import Seat
from games.rules.cards import NAMES
from games.table import hub as hub_module
from games.table import short_way
from games.table.hub import hub
from games.table.scene_builder import press_key
from tests.matches.tables import current, match_of, person, state_of
from tests.sessions import signed_in
from tests.table.sockets import Socket, elements, parts_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]
TOKEN = "t" * 32


class Page:
    """A page of somebody at a table: their session, and their socket."""

    def __init__(self, match, user):
        self.code, self.user = match.room.code, user

    async def open(self):
        await sync_to_async(self._sign_in)()
        origin = (b"origin", b"http://localhost")
        self.socket = Socket(application, f"/ws/t/{self.code}/", [origin, (b"cookie", self.cookies.encode())])
        assert await self.socket.connect()
        self.first = await self.socket.hear()
        return self

    def _sign_in(self):
        User.objects.filter(pk=self.user.pk).update(seen_at=timezone.now())
        client = signed_in(self.user)
        session = client.session
        session[Presence.WEEK] = Presence.week()
        session.save()
        self.cookies = f"sessionid={session.session_key}; csrftoken={TOKEN}"

    async def press(self, data, socket="on", method="POST", path="act", query=b"", **headers):
        """Press; return status and body of the answer."""
        sent_headers = {
            "host": "localhost",
            "cookie": self.cookies,
            "content-type": "application/x-www-form-urlencoded",
            "x-csrftoken": TOKEN,
            "hx-request": "true",
            **({"x-socket": socket} if socket else {}),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        scope = {
            "type": "http",
            "method": method,
            "path": f"/t/{self.code}/{path}/",
            "query_string": query,
            "client": ("127.0.0.1", 1),
            "headers": [(name.encode(), value.encode()) for name, value in sent_headers.items() if value is not None],
        }
        wire = ApplicationCommunicator(application, scope)
        await wire.send_input(
            {"type": "http.request", "body": data if isinstance(data, bytes) else urlencode(data, True).encode()}
        )
        start = await wire.receive_output(20)
        self.headers = dict(start["headers"])
        return start["status"], (await wire.receive_output(20))["body"].decode()


@pytest.fixture
def match():
    return match_of("all-fours", person("alice"), person("bob"))


@sync_to_async
def to_act(match):
    """Return the person who is to act, the one who is not, and a legal press."""
    hand = current(match)
    raw = match.room.rules.write_action(match.room.rules.legal(state_of(hand))[0])
    seat = raw.pop("seat")
    users = {row.number: row.user for row in Seat.objects.filter(room=match.room).select_related("user")}
    press = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, seat, hand.version), "do": raw["do"]}
    return users[seat], users[1 - seat], press | ({"cards": raw["card"]} if "card" in raw else {})


@sync_to_async
def stored():
    return Entry.objects.count()


@pytest.fixture
async def pages(match):
    """The page of the player to act, that of the other, and a legal press."""
    mine, other, press = await to_act(match)
    own, others = await Page(match, mine).open(), await Page(match, other).open()
    yield own, others, press
    for page in (own, others):
        await page.socket.hang_up()


async def test_a_press_is_answered_with_nothing_and_shown_on_every_line(match, pages):
    own, _other, press = pages
    status, body = await own.press(press)
    assert (status, body, await stored()) == (204, "", 1)
    for page in pages[:2]:
        shown = elements(page.first) | elements(await page.socket.hear())
        assert shown == {name: str(part) for name, part in (await parts_of(match, page.user)).items()}


async def test_a_page_that_stayed_open_during_a_deploy_goes_the_short_way_too(match, pages):
    own, _other, press = pages
    assert await own.press(press, socket=None, x_line="on") == (204, "")


async def test_it_is_logged_as_every_request_is(match, pages, monkeypatch):
    own, _other, press = pages
    lines = []
    monkeypatch.setattr(requests_log, "info", lambda text, extra: lines.append({**logs._context.get(), **extra}))
    assert (await own.press(press, x_request_id="abcdef0123456789"))[0] == 204
    (line,) = lines
    assert (line["request"], line["room"], line["hand"]) == ("abcdef0123456789", match.room.code, press["hand"])
    assert (line["route"], line["status"]) == ("act", 204)


async def test_a_page_without_a_socket_is_answered_with_the_picture(match, pages):
    own, _other, press = pages
    status, body = await own.press(press, socket=None)
    assert status == 200 and "picture" in elements(body)


async def test_a_session_whose_socket_is_not_here_is_answered_with_the_picture(match, pages):
    own, _other, press = pages
    hub.leave(next(watcher for watcher in hub.rooms[match.room.code] if watcher.user == own.user))
    assert (await own.press(press))[0] == 200
    assert own.headers[b"X-Socket"] == b"elsewhere"  # its page connects it anew


async def test_who_has_a_socket_here_is_not_told_that_it_is_elsewhere(match, pages):
    own, other, press = pages
    for page, pressed in ((own, press), (own, press | {"do": "nothing"}), (other, press)):
        await page.press(pressed)
        assert b"X-Socket" not in page.headers


async def test_a_whole_hand_goes_the_short_way(match):
    people = {row.user_id: row.user for row in await sync_to_async(list)(match.room.seats.select_related("user"))}
    pages = {pk: await Page(match, user).open() for pk, user in people.items()}
    shown = {pk: elements(page.first) for pk, page in pages.items()}
    for _ in range(12):
        mine, _other, press = await to_act(match)
        assert (await pages[mine.pk].press(press))[0] == 204
        for pk, page in pages.items():
            shown[pk] |= elements(await page.socket.hear())
            assert shown[pk] == {name: str(part) for name, part in (await parts_of(match, page.user)).items()}
    for page in pages.values():
        await page.socket.hang_up()


async def test_a_press_asks_five_statements_and_one_thread_hop(match, pages, monkeypatch):
    own, _other, press = pages
    hops, statements = [], []
    carry_out = short_way.press

    def count_statements(*args):
        hops.append(args)
        with CaptureQueriesContext(connection) as queries:
            version = carry_out(*args)
        statements.extend(query["sql"] for query in queries if not query["sql"].startswith(("BEGIN", "COMMIT")))
        return version

    monkeypatch.setattr(short_way, "press", count_statements)
    drawn = []
    monkeypatch.setattr("games.table.hub.draw", lambda *args: drawn.append(args))
    assert (await own.press(press))[0] == 204
    assert len(statements) <= 5, statements
    assert len(hops) == 1
    assert not drawn


async def test_a_press_while_the_table_is_drawn_is_shown_after_that(match, pages, monkeypatch):
    own, _other, press = pages
    draw, begun, go_on = hub_module.draw, threading.Event(), threading.Event()

    def slowly(*args):
        begun.set()
        assert go_on.wait(10)
        return draw(*args)

    monkeypatch.setattr(hub_module, "draw", slowly)
    drawing = asyncio.create_task(hub.refresh(match.room.code))
    await asyncio.to_thread(begun.wait, 10)
    pressing = asyncio.create_task(own.press(press))
    go_on.set()
    assert (await pressing)[0] == 204
    await drawing
    for page in pages[:2]:
        shown = elements(page.first) | elements(await page.socket.hear())
        assert shown == {name: str(part) for name, part in (await parts_of(match, page.user)).items()}


@pytest.mark.parametrize("others", [False, True])
async def test_only_other_processes_are_told_of_a_press(pages, monkeypatch, settings, others):
    own, _other, press = pages
    told = []
    monkeypatch.setattr("games.rooms.events.send_to_group", lambda group, message: told.append(message["version"]))
    settings.REDIS_URL = "redis://elsewhere" if others else ""
    assert (await own.press(press))[0] == 204
    assert len(told) == others


@pytest.mark.postgres
@pytest.mark.redis
async def test_a_press_waits_four_times_for_postgresql_and_redis(match, pages, monkeypatch, settings):
    """Session, room and seats, the whole move, and the count of its seat's presses."""
    if connection.vendor != "postgresql":
        pytest.skip("it is SQLite here")
    settings.PRESSES_A_SECOND = 20
    trips, at_work, carry_out = [], threading.local(), hub_module.carry_out_and_draw

    def counting(name, method):
        def count_trip(*args, **kwargs):
            # setting autocommit takes no trip
            if getattr(at_work, "now", False) and "set_autocommit" not in str(args[1]):
                trips.append((name, str(args[1])[:200]))
            return method(*args, **kwargs)

        return count_trip

    def carried_out(*args):
        at_work.now = True
        try:
            return carry_out(*args)
        finally:
            at_work.now = False

    monkeypatch.setattr(psycopg.Connection, "wait", counting("PostgreSQL", psycopg.Connection.wait))
    sent = redis.connection.Connection.send_packed_command
    monkeypatch.setattr(redis.connection.Connection, "send_packed_command", counting("Redis", sent))
    monkeypatch.setattr(hub_module, "carry_out_and_draw", carried_out)
    by_user = {page.user: page for page in pages[:2]}
    for _ in range(3):
        trips.clear()
        mine, _other, press = await to_act(match)
        assert (await by_user[mine].press(press))[0] == 204
        for page in by_user.values():
            await page.socket.hear()
    assert len(trips) <= 4, trips


#: Presses that are refused: what is changed in the form, and what in the request.
REFUSED = {
    "no session": ({}, {"cookie": f"csrftoken={TOKEN}"}),
    "another session": ({}, {"cookie": f"sessionid={'x' * 32}; csrftoken={TOKEN}"}),
    "no token": ({}, {"x_csrftoken": None}),
    "another token": ({}, {"x_csrftoken": "u" * 32}),
    "another origin": ({}, {"origin": "http://elsewhere.test"}),
    "another site": ({}, {"sec_fetch_site": "cross-site"}),
    "another host": ({}, {"host": "elsewhere.test"}),
    "another encoding": ({}, {"content_type": "application/x-www-form-urlencoded; charset=utf-16"}),
    "another kind of form": ({}, {"content_type": "text/plain"}),
    "a forged key": ({"key": "0" * 32}, {}),
    "another hand": ({"hand": 10**6}, {}),
    "another picture": ({"seq": 7}, {}),
    "a picture that is no number": ({"seq": "x"}, {}),
    "no hand": ({"hand": []}, {}),
    "an unknown field": ({"more": "1"}, {}),
    "a field twice": ({"do": ["stand", "beg"]}, {}),
    "no such action": ({"do": "fly"}, {}),
    "an action of another moment": ({"do": "accept"}, {}),
    "a NUL": ({"cards": "\0"}, {}),
    "a NUL in the query": ({}, {"query": b"page=%00"}),
    "a letter that is none": ({"cards": "\ufffd"}, {}),
    "a get": ({}, {"method": "GET"}),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_what_the_long_way_refuses_is_refused_alike(name, match, pages):
    own, _other, press = pages
    changed, request = REFUSED[name]
    data = press | changed
    status, _body = await own.press(data, socket=None, **request)
    assert status >= 400
    assert (await own.press(data, **request))[0] == status
    assert not await stored()


#: What takes the right to press away from somebody whose page is open.
LOST = {
    "suspended": lambda match, user: User.objects.filter(pk=user.pk).update(is_active=False),
    "another password": lambda match, user: User.objects.filter(pk=user.pk).update(password="another"),
    "no seat": lambda match, user: Seat.objects.filter(user=user).update(user=None, level="policy"),
    "a hand that was given up": lambda match, user: services.abandon(match.pk, [0]),
}


async def refused_alike(own, press):
    long, short = [(await own.press(press, socket=socket))[0] for socket in (None, "on")]
    assert long == short >= 400
    assert not await stored()


async def test_the_other_seats_session_is_refused_alike(match, pages):
    _own, other, press = pages
    await refused_alike(other, press)


@pytest.mark.parametrize("name", LOST)
async def test_whoever_has_lost_the_right_to_press_is_refused_alike(name, match, pages):
    own, _other, press = pages
    await sync_to_async(LOST[name])(match, own.user)
    await refused_alike(own, press)


async def test_who_presses_too_fast_is_told_so(match, pages, settings):
    own, _other, press = pages
    settings.PRESSES_A_SECOND = 1
    assert (await own.press(press | {"do": "fly"}))[0] == 422
    assert (await own.press(press))[0] == 429
    assert not await stored()


async def test_the_same_press_twice_is_one_entry(match, pages):
    own, _other, press = pages
    assert (await own.press(press))[0] == 204
    assert (await own.press(press))[0] == 200
    assert await stored() == 1


async def test_a_move_stands_though_it_cannot_be_drawn(match, pages, monkeypatch):
    own, other, press = pages

    def fails(*_args):
        raise ValueError("a room that cannot be drawn")

    monkeypatch.setattr("games.table.drawing.draw", fails)
    assert (await own.press(press))[0] == 204
    assert await stored() == 1
    assert "picture" in elements(await other.socket.hear())


async def test_no_push_of_the_short_way_holds_another_seats_cards(match, pages):
    own, other, press = pages
    assert (await own.press(press))[0] == 204
    hands = await sync_to_async(lambda: state_of(current(match)).hands)()
    seats = {row.user_id: row.number for row in await sync_to_async(list)(match.room.seats.all())}
    for page in (own, other):
        theirs = hands[1 - seats[page.user.pk]]
        message = await page.socket.hear()
        assert not any(f"value={NAMES[card]} " in message for card in theirs)
