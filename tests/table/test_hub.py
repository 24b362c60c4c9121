"""The hub: one round of checks and of heartbeats for all sockets of a process."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session

from games.foundation.observability import metrics
from games.rooms.models import Room
from games.table import hub, watcher_check
from games.table.watchers import Watcher
from tests.matches.tables import match_of
from tests.table.sockets import check_waiter, connect, elements, ended, never

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


def rename_all(name):
    """Change every room, and tell nobody."""
    Room.objects.update(name=name)
    for room in Room.objects.all():
        room.touch()


def watching(*rooms: int) -> hub.Hub:
    """Return a hub with so many sockets in each room, all of which have been shown their table."""
    some = hub.Hub()
    for number, sockets in enumerate(rooms):
        some.rooms[str(number)] = {Watcher(str(number), AnonymousUser(), "en", never) for _ in range(sockets)}
    for watcher in chain(*some.rooms.values()):
        watcher.shown, watcher.listens = {"board": 1}, True
    return some


def test_sockets_hear_their_beats_in_parts_and_each_once_a_round():
    some = watching(30, 30, 36)
    turns = [some._due(turn) for turn in range(7, 7 + hub.HEARTBEAT_BATCHES)]
    assert Counter(chain(*turns)) == Counter(chain(*some.rooms.values()))
    assert {len(due) for due in turns} == {4}


async def test_a_socket_whose_first_picture_is_under_way_hears_no_beat_before_it(table, monkeypatch):
    match, alice, _bob = table
    due: list[set[Watcher]] = []

    def due_here():
        turns = map(hub.hub._due, range(hub.HEARTBEAT_BATCHES))
        return {watcher for watcher in chain(*turns) if watcher.code == match.room.code}

    def drawn(*args):
        picture = draw(*args)  # the event loop has not heard of it yet
        due.append(due_here())
        return picture

    draw = hub.draw
    monkeypatch.setattr(hub, "draw", drawn)
    socket, _accepted = await connect(match, alice)
    assert 'id="picture"' in await socket.hear()
    assert due[0] == set()
    assert due_here() == hub.hub.rooms[match.room.code]
    await socket.hang_up()


def test_a_check_takes_so_many_sockets_at_once_and_never_part_of_a_room(monkeypatch):
    monkeypatch.setattr(hub, "SOCKETS_PER_CHECK", 5)
    parts = watching(2, 3, 1, 7, 4)._parts()
    assert [sorted(Counter(one.code for one in part).items()) for part in parts] == [
        [("0", 2), ("1", 3)],
        [("2", 1)],
        [("3", 7)],
        [("4", 4)],
    ]


async def test_every_table_is_checked_though_one_check_does_not_take_them_all(table, soon, monkeypatch):
    match, alice, bob = table
    monkeypatch.setattr(hub, "SOCKETS_PER_CHECK", 1)
    other = await sync_to_async(match_of)("all-fours", bob, "random")
    sockets = [(await connect(match, alice))[0], (await connect(other, bob))[0]]
    for socket in sockets:
        await socket.hear()
    await sync_to_async(rename_all)("Another name")
    for socket in sockets:
        assert "Another name" in elements(await socket.hear())["bar"]
        await socket.hang_up()


async def test_a_socket_whose_session_is_over_ends_though_it_was_not_told(table, soon, monkeypatch):
    match, alice, _ = table
    monkeypatch.setattr(watcher_check, "RENEW_EVERY", 2)
    socket, _ = await connect(match, alice)
    await socket.hear()
    await sync_to_async(Session.objects.all().delete)()
    assert await ended(socket) == 4401
    assert match.room.code not in hub.hub.rooms


async def test_a_socket_stays_as_long_as_its_session(table, soon, monkeypatch):
    match, alice, _ = table
    monkeypatch.setattr(watcher_check, "RENEW_EVERY", 2)
    checks = await check_waiter(monkeypatch)
    socket, _ = await connect(match, alice)
    await socket.hear()
    await checks(4)
    assert match.room.code in hub.hub.rooms
    await socket.hang_up()


async def test_a_room_that_cannot_be_drawn_keeps_no_other_from_its_repair(table, soon, monkeypatch):
    match, alice, bob = table
    other = await sync_to_async(match_of)("all-fours", bob, "random")
    bad, _ = await connect(match, alice)
    good, _ = await connect(other, bob)
    await bad.hear()
    await good.hear()
    draw = hub.draw

    def broken(code, *args):
        if code == match.room.code:
            raise ValueError("a room that cannot be drawn")
        return draw(code, *args)

    monkeypatch.setattr(hub, "draw", broken)
    await sync_to_async(rename_all)("Another name")
    assert "Another name" in elements(await good.hear())["bar"]
    await good.hang_up()
    await bad.hang_up()


@pytest.mark.parametrize(("newer", "drawing", "lost"), [(0, False, 0), (1, True, 0), (1, False, 1)])
async def test_a_picture_that_came_during_a_check_counts_as_no_lost_push(table, monkeypatch, newer, drawing, lost):
    """Under load, checks fell between a change and its picture: the metric counted pushes that were not lost."""
    match, alice, _ = table
    socket, _ = await connect(match, alice)
    await socket.hear()
    code = match.room.code
    version = await Room.objects.filter(code=code).values_list("version", flat=True).aget() + newer
    monkeypatch.setattr(hub, "check_watchers", lambda *_args: watcher_check.CheckResult([(code, version)], []))
    if drawing:
        hub.hub._drawing.add(code)
    before = metrics.REPAIRED._value.get()
    await hub.hub._check(hub.hub.rooms[code], 1)
    assert metrics.REPAIRED._value.get() == before + lost
    hub.hub._drawing.discard(code)
    await socket.hang_up()


async def test_a_socket_whose_first_picture_comes_with_somebody_elses_hears_no_beat_before_it(monkeypatch):
    some, sent = hub.Hub(), []

    async def send(text):
        sent.append(text)

    async def drawn_meanwhile(_code):
        watcher.shown = {"board": 1}  # by a drawing that has not been sent yet

    watcher = Watcher("0", AnonymousUser(), "en", send)
    monkeypatch.setattr(some, "refresh", drawn_meanwhile)
    await some.join(watcher)
    assert sent == []
    for picture in ("first", "second"):
        await some._show(watcher, picture)
    assert sent == ["first", hub.HEARTBEAT, "second"]
    for work in (some._poll, some._beating):
        work.cancel()
