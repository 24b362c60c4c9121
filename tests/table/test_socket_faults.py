"""Sockets in bad moments: asleep, stalled, signed out without notice, beside a table that fails."""

from __future__ import annotations

import asyncio
import threading
from datetime import timedelta
from weakref import ref

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.utils import timezone

from games.matches import services, turns
from games.matches.models import Hand
from games.rooms.models import Room, Seat
from games.table import consumers, fragments, hub, watcher_check
from tests.matches.tables import current, match_of, person, state_of
from tests.table.sockets import check_waiter, connect, elements, ended, never, parts_of, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


@sync_to_async
def deserted():
    """Return Alice and a match whose hand ended, and whose next was due, while she slept."""
    alice = person("alice")
    match = match_of("all-fours", alice, "random")
    while state_of(current(match)).result is None:
        hand = current(match)
        raw = match.room.rules.write_action(match.room.rules.legal(state_of(hand))[0])
        services.take_action(hand.pk, raw.pop("seat"), raw, seq=hand.version, key=f"k{hand.version}")
    services.score(current(match).pk)
    Seat.objects.filter(user=alice).update(seen_at=timezone.now() - timedelta(minutes=1))
    Hand.objects.update(due_at=timezone.now())
    turns.advance(current(match).pk, current(match).version)
    assert current(match).due_at is None
    return alice, match


async def test_a_page_that_wakes_after_all_had_gone_is_dealt_the_next_hand(soon):
    alice, match = await deserted()
    socket, _ = await connect(match, alice)
    await socket.hear()
    while (await sync_to_async(current)(match)).due_at is None:
        await asyncio.sleep(0.02)  # the test's timeout ends this if it never comes
    await socket.hang_up()


async def test_a_table_that_stays_left_is_not_drawn_again_and_again(soon, monkeypatch):
    """Its owner's page is open, but the house keeps their seat."""
    monkeypatch.setattr(watcher_check, "RENEW_EVERY", 2)
    alice, match = await deserted()
    await sync_to_async(Seat.objects.filter(user=alice).update)(autoplay=True)
    socket, _ = await connect(match, alice)
    await socket.hear()
    versions = Room.objects.filter(pk=match.room_id).values_list("version", flat=True)
    checks = await check_waiter(monkeypatch)
    await checks(2)
    before = await versions.aget()
    await checks(6)
    assert await versions.aget() == before
    await socket.hang_up()


async def test_a_socket_that_stalled_is_ended_so_that_its_page_comes_back(table, monkeypatch):
    match, alice, _ = table
    monkeypatch.setattr(hub, "SEND_TIMEOUT", 0.05)
    socket, _ = await connect(match, alice)
    await socket.hear()

    next(iter(hub.hub.rooms[match.room.code])).send = never
    await play_on(match)
    assert await ended(socket) == hub.TRY_AGAIN_LATER


async def test_a_socket_that_stalled_delays_no_other(table, monkeypatch):
    match, alice, bob = table
    monkeypatch.setattr(hub, "SEND_TIMEOUT", 60.0)
    stalled, _ = await connect(match, alice)
    other, _ = await connect(match, bob)
    for socket in (stalled, other):
        await socket.hear()
    watchers = hub.hub.rooms[match.room.code]
    next(watcher for watcher in watchers if watcher.user == alice).send = never
    async with asyncio.timeout(20):  # nobody has given the other up by then
        for _ in range(3):
            await play_on(match)
            assert await other.hear()
    for socket in (stalled, other):
        await socket.hang_up()


async def test_a_socket_that_was_slow_is_sent_what_it_has_missed_and_one_thing_at_a_time(table, monkeypatch):
    match, alice, bob = table
    monkeypatch.setattr(hub, "SEND_TIMEOUT", 60.0)
    slow, _ = await connect(match, alice)
    other, _ = await connect(match, bob)
    shown = elements(await slow.hear())
    await other.hear()
    watcher = next(one for one in hub.hub.rooms[match.room.code] if one.user == alice)
    send, accepts, under_way, most = watcher.send, asyncio.Event(), [], []

    async def slowly(text):
        under_way.append(text)
        most.append(len(under_way))
        await accepts.wait()
        await send(text)
        under_way.remove(text)

    watcher.send = slowly
    async with asyncio.timeout(20):
        for _ in range(3):
            await play_on(match)
            await other.hear()
    hub.hub._start(hub.hub._send_heartbeats([watcher]))
    accepts.set()
    latest = {name: str(part) for name, part in (await parts_of(match, alice)).items()}
    while shown != latest:
        shown |= elements(await slow.hear())
    assert set(most) == {1}
    for socket in (slow, other):
        await socket.hang_up()


async def test_a_slow_onlooker_is_still_counted(table, monkeypatch):
    match, alice, _ = table
    monkeypatch.setattr(hub, "SEND_TIMEOUT", 60.0)
    stalled, _ = await connect(match)
    socket, _ = await connect(match, alice)
    await stalled.hear()
    bar = elements(await socket.hear())["bar"]
    next(one for one in hub.hub.rooms[match.room.code] if one.user is None).send = never
    for _ in range(2):
        await play_on(match)
        bar = elements(await socket.hear()).get("bar", bar)
    assert "1 watching" in bar
    for one in (stalled, socket):
        await one.hang_up()


