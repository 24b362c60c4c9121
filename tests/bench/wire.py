"""A load client's two connections: presses by HTTP, pushes by WebSocket. Loopback only, as thin as possible.

A client library would use more of the shared processor than the server it measures.
"""

from __future__ import annotations

import asyncio
import re
import struct
from collections.abc import Callable
from time import perf_counter

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
#: Any key will do: the handshake's proof guards against caches, and there are none here.
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


class Answers(asyncio.Protocol):
    """One person's HTTP connection, kept open; one request at a time."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.buffer = b""
        self.waiting: Callable[[int, bytes], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]

    def post(self, head: bytes, body: bytes, then: Callable[[int, bytes], None]) -> None:
        """Send a POST; call ``then`` with the response's status and body."""
        assert self.transport is not None and self.waiting is None
        self.waiting = then
        self.transport.write(head + b"content-length: %d\r\n\r\n" % len(body) + body)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, mark, body = self.buffer.partition(b"\r\n\r\n")
        if not mark:
            return
        found = LENGTH.search(head)
        length = int(found[1]) if found else 0
        if len(body) < length:
            return
        self.buffer = body[length:]
        then, self.waiting = self.waiting, None
        if then is not None:
            then(int(head[9:12]), body[:length])

    def connection_lost(self, error: Exception | None) -> None:
        if self.waiting is not None:
            self.waiting(0, b"")


class Pushes(asyncio.Protocol):
    """One person's WebSocket: passes each text message to ``got`` with its time of arrival."""

    def __init__(self, request: bytes, got: Callable[[bytes, float], None]) -> None:
        self.request = request
        self.got = got
        self.buffer = bytearray()
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(self.request)  # type: ignore[union-attr]

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self.buffer += data
        if not self.open.done():
            head, mark, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not mark:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.open.set_exception(ConnectionError(head.decode()))
                return
            self.buffer = bytearray(rest)
            self.open.set_result(None)
        while (message := self._next()) is not None:
            self.got(message, now)

    def _next(self) -> bytes | None:
        """Return the next text message, or None; a ping is answered, the rest is dropped."""
        while len(self.buffer) >= 2:
            length, start = self.buffer[1] & 127, 2
            if length == 126 and len(self.buffer) >= 4:
                (length,), start = struct.unpack_from(">H", self.buffer, 2), 4
            elif length == 127 and len(self.buffer) >= 10:
                (length,), start = struct.unpack_from(">Q", self.buffer, 2), 10
            if len(self.buffer) < start + length:
                return None
            kind, body = self.buffer[0] & 15, bytes(self.buffer[start : start + length])
            del self.buffer[: start + length]
            if kind == 1:
                return body
            if kind == 9 and self.transport is not None:
                self.transport.write(bytes([0x8A, 0x80 | len(body), 0, 0, 0, 0]) + body)
        return None

    def connection_lost(self, error: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("closed during the handshake"))


class Person:
    """Somebody with a session: their headers, HTTP connection and socket."""

    def __init__(self, port: int, session: str) -> None:
        self.port = port
        self.token = "b" * 32
        self.cookies = f"Cookie: csrftoken={self.token}; sessionid={session}\r\n"
        self.answers: Answers | None = None
        self.pushes: Pushes | None = None

    async def watch(self, path: str, got: Callable[[bytes, float], None]) -> None:
        """Open the socket."""
        request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nOrigin: http://127.0.0.1:{self.port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n"
            f"{self.cookies}\r\n"
        ).encode()
        loop = asyncio.get_running_loop()
        _, self.pushes = await loop.create_connection(lambda: Pushes(request, got), "127.0.0.1", self.port)
        await self.pushes.open

    async def sit(self) -> None:
        """Open the HTTP connection, or reopen one that the server closed while idle."""
        if self.answers is not None and self.answers.transport is not None:
            self.answers.transport.abort()
        _, self.answers = await asyncio.get_running_loop().create_connection(Answers, "127.0.0.1", self.port)

    def head(self, path: str) -> bytes:
        """Return the HTTP head of a press, without its length."""
        return (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nHX-Request: true\r\nX-CSRFToken: {self.token}\r\n"
            "X-Line: on\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\n{self.cookies}"
        ).encode()

    def leave(self) -> None:
        """Close both connections."""
        for line in (self.answers, self.pushes):
            if line is not None and line.transport is not None:
                line.transport.abort()
