"""Middleware that logs and times requests, and answers health checks."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import resolve

from games.foundation.observability import logs, metrics

log = logging.getLogger("cardsite.requests")
#: A valid X-Request-ID, as set by the proxy.
REQUEST_ID = re.compile(r"[\w-]{8,64}", re.ASCII)
#: Health checks and metrics, which monitors request by a process's own address.
MONITORING_PATHS = {"/healthz", "/readyz", "/metrics"}


class RequestLog:
    """Log and time each request under its request id; the outermost middleware.

    The route is logged, never the path: that may be a secret link.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        with logs.log_context(request=request_id(request.headers.get("X-Request-ID", ""))):
            response = self.get_response(request)
            seconds = time.perf_counter() - began
            note_answer(request.method or "", route_of(request), response.status_code, seconds)
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: dict[str, object]) -> None:
        """Add the room's code to the log context."""
        if isinstance(kwargs.get("code"), str):
            logs.add_context(room=str(kwargs["code"]))


def request_id(header: str) -> str:
    """Return the id by which a request is logged: the proxy's if it sent a valid one, else a new one."""
    return header if REQUEST_ID.fullmatch(header) else secrets.token_hex(8)


def note_answer(method: str, route: str, status: int, seconds: float) -> None:
    """Count and log an answer."""
    metrics.REQUESTS.labels(route, str(status)).observe(seconds)
    fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    log.info("answered", extra=fields)


class HealthChecksFirst:
    """Answer health checks before host validation, sessions and languages.

    A monitor requests a process by its address, which is not among ``ALLOWED_HOSTS``.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path not in MONITORING_PATHS:
            return self.get_response(request)
        request.resolver_match = resolve(request.path)
        response: HttpResponse = request.resolver_match.func(request)
        return response


def route_of(request: HttpRequest) -> str:
    """Return the name of the view that answered, which has few values as a metric's label."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name or request.resolver_match.route
    return "static" if request.path.startswith(f"/{settings.STATIC_URL.lstrip('/')}") else "unknown"
