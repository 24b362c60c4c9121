"""Bodies of requests: none is kept that is larger than what any page of ours sends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

#: The largest body that is read for a view; uploads of records are the largest there are.
MOST = 2 * 1024 * 1024
#: What is thrown away, so that the browser reads the answer rather than a broken line, and how long.
THROWN_AWAY = 256 * 1024 * 1024
PATIENCE = 30.0
ANSWER = b"That is more than this site takes: at most 2 MiB at once."

App = Callable[[Any, Any, Any], Awaitable[None]]


class TooLarge(Exception):
    """The body has grown beyond what is read."""


class BodySizeLimit:
    """Answer 413 to a large body, in bounded memory, before anything of it is kept."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MOST:
            await self._refuse(receive, send, 0)
            return
        read = 0

        async def counted() -> Any:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST:
                raise TooLarge
            return message

        try:
            await self.app(scope, counted, send)
        except TooLarge:
            await self._refuse(receive, send, read)

    async def _refuse(self, receive: Any, send: Any, read: int) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while read < THROWN_AWAY:
                    message = await receive()
                    read += len(message.get("body", b""))
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            pass  # whoever sends so slowly is answered all the same
        headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": ANSWER})
