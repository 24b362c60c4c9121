"""Who may open which socket: every path × every kind of asker (``tests/access``)."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from cardsite.asgi import application
from tests.access import sockets
from tests.access.world import ROLES, make_world
from tests.table.sockets import Socket


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("path", "expected"), [(r[0], r[1:]) for r in map(str.split, sockets.ROWS.strip().splitlines())]
)
async def test_each_socket_opens_for_whom_it_may(path, expected):
    world = await sync_to_async(make_world)()
    address = path.format(**await sync_to_async(sockets.arguments)(path, world))
    outcomes = []
    for role in ROLES:
        headers = [(b"origin", b"http://localhost")]
        if world.people[role] is not None:
            client = Client()
            await sync_to_async(client.force_login)(world.people[role])
            headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
        socket = Socket(application, address, headers)
        assert await socket.connect()
        message = await socket.wire.receive_output(10)
        outcomes.append("open" if message["type"] == "websocket.send" else str(message["code"]))
        if outcomes[-1] == "open":
            await socket.hang_up()
    assert dict(zip(ROLES, outcomes, strict=True)) == dict(zip(ROLES, expected, strict=True))


PATTERNS = {
    "code": "<slug:code>",
    "sealed": "<slug:code>",
    "pk": "<row:pk>",
    "live": "<row:pk>",
    "public": "<row:pk>",
    "showing": "<row:showing>",
}
#: Any other path is no socket and is refused (tests/abuse/test_every_address.py).
REST = {""}


def test_every_socket_has_a_row():
    routes = _websocket_routes(application)
    rows = {row.split()[0].format(**PATTERNS).lstrip("/") for row in sockets.ROWS.strip().splitlines()}
    assert {str(route.pattern) for route in routes} <= rows | REST


def _websocket_routes(site):
    """Return the routes of the site's sockets, however deep in the middleware they are."""
    inner = site.application_mapping["websocket"]
    while not hasattr(inner, "routes"):
        inner = getattr(inner, "application", None) or getattr(inner, "app", None) or inner.inner
    return inner.routes
