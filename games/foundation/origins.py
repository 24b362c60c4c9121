"""Refuse cross-origin sockets and cross-site POST requests."""

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
    """Refuse a WebSocket handshake from a page of another scheme, host or port."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        secure = settings.PUBLIC or scope.get("scheme") == "wss"
        if is_same_origin(headers.get(b"origin", b""), headers.get(b"host", b""), "https" if secure else "http"):
            await self.app(scope, receive, send)
            return
        await receive()  # the handshake
        await send({"type": "websocket.close"})


def is_same_origin(origin: bytes, host: bytes, scheme: str) -> bool:
    """Return whether an ``Origin`` header is that of the site at ``host``, which is among ``ALLOWED_HOSTS``."""
    try:
        url = urlsplit(origin.decode("ascii"))
        name, port = split_domain_port(host.decode("ascii").lower())
        origin_port = str(url.port or PORTS.get(url.scheme, ""))
    except ValueError:
        return False
    if not name or not url.hostname or not origin_port or not validate_host(name, settings.ALLOWED_HOSTS):
        return False
    same_host = url.scheme == scheme and name.strip("[]") == url.hostname
    return same_host and origin_port == (port or PORTS[scheme])


def is_cross_site(request: HttpRequest) -> bool:
    """Return whether the browser marks a request as sent by another site."""
    return request.META.get("HTTP_SEC_FETCH_SITE") == "cross-site"


class CrossSitePosts:
    """Refuse unsafe requests that the browser marks as cross-site: a second defence besides the CSRF token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in SAFE and is_cross_site(request):
            return csrf_failure(request, reason="Sec-Fetch-Site")
        return self.get_response(request)
