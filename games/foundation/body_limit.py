"""Reject oversized bodies (413) before Django reads them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

#: The largest body in bytes; uploads of records are the largest that our pages send.
MAX_BODY = 2 * 1024 * 1024
#: Bytes and seconds for which the rest of a body is read and dropped, so that the browser gets the answer
#: rather than a connection error.
MAX_DRAINED = 256 * 1024 * 1024
DRAIN_SECONDS = 30.0
ANSWER = b"That is more than this site takes: at most 2 MiB at once."

App = Callable[[Any, Any, Any], Awaitable[None]]


class TooLarge(Exception):
    """The body is larger than ``MAX_BODY``."""


class BodySizeLimit:
    """Answer 413 to a body above ``MAX_BODY``, in bounded memory, whatever its Content-Length says."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MAX_BODY:
            await self._refuse(receive, send, 0)
            return
        read = 0

        async def limited_receive() -> Any:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MAX_BODY:
                raise TooLarge
            return message

        try:
            await self.app(scope, limited_receive, send)
        except TooLarge:
            await self._refuse(receive, send, read)

    async def _refuse(self, receive: Any, send: Any, read: int) -> None:
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                while read < MAX_DRAINED:
                    message = await receive()
                    read += len(message.get("body", b""))
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            pass  # a slow sender is answered all the same
        headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": ANSWER})
