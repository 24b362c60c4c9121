"""The table's socket: what it sends is what a reload shows, and each seat gets its own."""

from __future__ import annotations

import asyncio
import threading
from copy import copy
from dataclasses import replace
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts import friends
from games.accounts.models import User
from games.accounts.sockets import ONE_WAY
from games.rooms.models import Ban, Room, Seat
from games.rules.cards import NAMES
from games.table import consumers, fragments, hub
from games.table import drawing as drawings
from games.table.scene import Clock
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, person, state_of
from tests.table.sockets import connect, elements, ended, never, parts_of, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


async def test_it_sends_the_whole_table_on_connect(table):
    match, alice, _ = table
    socket, taken = await connect(match, alice)
    assert taken
    message = await socket.hear()
    assert elements(message) == {name: str(part) for name, part in (await parts_of(match, alice)).items()}
    await socket.hang_up()


async def test_what_it_sends_is_what_a_reload_shows(table):
    match, alice, bob = table
    sockets = [(user, (await connect(match, user))[0]) for user in (None, alice, bob)]
    shown = [elements(await socket.hear()) for _, socket in sockets]
    for _ in range(12):
        await play_on(match)
        for index, (user, socket) in enumerate(sockets):
            shown[index] |= elements(await socket.hear())
            assert shown[index] == {name: str(part) for name, part in (await parts_of(match, user)).items()}
    for _, socket in sockets:
        await socket.hang_up()


async def test_a_socket_of_somebody_who_sits_there_is_opened_with_three_statements(table, monkeypatch):
    """After a deploy all of them come at once."""
    match, alice, _ = table
    statements = []
    open_line = consumers._open

    def count_statements(*args):
        with CaptureQueriesContext(connection) as queries:
            why_not = open_line(*args)
        statements.extend(query["sql"] for query in queries)
        return why_not

    monkeypatch.setattr(consumers, "_open", count_statements)
    socket, _ = await connect(match, alice)
    await socket.hear()
    assert len(statements) == 3, statements  # the table, its hand, and whether they had left
    await socket.hang_up()


async def test_it_sends_only_what_changed(table):
    match, alice, _ = table
    socket, _ = await connect(match, alice)
    whole = await socket.hear()
    await play_on(match)
    part = await socket.hear()
    assert "picture" in elements(part)
    assert len(part) < len(whole)
    await socket.hang_up()


async def test_after_a_picture_that_was_skipped_it_sends_every_part(table, monkeypatch):
    """The answer to a press shows its own picture: parts that look as before must still be sent again."""
    match, alice, _ = table
    socket, _ = await connect(match, alice)
    await socket.hear()
    monkeypatch.setattr("games.matches.events.push", lambda *_args: None)
    await play_on(match)
    await play_on(match)
    await hub.hub.refresh(match.room.code)
    assert set(elements(await socket.hear())) >= set(await parts_of(match, alice))
    await socket.hang_up()


async def test_after_a_move_that_was_skipped_under_one_number_it_sends_every_part(table, monkeypatch):
    """A move may come between a look at the room and one at the hand: the picture is newer than its number."""
    match, alice, _ = table
    socket, _ = await connect(match, alice)
    await socket.hear()
    snapshot = drawings.snapshot_of

    def a_move_later(live):
        room = copy(live.room)
        room.version -= 1
        return snapshot(replace(live, room=room))

    monkeypatch.setattr("games.matches.events.push", lambda *_args: None)
    await play_on(match)
    await play_on(match)
    monkeypatch.setattr(drawings, "snapshot_of", a_move_later)
    await hub.hub.refresh(match.room.code)
    assert set(elements(await socket.hear())) >= set(await parts_of(match, alice))
    await socket.hang_up()


async def test_no_message_holds_another_seats_cards(table):
    match, _, _ = table
    hands = await sync_to_async(lambda: state_of(current(match)).hands)()
    socket, _ = await connect(match, None)
    message = await socket.hear()
    assert not any(f"value={NAMES[number]} " in message for hand in hands for number in hand)
    await socket.hang_up()


async def test_a_lost_push_is_repaired_by_the_poll(table, monkeypatch):
    match, alice, _ = table
    monkeypatch.setattr(hub, "CHECK_SECONDS", 0.05)
    hub.hub._poll = None
    socket, _ = await connect(match, alice)
    await socket.hear()
    monkeypatch.setattr("games.matches.events.push", lambda *_args: None)
    await play_on(match)
    assert "picture" in elements(await socket.hear())
    await socket.hang_up()


