"""Reject what browsers never send: forms that are not UTF-8, on which Django's parsers may fail, and NUL characters,
which PostgreSQL neither stores nor looks for."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from itertools import chain
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

ANSWER = "This site reads forms in the encoding UTF-8."
ANSWER_TO_NUL = "This site reads no NUL characters."


class Utf8FormsOnly:
    """Answer 400 to a request whose ``Content-Type`` names an encoding other than UTF-8."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset")
        if charset is not None and not is_utf8(charset):
            return HttpResponseBadRequest(ANSWER, content_type="text/plain")
        request.encoding = "utf-8"
        return self.get_response(request)


def is_utf8(charset: str) -> bool:
    """Return whether an encoding's name is one of UTF-8's aliases."""
    try:
        return codecs.lookup(charset.strip("\"'")).name == "utf-8"
    except (LookupError, ValueError):
        return False


class NoNulCharacters:
    """Answer 400 to a request with a NUL in its path, query or form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Check the form once the token is checked, which reads it too."""
        if has_nul(request):
            return HttpResponseBadRequest(ANSWER_TO_NUL, content_type="text/plain")
        return None


def has_nul(request: HttpRequest) -> bool:
    """Return whether a request's path, query or form contains a NUL."""
    fields = chain(request.GET.lists(), request.POST.lists())
    return "\0" in request.path or any("\0" in text for name, values in fields for text in (name, *values))
