"""Each request: a number for its log lines, its time, and what it was answered."""

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
#: A number that the proxy has given the request already.
NUMBER = re.compile(r"[\w-]{8,64}", re.ASCII)
#: Pages for machines inside, which ask by whatever address a process has.
INSIDE = {"/healthz", "/readyz", "/metrics"}


class RequestLog:
    """Outermost, so that it sees the answer that is sent. The route is logged, never the address:
    that may be a link which opens something."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        given = request.headers.get("X-Request-ID", "")
        number = given if NUMBER.fullmatch(given) else secrets.token_hex(8)
        with logs.about(request=number):
            response = self.get_response(request)
            seconds = time.perf_counter() - began
            note_answer(request.method or "", route_of(request), response.status_code, seconds)
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: dict[str, object]) -> None:
        """Note which room a request is about."""
        if isinstance(kwargs.get("code"), str):
            logs.note(room=str(kwargs["code"]))


def note_answer(method: str, route: str, status: int, seconds: float) -> None:
    """Count and log an answer."""
    metrics.REQUESTS.labels(route, str(status)).observe(seconds)
    told = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    log.info("answered", extra=told)


class HealthChecksFirst:
    """Answers machines before anybody asks for the site's name, a session or a language: a monitor
    finds processes by their addresses, which are none of the site's names."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path not in INSIDE:
            return self.get_response(request)
        request.resolver_match = found = resolve(request.path)
        answer: HttpResponse = found.func(request)
        return answer


def route_of(request: HttpRequest) -> str:
    """Return the name of the view that answered, of which there are few."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name or request.resolver_match.route
    return "static" if request.path.startswith(f"/{settings.STATIC_URL.lstrip('/')}") else "unknown"
