"""The server's end of a WebSocket, on a real connection."""

from __future__ import annotations

import asyncio
from weakref import ref

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from games.foundation.socket_protocol import SocketProtocol


async def accepts_and_waits(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


async def test_a_socket_that_is_closed_is_freed_at_once():
    """Tests collect no garbage while they run."""
    config, state, refs = Config(accepts_and_waits), ServerState(), []

    def protocol():
        protocol = SocketProtocol(config, state, {})
        refs.extend((ref(protocol), ref(protocol.conn)))
        return protocol

    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
    for _ in range(2):
        async with connect(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"):
            assert refs[-1]() is not None
    async with asyncio.timeout(10):
        while any(protocol() for protocol in refs):
            await asyncio.sleep(0.01)
    server.close()
