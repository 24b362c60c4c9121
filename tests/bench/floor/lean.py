"""The reference: Channels and the ORM without their avoidable costs, and nothing added.

One in-process layer without copies, one long-lived task per direction, one hop to a database
thread per move, f-strings. No session, no rules, no transaction of several statements.
"""

from __future__ import annotations

import asyncio
import os
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.floor.settings")
django.setup()

from channels.consumer import get_handler_name  # noqa: E402  needs the apps
from channels.exceptions import StopConsumer  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.layers import BaseChannelLayer, get_channel_layer  # noqa: E402
from channels.routing import URLRouter  # noqa: E402
from django.urls import path  # noqa: E402

from tests.bench.floor.models import Move  # noqa: E402
from tests.bench.floor.picture import fast  # noqa: E402

database = ThreadPoolExecutor(1)


class DirectLayer(BaseChannelLayer):  # type: ignore[misc]
    """Channels' layer API in one process and one loop, with queues and nothing else."""

    extensions = ["groups"]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.boxes: dict[str, asyncio.Queue[Any]] = {}
        self.groups: dict[str, set[str]] = {}

    async def new_channel(self, prefix: str = "specific.") -> str:
        name = f"{prefix}direct!{uuid.uuid4().hex}"
        self.boxes[name] = asyncio.Queue(1000)
        return name

    async def receive(self, channel: str) -> Any:
        return await self.boxes[channel].get()

    async def group_add(self, group: str, channel: str) -> None:
        self.groups.setdefault(group, set()).add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        self.groups.get(group, set()).discard(channel)
        self.boxes.pop(channel, None)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        for channel in self.groups.get(group, ()):
            self.boxes[channel].put_nowait(message)


class Consumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """A seat's socket."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope, self.base_send = scope, send
        self.channel_layer = get_channel_layer()
        self.channel_name = await self.channel_layer.new_channel()
        pump = asyncio.create_task(self._pump())
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            pump.cancel()

    async def _pump(self) -> None:
        while True:
            await self.dispatch(await self.channel_layer.receive(self.channel_name))

    async def dispatch(self, message: Any) -> None:
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        self.table, self.seat = (self.scope["url_route"]["kwargs"][name] for name in ("table", "seat"))
        await self.channel_layer.group_add(str(self.table), self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(str(self.table), self.channel_name)

    async def table_moved(self, message: Any) -> None:
        await self.send(fast(self.table, self.seat, message["move"]))


async def moved(scope: Any, receive: Any, send: Any) -> None:
    """Store a move through the ORM, push to the group, answer with the fragment."""
    _, _, table, seat = scope["path"].split("/")
    move = Move(table=int(table), seat=int(seat), payload=(await receive())["body"].decode())
    await asyncio.get_running_loop().run_in_executor(database, move.save)
    await get_channel_layer().group_send(table, {"type": "table.moved", "move": move.pk})
    body = fast(int(table), int(seat), move.pk).encode()
    headers = [(b"content-type", b"text/html"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


sockets = URLRouter([path("ws/<int:table>/<int:seat>", Consumer.as_asgi())])


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve ``/ws/<table>/<seat>`` and ``POST /move/<table>/<seat>``."""
    await (sockets if scope["type"] == "websocket" else moved)(scope, receive, send)
