"""Requests that change something come from this site's own pages, and from nowhere else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.views.csrf import csrf_failure

App = Callable[[Any, Any, Any], Awaitable[None]]
PORTS = {"http": "80", "https": "443"}
SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class SameOriginSockets:
    """Refuse a socket, before it is taken, that a page of another scheme, host or port asks for."""

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        secure = settings.PUBLIC or scope.get("scheme") == "wss"
        if is_ours(headers.get(b"origin", b""), headers.get(b"host", b""), "https" if secure else "http"):
            await self.application(scope, receive, send)
            return
        await receive()  # the handshake
        await send({"type": "websocket.close"})


def is_ours(origin: bytes, host: bytes, scheme: str) -> bool:
    """Say whether an ``Origin`` is that of the site that the request was sent to, by a scheme."""
    try:
        asked = urlsplit(origin.decode("ascii"))
        name, port = split_domain_port(host.decode("ascii").lower())
        its = str(asked.port or PORTS.get(asked.scheme, ""))
    except ValueError:
        return False
    if not name or not asked.hostname or not its or not validate_host(name, settings.ALLOWED_HOSTS):
        return False
    same = asked.scheme == scheme and name.strip("[]") == asked.hostname
    return same and its == (port or PORTS[scheme])


def is_cross_site(request: HttpRequest) -> bool:
    """Say whether a browser tells that another site has sent a request."""
    return request.headers.get("Sec-Fetch-Site") == "cross-site"


class CrossSitePosts:
    """Refuse what a browser says another site has sent: the token is not the only wall."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in SAFE and is_cross_site(request):
            return csrf_failure(request, reason="Sec-Fetch-Site")
        return self.get_response(request)
