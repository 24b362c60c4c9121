"""A load client's two connections: presses by HTTP, pushes by WebSocket, packed as browsers ask for. Loopback only.

HTTP is as thin as possible: a client library would use more of the shared processor than the server it measures.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from time import perf_counter

from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class Answers(asyncio.Protocol):
    """One person's HTTP connection, kept open; one request at a time."""

    transport: asyncio.Transport
    buffer = b""
    waiting: Callable[[int, bytes], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]

    def post(self, head: bytes, body: bytes, then: Callable[[int, bytes], None]) -> None:
        """Send a POST; call ``then`` with the response's status and body."""
        assert self.waiting is None
        self.waiting = then
        self.transport.write(head + b"content-length: %d\r\n\r\n" % len(body) + body)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, mark, body = self.buffer.partition(b"\r\n\r\n")
        stated = LENGTH.search(head)
        length = int(stated[1]) if stated else 0
        if not mark or len(body) < length:
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

    transport: asyncio.Transport

    def __init__(self, url: str, origin: str, cookies: str, got: Callable[[bytes, float], None]) -> None:
        packed = ClientPerMessageDeflateFactory()
        self.protocol = ClientProtocol(parse_uri(url), origin=origin, extensions=[packed])  # type: ignore[arg-type]
        self.cookies, self.got = cookies, got
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        request = self.protocol.connect()
        request.headers["Cookie"] = self.cookies
        self.protocol.send_request(request)
        self._send()

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    self.got(bytes(event.data), now)
            elif self.protocol.handshake_exc is not None:
                self.open.set_exception(self.protocol.handshake_exc)
            else:
                self.open.set_result(None)
        self._send()

    def _send(self) -> None:
        for data in self.protocol.data_to_send():
            if data:
                self.transport.write(data)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("closed during the handshake"))


class Person:
    """Somebody with a session: their headers, HTTP connection and socket."""

    def __init__(self, port: int, session: str) -> None:
        self.port, self.address = port, f"127.0.0.1:{port}"
        self.token = "b" * 32
        self.cookies = f"csrftoken={self.token}; sessionid={session}"
        self.answers: Answers | None = None
        self.pushes: Pushes | None = None

    async def watch(self, path: str, got: Callable[[bytes, float], None]) -> None:
        """Open the socket."""
        self.pushes = Pushes(f"ws://{self.address}{path}", f"http://{self.address}", self.cookies, got)
        await asyncio.get_running_loop().create_connection(lambda: self.pushes, "127.0.0.1", self.port)  # type: ignore
        await self.pushes.open

    async def sit(self) -> None:
        """Open the HTTP connection, or reopen one that the server closed while idle."""
        if self.answers is not None:
            self.answers.transport.abort()
        _, self.answers = await asyncio.get_running_loop().create_connection(Answers, "127.0.0.1", self.port)

    def post(self, path: str, body: bytes, then: Callable[[int, bytes], None]) -> None:
        """Press as a page does whose line is open; call ``then`` with the response's status and body."""
        assert self.answers is not None
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.address}\r\nHX-Request: true\r\nX-CSRFToken: {self.token}\r\n"
            f"X-Line: on\r\nContent-Type: application/x-www-form-urlencoded\r\nCookie: {self.cookies}\r\n"
        )
        self.answers.post(head.encode(), body, then)

    def leave(self) -> None:
        """Close both connections."""
        for line in (self.answers, self.pushes):
            if line is not None:
                line.transport.abort()
