"""Plain answers to requests that do not come from a player at their table."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from games.table.cached_gettext import gettext as _


def no_seat() -> HttpResponse:
    """Answer somebody without a seat here."""
    return HttpResponse(_("You have no seat at this table."), status=403)


def bad_press() -> HttpResponse:
    """Answer a press that none of our pages can send."""
    return HttpResponse(_("That press did not come from our page. Reload the table."), status=400)


def wrong_seat() -> HttpResponse:
    """Answer a press whose key was made for another seat or hand."""
    return HttpResponse(_("That button belongs to another seat or hand. Reload the table."), status=403)


def lead(request: Any, address: str) -> HttpResponse:
    """Redirect to an address, also for htmx."""
    if request.htmx:
        return HttpResponse(status=200, headers={"HX-Redirect": address})
    return redirect(address)
