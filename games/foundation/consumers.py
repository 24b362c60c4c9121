"""Channels' consumer, leaner."""

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
#: Seconds until what a line was told is done again, for which the database was away.
AGAIN = 1.0
#: The code of a line that ended by a fault of ours.
FAULT = 1011


async def refuse_socket(scope: Any, receive: Any, send: Any) -> None:
    """Refuse a socket to a path where none is. Its path stays out of the log: it may be a room's."""
    await receive()  # the handshake
    log.warning("a socket to an unknown path was refused")
    await send({"type": "websocket.close"})


class BaseConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Channels' consumer with one long-lived task a direction and no thread hop a message.

    Channels closes old database connections in a thread on every message. This class leaves
    that out: its queries must all go through ``database_sync_to_async``, which does the same.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = scope
        self.base_send = send
        self.channel_layer = get_channel_layer()
        self.channel_name = await self.channel_layer.new_channel()
        pump = asyncio.create_task(self._pump())
        open_now = metrics.SOCKETS.labels(type(self).__name__)
        open_now.inc()
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        except Exception:
            await self._forgotten()
            raise
        finally:
            open_now.dec()
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)

    async def _forgotten(self) -> None:
        """Leave what was joined, where a line ends by a fault: nobody else would."""
        try:
            await self.disconnect(FAULT)
        except Exception:
            log.exception("a line that failed could not be taken down")

    async def _pump(self) -> None:
        while True:
            message = await self.channel_layer.receive(self.channel_name)
            try:
                await self._told(message)
            except OSError as gone:  # how a server says that the page is there no more; it ends the line itself
                log.info("a line was told %s when its page had gone (%s)", message["type"], type(gone).__name__)
            except Exception:  # a line that listens no more would not end with its session either
                log.exception("a line failed at %s", message["type"])

    async def _told(self, message: dict[str, Any]) -> None:
        """Hand on what was told, again and again while the database is away: it is not told twice."""
        while True:
            try:
                return await self.dispatch(message)
            except (OperationalError, InterfaceError) as fault:
                log.warning("a line waits for the database (%s)", type(fault).__name__)
                await asyncio.sleep(AGAIN)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to the method of its type."""
        await getattr(self, get_handler_name(message))(message)
