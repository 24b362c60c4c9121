"""Answers to presses: the table, with the reason if nothing was done, and plain ones to whoever does not press at their
own seat."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.matches.seating import MOVED_ON
from games.rooms.models import Room
from games.rules.cards import NUMBERS
from games.table import admission, fragments
from games.table.admission import viewer
from games.table.cached_gettext import gettext as _
from games.table.forms import Press
from games.table.game_table import table_of
from games.table.scene import Hint, RefusedPress
from games.table.scene_builder import scene
from games.table.snapshot import RoomSnapshot


def answer(
    request: Any, snapshot: RoomSnapshot, status: int, refused: RefusedPress | None, hint: Hint | None = None
) -> HttpResponse:
    """Answer a press with the current table, and the reason if nothing was done."""
    if request.htmx:
        parts = fragments.parts(scene(snapshot, viewer(request), refused, hint))
        return HttpResponse(fragments.push(parts), status=status)
    if refused is None and hint is None:
        return redirect("table", code=snapshot.room.code)
    return page(request, snapshot, status, refused, hint)


def page(
    request: HttpRequest,
    snapshot: RoomSnapshot,
    status: int = 200,
    refused: RefusedPress | None = None,
    hint: Hint | None = None,
) -> HttpResponse:
    """Return the table's whole page."""
    picture = scene(snapshot, viewer(request), refused, hint)
    # for an onlooker too: they stay on this page if they sit
    reads = table_of(picture.game.key).reads_selection
    # Without scripts the page reloads by itself while the viewer waits, which would lose what they type.
    waits = picture.view is None or picture.seat not in picture.view.to_act
    again = "still" if "still" in request.GET else "goes" if waits else ""
    sounds = any((picture.prefs or {}).get(key) == "on" for key in ("sounds", "vibrate"))
    context = {"scene": picture, "table": fragments.table(picture), "reads": reads, "again": again, "sounds": sounds}
    context["open_hands"] = snapshot.room.learning == Room.Learning.OPEN
    # the link preview in chats
    context |= admission.preview(request, snapshot) if picture.seat is None else {"picture": ""}
    return render(request, "table/table.html", context, status=status)


def hasty(request: HttpRequest, snapshot: RoomSnapshot) -> HttpResponse:
    """Answer somebody who presses too fast (429) with the table."""
    message = _("Too fast! Wait a second, then press again.")
    late = answer(request, snapshot, 429, RefusedPress("fast", message=message))
    late["Retry-After"] = "1"
    return late


def moved_on(press: Press) -> RefusedPress:
    """Return the refusal of a press on a picture that is no longer current."""
    return RefusedPress("stale", message=_(MOVED_ON), cards=chosen(press))


def chosen(press: Press) -> tuple[int, ...]:
    """Return the valid cards of a press."""
    named = press.raw.get("cards") or [press.raw.get("card")]
    return tuple(NUMBERS[name] for name in named if name in NUMBERS)


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
