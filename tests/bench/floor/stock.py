"""The stock way: what a Channels tutorial leads to. A view stores the move and tells the group;
each consumer renders a Django template for its seat."""

from __future__ import annotations

import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.floor.settings")
django.setup(set_prefix=False)

from asgiref.sync import async_to_sync  # noqa: E402
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.layers import get_channel_layer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.contrib.auth.decorators import login_required  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.shortcuts import render  # noqa: E402
from django.template.loader import render_to_string  # noqa: E402
from django.urls import path  # noqa: E402

from tests.bench.floor.models import Move  # noqa: E402
from tests.bench.floor.picture import context  # noqa: E402


@login_required
def move(request: HttpRequest, table: int, seat: int) -> HttpResponse:
    """Store a move, tell the group, answer with the mover's table."""
    stored = Move.objects.create(table=table, seat=seat, payload=request.POST["card"])
    async_to_sync(get_channel_layer().group_send)(f"table-{table}", {"type": "table.moved", "move": stored.pk})
    return render(request, "floor/table.html", context(table, seat, stored.pk))


class Consumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """A seat's socket."""

    async def connect(self) -> None:
        self.table, self.seat = (self.scope["url_route"]["kwargs"][name] for name in ("table", "seat"))
        await self.channel_layer.group_add(f"table-{self.table}", self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(f"table-{self.table}", self.channel_name)

    async def table_moved(self, message: Any) -> None:
        shown = context(self.table, self.seat, message["move"])
        await self.send(text_data=render_to_string("floor/table.html", shown))


urlpatterns = [path("move/<int:table>/<int:seat>", move)]
application = ProtocolTypeRouter(
    {
        "http": get_asgi_application(),
        "websocket": AuthMiddlewareStack(URLRouter([path("ws/<int:table>/<int:seat>", Consumer.as_asgi())])),
    }
)
