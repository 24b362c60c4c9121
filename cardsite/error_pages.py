"""The error handler for server errors."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

#: Seconds after which a page of status 503 reloads itself.
RETRY_AFTER = "3"
#: What every page is given by its request, for pages that are made without one.
WITHOUT_REQUEST = {"request": None, "me": None, "messages": ()}


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 if the database does not answer, otherwise 500. Neither template queries the database."""
    is_database_down = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    template, status = ("503.html", 503) if is_database_down else ("500.html", 500)
    response = HttpResponse(render_to_string(template, WITHOUT_REQUEST), status=status)
    if is_database_down:
        response["Retry-After"] = RETRY_AFTER
    response["Cache-Control"] = "no-store"
    return response
