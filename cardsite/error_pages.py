"""What a person is told when something is broken: the database is away, or the fault is ours."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

#: Seconds after which a page may well be there again.
SOON = "3"


def broken(request: HttpRequest) -> HttpResponse:
    """Answer a fault: 503 where the database does not answer, which the page waits out; else 500.

    Neither page asks the database for anything: who looks is not known here.
    """
    away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    template, status = ("503.html", 503) if away else ("500.html", 500)
    answer = HttpResponse(render_to_string(template), status=status)
    if away:
        answer["Retry-After"] = SOON
    answer["Cache-Control"] = "no-store"
    return answer