async def test_the_poll_goes_on_after_a_look_that_failed(table, monkeypatch):
    match, alice, _ = table
    monkeypatch.setattr(hub, "CHECK_SECONDS", 0.05)
    hub.hub._poll = None
    first_look, check_watchers = asyncio.Event(), hub.check_watchers

    def away_once(*args):
        if not first_look.is_set():
            first_look.set()
            raise OperationalError("the database is away")
        return check_watchers(*args)

    monkeypatch.setattr(hub, "check_watchers", away_once)
    socket, _ = await connect(match, alice)
    await socket.hear()
    await asyncio.wait_for(first_look.wait(), 10)
    monkeypatch.setattr("games.matches.events.push", lambda *_args: None)
    await play_on(match)
    assert "picture" in elements(await socket.hear())
    await socket.hang_up()


async def test_it_accepts_no_move_and_closes_on_a_talker(table):
    match, alice, _ = table
    socket, _ = await connect(match, alice)
    await socket.hear()
    for _ in range(6):
        await socket.say(text='{"do": "stand"}')
    assert await socket.hear() == ONE_WAY
    assert await socket.closed() == 1008
    assert (await sync_to_async(lambda: current(match).version)()) == 0


async def test_a_binary_frame_closes_the_socket(table):
    match, alice, _ = table
    socket, _ = await connect(match, alice)
    await socket.hear()
    await socket.say(data=b"\x00")
    assert await socket.closed() == 1003


@pytest.mark.parametrize(
    "origin",
    [None, (b"origin", b"http://evil.example"), (b"origin", b"null"), (b"origin", b"http://localhost.evil.example")],
)
async def test_a_foreign_origin_is_refused_before_the_socket_is_taken(table, origin):
    match, alice, _ = table
    _, taken = await connect(match, alice, origin=origin)
    assert not taken


async def test_a_room_that_is_not_there_closes_for_good():
    socket, taken = await connect("NOROOM")
    assert taken
    assert await socket.closed() == 4404


async def test_each_viewer_is_written_to_in_their_language(table):
    match, _, _ = table
    socket, _ = await connect(match, None, language=b"zh-CN,zh;q=0.9")
    await socket.hear()
    assert {watcher.language for watcher in hub.hub.rooms[match.room.code]} == {"zh-hans"}
    await socket.hang_up()


async def test_a_room_that_nobody_watches_any_more_is_forgotten(table):
    match, alice, _ = table
    socket, _ = await connect(match, alice)
    await socket.hear()
    await socket.hang_up()
    assert match.room.code not in hub.hub.rooms


# --- rights and presence -------------------------------------------------------------------------


@pytest.mark.parametrize("code", [1000, 1001])
async def test_a_page_that_is_closed_says_goodbye_and_one_that_is_opened_takes_it_back(table, code):
    """A cut or paused socket does not say goodbye, nor does one of two pages."""
    match, alice, _ = table

    async def left():
        return await Seat.objects.filter(user=alice, left_at__isnull=False).aexists()

    first, second = [(await connect(match, alice))[0] for _ in range(2)]
    for socket in (first, second):
        await socket.hear()
    await first.hang_up(code)
    assert not await left()
    await second.hang_up(1006)
    assert not await left()
    paused, _ = await connect(match, alice)
    await paused.hear()
    await paused.hang_up(1005)
    assert not await left()
    third, _ = await connect(match, alice)
    await third.hear()
    await third.hang_up(code)
    assert await left()
    again, _ = await connect(match, alice)
    await again.hear()
    assert not await left()
    await again.hang_up()


async def test_a_room_that_is_not_theirs_closes_for_good(table):
    match, alice, _ = table
    ben = await sync_to_async(person)("ben")
    await sync_to_async(friends.block)(alice, ben)
    socket, taken = await connect(match, ben)
    assert taken
    assert await socket.closed() == 4404


@sync_to_async
def ban(match, alice, other):
    Ban.objects.create(room=match.room, user=other)


@sync_to_async
def suspend(match, alice, other):
    User.objects.filter(pk=other.pk).update(is_active=False)


@sync_to_async
def block(match, alice, other):
    friends.block(alice, other)


@sync_to_async
def close_to_onlookers(match, alice, other):
    Room.objects.update(onlookers=False)


@pytest.mark.parametrize("action", [ban, suspend, block, close_to_onlookers])
async def test_a_right_that_ends_ends_the_open_socket(table, soon, action):
    match, alice, _ = table
    carol = await sync_to_async(person)("carol")
    socket, _ = await connect(match, carol)
    await socket.hear()
    await action(match, alice, carol)
    assert await ended(socket) == 4403
    assert match.room.code not in hub.hub.rooms


