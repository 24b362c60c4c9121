"""Sockets from one address are limited, whatever a client claims about where it comes from."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from django.conf import settings

from games.foundation.addresses import ANSWER, SocketsPerAddress, network_of


def test_a_house_of_many_addresses_is_one():
    assert network_of({"client": ("2001:db8:1:2:aaaa::1", 1)}) == network_of({"client": ("2001:db8:1:2:bbbb::9", 2)})
    assert network_of({"client": ("2001:db8:1:2::1", 1)}) != network_of({"client": ("2001:db8:1:3::1", 1)})
    assert network_of({"client": ("::ffff:192.0.2.7", 1)}) == "192.0.2.7"
    assert network_of({"client": None}) == ""


class Caller:
    """One client of the guard: connects, and hangs up when told."""

    def __init__(self, guard, address, headers=(), extensions=("websocket.http.response",)):
        self.scope = {
            "type": "websocket",
            "scheme": "ws",
            "client": (address, 1),
            "headers": headers,
            "extensions": {name: {} for name in extensions},
        }
        self.sent = []
        self.gone = asyncio.Event()
        self.first = asyncio.Event()
        self.connected = False
        self.task = asyncio.create_task(guard(self.scope, self.receive, self.send))

    async def receive(self):
        if not self.connected:
            self.connected = True
            return {"type": "websocket.connect"}
        await self.gone.wait()
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(self, message):
        self.sent.append(message)
        self.first.set()

    async def answer(self):
        await asyncio.wait_for(self.first.wait(), 10)
        return self.sent[0]["type"], self.sent[0].get("status")

    async def hang_up(self):
        self.gone.set()
        await asyncio.wait_for(self.task, 10)


async def app(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


TAKEN, REFUSED = ("websocket.accept", None), ("websocket.http.response.start", 429)


async def test_one_too_many_is_told_so_and_others_are_not_touched():
    guard = SocketsPerAddress(app, 2)
    callers = [Caller(guard, "192.0.2.1") for _ in range(3)]
    assert [await caller.answer() for caller in callers] == [TAKEN, TAKEN, REFUSED]
    await callers[2].hang_up()
    assert callers[2].sent[1]["body"] == ANSWER
    other = Caller(guard, "192.0.2.2")
    assert await other.answer() == TAKEN
    await callers[0].hang_up()
    again = Caller(guard, "192.0.2.1")
    assert await again.answer() == TAKEN
    for caller in (callers[1], other, again):
        await caller.hang_up()
    assert not guard.open


async def test_a_server_that_cannot_say_it_closes():
    guard = SocketsPerAddress(app, 0)
    caller = Caller(guard, "192.0.2.1", extensions=())
    assert (await caller.answer())[0] == "websocket.close"


async def test_a_socket_that_breaks_is_counted_no_more():
    async def broken(scope, receive, send):
        raise OSError

    guard = SocketsPerAddress(broken, 1)
    for _ in range(3):
        with pytest.raises(OSError):
            await guard({"client": ("192.0.2.1", 1)}, None, None)
    assert not guard.open


@pytest.mark.parametrize(("proxies", "refused"), [([], True), (["192.0.2.9"], False)])
async def test_only_a_trusted_proxy_says_where_others_come_from(proxies, refused):
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

    guard = SocketsPerAddress(app, 1)
    served = ProxyHeadersMiddleware(guard, trusted_hosts=proxies) if proxies else guard
    forged = [[(b"x-forwarded-for", f"203.0.113.{number}".encode())] for number in range(2)]
    callers = [Caller(served, "192.0.2.9", headers) for headers in forged]
    assert [await caller.answer() for caller in callers] == [TAKEN, REFUSED if refused else TAKEN]
    for caller in callers:
        await caller.hang_up()


def test_the_nginx_in_front_counts_the_same_for_all_processes():
    """Each process counts only its own; ARCHITECTURE.md gives the reason for both such counts."""
    root = Path(settings.BASE_DIR)
    rules = (root / "cardsite/deploy/nginx/locations.conf").read_text()
    assert int(re.search(r"limit_conn sockets (\d+);", rules)[1]) == 100 == settings.SOCKETS_PER_ADDRESS
    text = (root / "ARCHITECTURE.md").read_text()
    reason = next(part for part in text.split("\n\n") if "foundation/rate_limit.py" in part and "one mechanism" in part)
    assert "`foundation/addresses.py`" in reason and "`table/hub.py`" in reason and "killed" in reason
