"""The socket of every page: it keeps its reader's wishes to play while it is open, and brings them to their table."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.utils import timezone

from cardsite.asgi import application
from games.community import consumers, pairing
from games.rooms import wishes
from games.rooms.models import Wish
from games.rooms.presence import GOODBYE, LEASE
from tests.matches.tables import person
from tests.table.sockets import ORIGIN, Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


@pytest.fixture
def renewals(monkeypatch):
    """Have pages renew their reader's wishes all the time; an event is set at each renewal."""
    loop_of, renewal = {}, asyncio.Event()
    whole = wishes.renew

    def renew(user_id):
        waits = whole(user_id)
        loop_of["loop"].call_soon_threadsafe(renewal.set)
        return waits

    monkeypatch.setattr(consumers, "STILL_HERE", 0.01)
    monkeypatch.setattr(wishes, "renew", renew)
    return loop_of, renewal


async def open_page(user):
    """Open a page's socket and return it."""
    client = Client()
    await sync_to_async(client.force_login)(user)
    cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
    socket = Socket(application, "/ws/me/", [ORIGIN, (b"cookie", cookie)])
    assert await socket.connect()
    return socket


@sync_to_async
def seen_at(moment=None):
    """Return when a wish's owner was last seen, or set it to a moment."""
    if moment is not None:
        Wish.objects.update(seen_at=moment)
    return Wish.objects.get().seen_at


async def test_a_page_keeps_its_readers_wish_until_it_is_closed(renewals):
    loop_of, renewal = renewals
    loop_of["loop"] = asyncio.get_running_loop()
    ann = await sync_to_async(person)("ann")
    await sync_to_async(wishes.make)(ann, "winner")
    socket = await open_page(ann)
    await socket.hear()
    for _ in range(2):  # at once, and again and again
        before = await seen_at(timezone.now() - LEASE)
        renewal.clear()
        await asyncio.wait_for(renewal.wait(), 10)
        assert await seen_at() > before
    await socket.hang_up()
    assert await seen_at() <= timezone.now() - LEASE + GOODBYE


async def test_a_wish_that_is_made_on_an_open_page_is_kept_from_then_on(renewals):
    loop_of, renewal = renewals
    loop_of["loop"] = asyncio.get_running_loop()
    ann = await sync_to_async(person)("ann")
    socket = await open_page(ann)
    await socket.hear()
    await sync_to_async(wishes.make)(ann, "winner")
    before = await seen_at(timezone.now() - LEASE)
    await socket.hear()
    renewal.clear()
    await asyncio.wait_for(renewal.wait(), 10)
    assert await seen_at() > before
    await socket.hang_up()


async def test_the_socket_brings_those_who_wish_the_same_to_their_table():
    ann, bob = await sync_to_async(person)("ann"), await sync_to_async(person)("bob")
    await sync_to_async(wishes.make)(ann, "winner")
    socket = await open_page(ann)
    assert "wants to play" not in await socket.hear()
    await sync_to_async(wishes.make)(bob, "winner")
    await sync_to_async(pairing.bring_together)("winner")
    while "Bob wants to play Winner too. Your table is ready." not in (text := await socket.hear()):
        pass
    assert "Sit down" in text
    await socket.hang_up()
