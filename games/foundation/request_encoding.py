"""Reject forms that are not UTF-8: browsers send no others, and Django's parsers fail on some encodings."""

from __future__ import annotations

import codecs
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

ANSWER = "This site reads forms in the encoding UTF-8."


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
