"""A load client's two connections: presses by HTTP, pushes by WebSocket, compressed as browsers ask. Loopback only.

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


class Pushes(asyncio.Protocol):
    """One person's WebSocket: passes each text message to ``on_message`` with its time of arrival."""

    transport: asyncio.Transport

    def __init__(self, url: str, origin: str, cookies: str, on_message: Callable[[bytes, float], None]) -> None:
        packed = ClientPerMessageDeflateFactory()
        self.protocol = ClientProtocol(parse_uri(url), origin=origin, extensions=[packed])  # type: ignore[arg-type]
        self.cookies, self.on_message = cookies, on_message
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
                    self.on_message(bytes(event.data), now)
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
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def watch(self, path: str, on_message: Callable[[bytes, float], None]) -> None:
        """Open the socket."""
        pushes = Pushes(f"ws://{self.address}{path}", f"http://{self.address}", self.cookies, on_message)
        await asyncio.get_running_loop().create_connection(lambda: pushes, "127.0.0.1", self.port)
        await pushes.open

    async def sit(self) -> None:
        """Open the HTTP connection, or open it anew."""
        if self.streams is not None:
            self.streams[1].transport.abort()
        self.streams = await asyncio.open_connection("127.0.0.1", self.port)

    async def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Press as a page with an open socket does; return the response's status and body, 0 where none came."""
        if self.streams is None or self.streams[0].at_eof():  # closed while idle
            await self.sit()
        assert self.streams is not None
        reader, writer = self.streams
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.address}\r\nHX-Request: true\r\nX-CSRFToken: {self.token}\r\n"
            f"X-Socket: on\r\nContent-Type: application/x-www-form-urlencoded\r\nCookie: {self.cookies}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        try:
            answer = await reader.readuntil(b"\r\n\r\n")
            length = LENGTH.search(answer)
            return int(answer[9:12]), await reader.readexactly(int(length[1]) if length else 0)
        except (asyncio.IncompleteReadError, ConnectionError):
            return 0, b""