async def test_a_socket_is_told_something_now_and_then_though_the_database_is_away(table, monkeypatch):
    match, alice, _ = table
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(hub, "check_watchers", lambda *_args: threading.Event().wait(5))
    hub.hub._poll = None
    socket, _ = await connect(match, alice)
    while (message := await socket.wire.receive_output(10))["text"] != hub.HEARTBEAT:
        assert message["type"] == "websocket.send"
    await socket.hang_up()


async def test_a_viewer_who_has_gone_is_freed_at_once(table):
    """Tests collect no garbage while they run."""
    match, alice, _ = table
    socket, _ = await connect(match, alice)
    await socket.hear()
    viewer = ref(next(iter(hub.hub.rooms[match.room.code])).send.__self__)
    assert viewer() is not None
    await socket.hang_up()
    del socket
    async with asyncio.timeout(10):
        while viewer() is not None:
            await asyncio.sleep(0.01)


async def test_a_change_that_a_last_page_hears_of_as_it_closes_leaves_nothing_behind(table):
    """Its goodbye changes the room while its socket still hears of changes."""
    match, alice, _ = table
    code = match.room.code
    socket, _ = await connect(match, alice)
    await socket.hear()
    await socket.hang_up()
    await hub.hub.changed(code, "as it closes", 1.0, 2)
    for known in (hub.hub.rooms, hub.hub._marks, hub.hub._wanted, hub.hub._reported_at, hub.hub._drawn):
        assert code not in known


async def test_a_socket_that_fails_at_its_beginning_leaves_nothing_behind(table, monkeypatch):
    match, alice, _ = table

    async def fails(_watcher):
        hub.hub.rooms.setdefault(_watcher.code, set()).add(_watcher)
        raise ValueError("a room that cannot be drawn")

    monkeypatch.setattr(hub.hub, "join", fails)
    socket, _ = await connect(match, alice)
    with pytest.raises(ValueError, match="cannot be drawn"):
        await socket.wire.wait(10)
    assert match.room.code not in hub.hub.rooms


async def test_the_cards_of_a_draw_go_on_after_one_that_could_not_be_drawn(soon, monkeypatch, settings):
    settings.DRAW_PACE = 0.2
    people = [await sync_to_async(person)(name) for name in ("alice", "bob", "carol", "dora")]
    match = await sync_to_async(match_of)("eighty", *people)
    socket, _ = await connect(match, people[0])
    await socket.hear()
    failed, draw = [], hub.draw

    def fails_once(code, *args):
        if not failed:
            failed.append(code)
            raise OperationalError("the database is away")
        return draw(code, *args)

    monkeypatch.setattr(hub, "draw", fails_once)
    assert "picture" in elements(await asyncio.wait_for(socket.hear(), 5))
    assert failed
    await socket.hang_up()


async def test_what_was_drawn_and_not_sent_comes_with_the_next_look(table, soon, monkeypatch):
    """One viewer's picture could not be drawn, so nobody was sent anything."""
    match, alice, bob = table
    sockets = [(await connect(match, user))[0] for user in (alice, bob)]
    for socket in sockets:
        await socket.hear()
    drawn, parts = [], fragments.parts

    def fails_at_the_second(scene):
        drawn.append(scene)
        if len(drawn) == 2:
            raise OperationalError("the database is away")
        return parts(scene)

    monkeypatch.setattr(fragments, "parts", fails_at_the_second)
    await play_on(match)
    for socket in sockets:
        assert "picture" in elements(await asyncio.wait_for(socket.hear(), 5))
        await socket.hang_up()


@pytest.mark.parametrize("fault", [OperationalError("the database is away"), ValueError("a card is held twice")])
async def test_a_socket_that_has_its_picture_outlives_a_change_that_cannot_be_drawn(
    table, soon, monkeypatch, caplog, fault
):
    """A viewer who arrives while others play draws their changes too."""
    match, alice, _ = table
    drawn, draw = [], hub.draw

    def fails_at_the_second(code, *args):
        drawn.append(code)
        if len(drawn) == 1:
            hub.hub._wanted[code] = hub.ROWS  # a change is told of meanwhile
        if len(drawn) == 2:
            raise fault
        return draw(code, *args)

    monkeypatch.setattr(hub, "draw", fails_at_the_second)
    socket, _ = await connect(match, alice)
    await socket.hear()
    await play_on(match)
    assert "picture" in elements(await asyncio.wait_for(socket.hear(), 5))
    assert len(drawn) > 2
    faults = [record.exc_info[0] for record in caplog.records if "could not be drawn" in record.getMessage()]
    # the log line of a database that is away carries no fault
    assert isinstance(fault, OperationalError) or faults == [ValueError]
    await socket.hang_up()


async def test_a_room_that_is_removed_while_a_socket_opens_closes_it_for_good(table, monkeypatch):
    match, alice, _ = table
    found = consumers._open

    def open_then_remove(watcher, who):
        try:
            return found(watcher, who)
        finally:
            Room.objects.filter(pk=match.room_id).update(code="GONE22")

    monkeypatch.setattr(consumers, "_open", open_then_remove)
    socket, _ = await connect(match, alice)
    assert await socket.closed() == watcher_check.FORBIDDEN
    assert match.room.code not in hub.hub.rooms
    await socket.hang_up()


async def test_a_room_that_is_removed_while_it_is_watched_is_drawn_no_more(table):
    match, alice, _ = table
    socket, _ = await connect(match, alice)
    await socket.hear()
    await sync_to_async(Room.objects.filter(pk=match.room_id).update)(code="GONE22")
    await hub.hub.refresh(match.room.code)
    assert await socket.closed() == watcher_check.FORBIDDEN
    await socket.hang_up()
