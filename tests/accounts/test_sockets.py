"""A person's open sockets: they end with the session, and bring what is new."""

from __future__ import annotations

import asyncio
import logging

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cardsite.asgi import application
from games.accounts import friends, services, sockets
from games.accounts.sockets import ONE_WAY
from games.community.account_deletion import delete_account
from games.foundation import consumers
from tests.matches.tables import match_of, person
from tests.table.sockets import Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]
PASSWORD = "seven-sided-lantern"


def signed_in(name, password=PASSWORD):
    """Return a browser in which a person has signed in by the login page."""
    client = Client()
    answer = client.post(reverse("account_login"), {"login": name, "password": password})
    assert answer.status_code == 302
    return client


async def connect(client, path):
    """Open a socket from a browser and read its first message."""
    cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
    socket = Socket(application, path, [(b"origin", b"http://localhost"), (b"cookie", cookie)])
    assert await socket.connect()
    return socket, await socket.hear()


@sync_to_async
def setting(name="alice"):
    alice = person(name)
    alice.set_password(PASSWORD)
    alice.save()
    match = match_of("all-fours", alice, person("bob"))
    return alice, match, signed_in(name), signed_in(name)


def sign_out(alice, here, there):
    here.post(reverse("account_logout"))


def suspend(alice, here, there):
    services.suspend(alice)


def change_password(alice, here, there):
    new = "another-lantern-hangs-there"
    answer = there.post(
        reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": new, "password2": new}
    )
    assert answer.status_code == 302


def revoke(alice, here, there):
    assert there.post(reverse("usersessions_list")).status_code == 302


def delete(alice, here, there):
    delete_account(alice)


def sign_in_as_another(alice, here, there):
    bob = friends.find_by_name("bob")
    bob.set_password(PASSWORD)
    bob.save()
    here.post(reverse("account_logout"))
    here.post(reverse("account_login"), {"login": "bob", "password": PASSWORD})


@pytest.mark.parametrize("action", [sign_out, suspend, change_password, revoke, delete, sign_in_as_another])
@pytest.mark.parametrize("path", ["/ws/t/{code}/", "/ws/me/"])
async def test_a_socket_ends_with_its_session(action, path):
    alice, match, here, there = await setting()
    socket, _first = await connect(here, path.format(code=match.room.code))
    await sync_to_async(action)(alice, here, there)
    while (message := await socket.wire.receive_output(2))["type"] == "websocket.send":
        pass
    assert (message["type"], message["code"]) == ("websocket.close", 4401)


async def test_signing_out_here_leaves_the_sockets_elsewhere_open():
    alice, _match, here, there = await setting()
    socket, _first = await connect(there, "/ws/me/")
    await sync_to_async(sign_out)(alice, here, there)
    await sync_to_async(friends.ask)(await sync_to_async(friends.find_by_name)("bob"), alice, "alice")
    assert "Bob wants to be your friend." in await socket.hear()
    await socket.hang_up()


async def test_what_is_new_comes_to_the_open_page_in_its_readers_language():
    alice, _match, here, _there = await setting()
    await sync_to_async(services.set_language)(alice, "zh-hans")
    bob = await sync_to_async(friends.find_by_name)("bob")
    socket, first = await connect(here, "/ws/me/")
    assert "dialog" not in first
    await sync_to_async(friends.ask)(bob, alice, "alice")
    assert '<hx-partial id="news">' in await socket.hear()
    await socket.hang_up()


async def test_what_came_while_away_is_there_on_return():
    alice, _match, here, _there = await setting()
    await sync_to_async(friends.ask)(await sync_to_async(friends.find_by_name)("bob"), alice, "alice")
    socket, first = await connect(here, "/ws/me/")
    assert "Bob wants to be your friend." in first
    await socket.hang_up()


@pytest.mark.parametrize("fault", [OperationalError("the database is away"), RuntimeError("a fault of ours")])
async def test_a_socket_listens_on_after_a_fault(monkeypatch, fault):
    """A message that comes while the database is away is handled when it is back; other failures are not retried."""
    alice, match, here, _ = await setting()
    monkeypatch.setattr(consumers, "RETRY_SECONDS", 0.01)
    socket, _ = await connect(here, f"/ws/t/{match.room.code}/")
    holds, calls = sockets.is_valid_session, []

    def fails_once(*args):
        calls.append(args)
        if len(calls) == 1:
            raise fault
        return holds(*args)

    monkeypatch.setattr(sockets, "is_valid_session", fails_once)
    await sync_to_async(sign_out)(alice, here, None)
    if isinstance(fault, RuntimeError):
        await sync_to_async(services.suspend)(alice)
    assert await socket.closed() == sockets.SIGNED_OUT
    assert len(calls) == 2


async def test_a_page_that_has_gone_is_no_fault_of_ours(monkeypatch, caplog):
    alice, _match, here, _ = await setting()
    socket, _ = await connect(here, "/ws/me/")
    closing = asyncio.Event()

    async def close(self, code=None):
        closing.set()
        raise ConnectionResetError

    monkeypatch.setattr(sockets.PersonalConsumer, "close", close)
    with caplog.at_level(logging.INFO, "games.foundation.consumers"):
        await sync_to_async(services.suspend)(alice)
        await asyncio.wait_for(closing.wait(), 10)
        await socket.hang_up()
    assert [record.levelname for record in caplog.records if record.name == "games.foundation.consumers"] == ["INFO"]


async def test_nobodys_own_socket_is_closed():
    socket = Socket(application, "/ws/me/", [(b"origin", b"http://localhost")])
    assert await socket.connect()
    assert await socket.closed() == 4401


async def test_the_own_socket_takes_nothing():
    _alice, _match, here, _there = await setting()
    socket, _first = await connect(here, "/ws/me/")
    for _ in range(6):
        await socket.say(text="{}")
    assert await socket.hear() == ONE_WAY
    assert await socket.closed() == 1008


def test_a_session_that_has_run_out_holds_no_socket():
    alice = person("alice")
    alice.set_password(PASSWORD)
    alice.save()
    key = signed_in("alice").session.session_key
    assert sockets.is_valid_session(key, alice.pk)
    Session.objects.update(expire_date=timezone.now())
    assert not sockets.is_valid_session(key, alice.pk)
