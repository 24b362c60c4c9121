"""The number of onlookers is shown to everybody at the table, and counted over all processes."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache

from games.rooms import onlookers
from games.table import hub, watchers
from tests.matches.tables import match_of, person
from tests.table.sockets import connect, elements

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


@pytest.fixture
async def table(monkeypatch):
    monkeypatch.setattr(hub, "CHECK_SECONDS", 0.05)
    hub.hub._poll = None
    alice, bob = await sync_to_async(person)("alice"), await sync_to_async(person)("bob")
    yield await sync_to_async(match_of)("all-fours", alice, bob), alice, bob
    hub.hub._poll = None


async def bar(socket, says):
    """Hear messages until the bar says something, or no longer says it; no other part changes."""
    text, is_shown = says
    while (text in elements(await socket.hear()).get("bar", "" if is_shown else text)) is not is_shown:
        pass


async def test_the_table_says_how_many_look_on(table):
    match, alice, _bob = table
    socket, _ = await connect(match, alice)
    assert "watching" not in elements(await socket.hear())["bar"]
    carol = await sync_to_async(person)("carol")
    first, _ = await connect(match, carol)
    await bar(socket, ("1 watching", True))
    second, _ = await connect(match, carol)  # the same person in another tab counts once
    stranger, _ = await connect(match)
    await bar(socket, ("2 watching", True))
    await stranger.hang_up()
    await bar(socket, ("1 watching", True))
    await first.hang_up()
    await second.hang_up()
    await bar(socket, ("watching", False))
    await socket.hang_up()


async def test_a_page_says_what_the_socket_says(table, client):
    match, _alice, _bob = table
    socket, _ = await connect(match)
    assert "1 watching" in elements(await socket.hear())["bar"]
    page = await sync_to_async(client.get)(f"/t/{match.room.code}/")
    assert "1 watching" in page.content.decode()
    await socket.hang_up()
    page = await sync_to_async(client.get)(f"/t/{match.room.code}/")
    assert "watching" not in page.content.decode()


@pytest.fixture
def elsewhere(settings, monkeypatch):
    """Act as another process for a moment, where processes share a cache."""
    settings.REDIS_URL = "shared"
    cache.clear()

    memories = {}

    def note(process, counts):
        monkeypatch.setattr(onlookers, "_process", process)
        for memory in ("_here", "_shared", "_elsewhere"):
            monkeypatch.setattr(onlookers, memory, memories.setdefault((process, memory), {}))
        onlookers.note(counts)

    yield note
    cache.clear()


def test_processes_add_up(elsewhere):
    elsewhere("a", {"ROOM22": 2})
    elsewhere("b", {"ROOM22": 3, "OTHER2": 1})
    assert onlookers.count_onlookers(["ROOM22", "OTHER2", "EMPTY2"]) == {"ROOM22": 5, "OTHER2": 1, "EMPTY2": 0}
    elsewhere("a", {"ROOM22": 0})
    elsewhere("b", {"ROOM22": 3})
    assert onlookers.count_onlookers(["ROOM22"]) == {"ROOM22": 3}


def test_a_picture_asks_for_no_count_that_a_check_has_made(elsewhere, monkeypatch):
    elsewhere("a", {"ROOM22": 2})
    elsewhere("b", {"ROOM22": 3})
    assert onlookers.known_onlookers("ROOM22") == 5  # no check has made one: it asks itself
    monkeypatch.setattr(cache, "get_many", lambda keys: 1 / 0)
    onlookers.note({"ROOM22": 3})  # as it was shared already
    assert onlookers.known_onlookers("ROOM22") == 5
    monkeypatch.undo()


def test_what_a_dead_process_told_is_forgotten(elsewhere, time_machine):
    from datetime import timedelta

    from django.utils import timezone

    elsewhere("a", {"ROOM22": 2})
    elsewhere("b", {"ROOM22": 1})
    time_machine.move_to(timezone.now() + timedelta(seconds=onlookers.VALID_SECONDS + 1))
    assert onlookers.count_onlookers(["ROOM22"]) == {"ROOM22": 1}


def test_who_hangs_up_while_a_look_goes_on_is_not_counted():
    sockets = [watchers.Watcher("ROOM22", None, "en", None) for _ in range(2)]
    sockets[0].gone = True
    assert watchers.looking_on(sockets) == {"ROOM22": 1}
