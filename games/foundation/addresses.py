"""Networks that requests come from, and the limit on open sockets per network.

It counts what is open now, not a rate, so each process counts its own: see ``games.foundation.rate_limit``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address
from typing import Any

App = Callable[[Any, Any, Any], Awaitable[None]]
ANSWER = b"Too many pages are open from your network. Close some, then load this one again."


def network_of(scope: Any) -> str:
    """Return the network of an ASGI scope's client (``network_at``), or "" if it is unknown.

    The server has already replaced the client's address by the one that a trusted proxy forwards.
    """
    client = scope.get("client")
    return network_at(client[0]) if client else ""


def network_at(host: str) -> str:
    """Return the network that limits count: an IPv4 address itself, the /64 of an IPv6 address.

    A string that is not an address is returned unchanged.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return str(host)
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)


class SocketsPerAddress:
    """Refuse a socket with 429 if its network already has ``limit`` open to this process."""

    def __init__(self, app: App, limit: int) -> None:
        self.app = app
        self.limit = limit
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        network = network_of(scope)
        if not network:
            await self.app(scope, receive, send)
            return
        if self.open[network] >= self.limit:
            await self._refuse(scope, receive, send)
            return
        self.open[network] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.open[network] -= 1
            if not self.open[network]:
                del self.open[network]

    async def _refuse(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()  # the handshake
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 1013})
            return
        headers = [(b"content-type", b"text/plain"), (b"retry-after", b"60")]
        await send({"type": "websocket.http.response.start", "status": 429, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": ANSWER})