async def test_the_seat_that_is_lost_is_drawn_no_more(table):
    match, _, bob = table
    socket, _ = await connect(match, bob)
    first = elements(await socket.hear())
    assert "name=cards" in first["hand"]
    await sync_to_async(Seat.objects.filter(user=bob).update)(user=None, level="policy")
    await play_on(match)
    assert "name=cards" not in elements(await socket.hear())["hand"]
    await socket.hang_up()


async def test_an_open_page_renews_the_lease_and_a_closed_one_is_shown_as_away(table, soon):
    match, alice, bob = table
    long_ago = timezone.now() - timedelta(minutes=5)
    await sync_to_async(Seat.objects.update)(seen_at=long_ago)
    socket, _ = await connect(match, alice)
    assert "away" in elements(await socket.hear())["board"]
    await socket.hear()  # the check has renewed the viewer's own
    seats = await sync_to_async(lambda: {seat.user_id: seat.seen_at for seat in Seat.objects.all()})()
    assert seats[alice.pk] > long_ago
    assert seats[bob.pk] == long_ago
    await socket.hang_up()


async def test_a_clock_of_equal_length_begins_anew_with_the_next_turn(table):
    match, alice, _ = table

    def clocks():
        Room.objects.update(clock=60)
        drawn = []
        for seq in (3, 4):
            snapshot = load_snapshot(match.room.code)
            shown = scene(snapshot, alice)
            drawn.append(fragments.parts(replace(shown, seq=seq, clock=Clock(60.0, 60.0)))["clock"])
        return drawn

    first, second = await sync_to_async(clocks)()
    assert first != second


async def test_a_socket_that_is_closed_costs_the_others_no_picture(table, monkeypatch):
    """The first socket to hear of a change draws for all."""
    match, alice, bob = table
    drawing, go, heard = asyncio.Event(), threading.Event(), asyncio.Event()
    loop, drawn = asyncio.get_running_loop(), hub.draw

    def slowly(*args):
        loop.call_soon_threadsafe(drawing.set)
        go.wait(20)
        return drawn(*args)

    async def hear(text):
        heard.set()

    monkeypatch.setattr(hub, "draw", slowly)
    here = hub.Hub()
    here.rooms[match.room.code] = {hub.Watcher(match.room.code, user, "en", hear) for user in (alice, bob)}
    first = asyncio.create_task(here.refresh(match.room.code))
    await asyncio.wait_for(drawing.wait(), 20)
    first.cancel()
    go.set()
    await asyncio.wait_for(heard.wait(), 20)


# uvicorn raises the first for a socket whose other end is gone, the second for a socket that it has closed itself.
@pytest.mark.parametrize("fault", [OSError(), RuntimeError("Unexpected ASGI message 'websocket.send'")])
async def test_one_who_has_gone_keeps_nobody_else_waiting(table, fault):
    match, alice, bob = table
    dead, _ = await connect(match, alice)
    await dead.hear()

    async def broken(text):
        raise fault

    next(iter(hub.hub.rooms[match.room.code])).send = broken
    socket, _ = await connect(match, bob)
    await socket.hear()
    await play_on(match)
    assert "picture" in elements(await socket.hear())
    assert len(hub.hub.rooms[match.room.code]) == 1
    await socket.hang_up()


async def test_one_who_never_reads_is_dropped_and_keeps_nobody_waiting(table, monkeypatch):
    match, alice, bob = table
    monkeypatch.setattr(hub, "SEND_TIMEOUT", 0.05)
    deaf, _ = await connect(match, alice)
    await deaf.hear()

    next(iter(hub.hub.rooms[match.room.code])).send = never
    socket, _ = await connect(match, bob)
    await socket.hear()
    for _ in range(2):
        await play_on(match)
        assert "picture" in elements(await socket.hear())
    async with asyncio.timeout(10):
        while len(hub.hub.rooms[match.room.code]) > 1:
            await asyncio.sleep(0.01)
    assert [watcher.user.pk for watcher in hub.hub.rooms[match.room.code]] == [bob.pk]
    await socket.hang_up()


async def test_the_oldest_of_too_many_sockets_is_closed(table, monkeypatch):
    match, alice, _ = table
    monkeypatch.setattr(hub, "MOST_SOCKETS", 2)
    sockets = [(await connect(match, alice))[0] for _ in range(3)]
    assert await ended(sockets[0]) == 1008
    for socket in sockets[1:]:
        await socket.hear()
        await socket.hang_up()
