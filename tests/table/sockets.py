"""A socket in a test: Channels' own communicator pulls in a second server, this one does not."""

from __future__ import annotations

import asyncio
from typing import Any

from asgiref.testing import ApplicationCommunicator

from games.table.hub import BEAT


async def never(_text: str) -> None:
    """Take a message as a line does whose other end reads nothing."""
    await asyncio.Event().wait()


class Line:
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
        """Shake hands; return whether the line was taken."""
        await self.wire.send_input({"type": "websocket.connect"})
        return (await self.wire.receive_output(10))["type"] == "websocket.accept"

    async def hear(self) -> str:
        """Return the next text message that says anything."""
        while True:
            message = await self.wire.receive_output(10)
            assert message["type"] == "websocket.send", message
            if message["text"] != BEAT:
                return message["text"]

    async def closed(self) -> int:
        """Return the code with which the line is closed."""
        while (message := await self.wire.receive_output(10)).get("text") == BEAT:
            pass
        assert message["type"] == "websocket.close", message
        return message["code"]

    async def say(self, text: str | None = None, data: bytes | None = None) -> None:
        """Send a frame."""
        await self.wire.send_input({"type": "websocket.receive", "text": text, "bytes": data})

    async def hang_up(self, code: int = 1001) -> None:
        """Leave, as a page does that is closed; with 1006 as a line does that is cut."""
        await self.wire.send_input({"type": "websocket.disconnect", "code": code})
        await self.wire.wait(10)
