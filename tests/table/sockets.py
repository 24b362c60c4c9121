"""A socket in a test: Channels' own communicator pulls in a second server, this one does not."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.test import Client

from cardsite.asgi import application
from games.table import fragments, hub
from games.table.hub import HEARTBEAT
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, move, state_of

ORIGIN = (b"origin", b"http://localhost")


async def never(_text: str) -> None:
    """Take a message like a connection whose other end reads nothing."""
    await asyncio.Event().wait()


class Socket:
    """One WebSocket to the application."""

    def __init__(self, application: Any, path: str, headers: list[tuple[bytes, bytes]]) -> None:
        path, _mark, query = path.partition("?")
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": query.encode(),
            "headers": [(b"host", b"localhost"), *headers],
            "subprotocols": [],
        }
        self.wire = ApplicationCommunicator(application, scope)

    async def connect(self) -> bool:
        """Shake hands; return whether the connection was accepted."""
        await self.wire.send_input({"type": "websocket.connect"})
        return (await self.wire.receive_output(10))["type"] == "websocket.accept"

    async def hear(self) -> str:
        """Return the next text message that says anything."""
        while True:
            message = await self.wire.receive_output(10)
            assert message["type"] == "websocket.send", message
            if message["text"] != HEARTBEAT:
                return message["text"]

    async def closed(self) -> int:
        """Return the code with which the socket is closed."""
        while (message := await self.wire.receive_output(10)).get("text") == HEARTBEAT:
            pass
        assert message["type"] == "websocket.close", message
        return message["code"]

    async def say(self, text: str | None = None, data: bytes | None = None) -> None:
        """Send a frame."""
        await self.wire.send_input({"type": "websocket.receive", "text": text, "bytes": data})

    async def hang_up(self, code: int = 1001) -> None:
        """Disconnect as a closed page does; with 1006, as a cut connection does."""
        await self.wire.send_input({"type": "websocket.disconnect", "code": code})
        await self.wire.wait(10)


async def connect(match, user=None, *, origin=ORIGIN, language=None):
    """Connect a viewer's socket; return it and whether it was accepted."""
    headers = [origin] if origin else []
    if language:
        headers.append((b"accept-language", language))
    if user is not None:
        client = Client()
        await sync_to_async(client.force_login)(user)
        headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
    code = match if isinstance(match, str) else match.room.code
    socket = Socket(application, f"/ws/t/{code}/", headers)
    return socket, await socket.connect()


@sync_to_async
def play_on(match):
    """Make one legal move for the player to act."""
    hand = current(match)
    game = match.room.rules
    raw = game.write_action(game.legal(state_of(hand))[0])
    move(hand, raw.pop("seat"), raw)


@sync_to_async
def parts_of(match, user):
    """Return the parts of the table as a reload shows them to a viewer."""
    return fragments.parts(scene(load_snapshot(match.room.code), user))


def elements(message):
    """Return the parts of a message by their id."""
    return dict(re.findall(r"<hx-partial id=([a-z]+)>(.*?)</hx-partial>", message, re.DOTALL))


async def ended(socket):
    """Return the code with which a socket is closed, skipping earlier messages."""
    while True:
        message = await socket.wire.receive_output(10)
        if message["type"] == "websocket.close":
            return message["code"]


async def check_waiter(monkeypatch):
    """Return a function that waits for so many checks from now on."""
    rounds, check_watchers, loop = asyncio.Semaphore(0), hub.check_watchers, asyncio.get_running_loop()

    def check_and_count(*args):
        result = check_watchers(*args)
        loop.call_soon_threadsafe(rounds.release)
        return result

    async def checks(many):
        for _ in range(many):
            await asyncio.wait_for(rounds.acquire(), 10)

    monkeypatch.setattr(hub, "check_watchers", check_and_count)
    return checks
