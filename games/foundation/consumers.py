"""The base class of our WebSocket consumers."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.db import InterfaceError, OperationalError

from games.foundation.observability import metrics

log = logging.getLogger(__name__)
#: Seconds before retrying a message whose handling failed because the database was away.
RETRY_SECONDS = 1.0
#: Close code of a socket whose consumer failed.
INTERNAL_ERROR = 1011


async def refuse_socket(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a socket to an unknown path. The path is not logged: it may hold a room's code."""
    await receive()  # the handshake
    log.warning("a socket to an unknown path was refused")
    await send({"type": "websocket.close"})


class BaseConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Channels' consumer with one long-lived task per direction and no thread hop per message.

    Channels closes old database connections in a thread on every message. This class leaves that out:
    all queries must go through ``database_sync_to_async``, which does the same.
    """

    #: Whether this consumer has closed its socket.
    closed = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = scope
        self.base_send = send
        self.channel_layer = get_channel_layer()
        self.channel_name = await self.channel_layer.new_channel()
        pump = asyncio.create_task(self._pump())
        open_now = metrics.SOCKETS.labels(consumer=type(self).__name__, line=type(self).__name__)
        open_now.inc()
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        except Exception:
            await self._clean_up()
            raise
        finally:
            open_now.dec()
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)

    async def _clean_up(self) -> None:
        """Run ``disconnect`` after a failure, so that the socket leaves its groups."""
        try:
            await self.disconnect(INTERNAL_ERROR)
        except Exception:
            log.exception("a socket that failed could not be taken down")

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket once: a second reason to close it may already wait in the channel.

        Args:
            code: close code, or None for a normal closure.
            reason: text for the page, or None.
        """
        if not self.closed:
            self.closed = True
            await super().close(code, reason)

    async def _pump(self) -> None:
        while not self.closed:
            message = await self.channel_layer.receive(self.channel_name)
            try:
                await self._handle(message)
            except OSError as gone:  # the page has gone; the server ends the socket itself
                log.info("a socket was told %s after its page had gone (%s)", message["type"], type(gone).__name__)
            except Exception:  # keep the pump running: without it the socket would not end with its session
                log.exception("a socket failed at %s", message["type"])

    async def _handle(self, message: dict[str, Any]) -> None:
        """Dispatch a message, retrying while the database is away: nobody sends the message again."""
        while True:
            try:
                return await self.dispatch(message)
            except (OperationalError, InterfaceError) as fault:
                log.warning("a socket waits for the database (%s)", type(fault).__name__, exc_info=fault)
                await asyncio.sleep(RETRY_SECONDS)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of a message's type."""
        await getattr(self, get_handler_name(message))(message)
