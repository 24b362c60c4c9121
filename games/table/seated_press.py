"""The gatekeeper of presses: who sits where, what they pressed, and on which picture.

A view takes what it needs, or returns the response that it is given instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode

from games.accounts.models import User
from games.matches import clock, seating
from games.rooms import presence
from games.table.admission import room_or_404, viewer
from games.table.forms import BadForm, Press, read_press
from games.table.limits import too_fast
from games.table.responses import answer, bad_press, hasty, moved_on, no_seat, wrong_seat
from games.table.scene_builder import press_key
from games.table.snapshot import RoomSnapshot


@dataclass(frozen=True, slots=True)
class SeatedViewer:
    """A viewer at their seat in a room."""

    snapshot: RoomSnapshot
    user: User
    seat: int


@dataclass(frozen=True, slots=True)
class SeatedPress(SeatedViewer):
    """A seated player's press on the current hand."""

    press: Press


def seated_viewer(request: Any, code: str, counts: bool = True) -> SeatedViewer | HttpResponse:
    """Return the viewer at their seat, or the response to somebody who has none or presses too fast. ``counts``: the
    request is a press, which the limit counts, and not one that the page makes by itself. Raises as
    ``room_or_404`` does."""
    if response := signed_out(request, code):
        return response
    snapshot = room_or_404(request, code)
    user = viewer(request)
    seat = snapshot.seat_of(user)
    if user is None or seat is None:
        return no_seat()
    mark_present(request, snapshot)
    if counts and too_fast(snapshot.room.pk, seat):
        return hasty(request, snapshot)
    return SeatedViewer(snapshot, user, seat)


def signed_out(request: Any, code: str) -> HttpResponse | None:
    """Return the response to the press of somebody whose session ended after the page was drawn, or None to others:
    they sign in and return to the table. It is the same whether there is such a table or not."""
    if viewer(request) is not None or not request.htmx:
        return None
    back = f"{reverse('account_login')}?{urlencode({'next': reverse('table', args=[code])})}"
    return HttpResponse(status=401, headers={"HX-Redirect": back})


def press_of(request: HttpRequest, seated: SeatedViewer) -> SeatedPress | HttpResponse:
    """Return what a seated viewer pressed, or the response to a form that is not ours or whose key is another seat's
    or hand's."""
    try:
        press = read_press(request.POST, seated.snapshot.room.rules)
    except BadForm:
        return bad_press()
    if seated.snapshot.hand is None or press.key != press_key(press.hand_id, seated.seat, press.seq):
        return wrong_seat()
    return SeatedPress(seated.snapshot, seated.user, seated.seat, press)


def current_press(request: HttpRequest, code: str, newest: bool = True) -> SeatedPress | HttpResponse:
    """Return who pressed what, or the response to a press that must not be carried out. ``newest``: accept only the
    current picture, else any of the current hand."""
    seated = seated_viewer(request, code)
    if isinstance(seated, HttpResponse):
        return seated
    seated_press = press_of(request, seated)
    if isinstance(seated_press, HttpResponse):
        return seated_press
    hand = seated_press.snapshot.hand
    if hand is None or seated_press.press.hand_id != hand.pk or (newest and not is_current(seated_press)):
        return answer(request, seated_press.snapshot, 409, moved_on(seated_press.press))
    return seated_press


def is_current(seated_press: SeatedPress) -> bool:
    """Return whether a press was made on the current picture of the current hand."""
    hand, folded, press = seated_press.snapshot.hand, seated_press.snapshot.folded, seated_press.press
    return hand is not None and folded is not None and (press.hand_id, press.seq) == (hand.pk, folded.seq)


def mark_present(request: HttpRequest, snapshot: RoomSnapshot) -> None:
    """Mark the viewer present at their seat, because a page without scripts has no socket."""
    user, hand = viewer(request), snapshot.hand
    seat = snapshot.row_of(user)
    if user is None or seat is None:
        return
    if seat.left_at is not None or (seat.autoplay and not snapshot.running):
        seating.came_back(snapshot.room.code, user)
    presence.seen(seat, snapshot.at)
    over = snapshot.running and hand is not None and hand.scored_at is not None and hand.due_at is None
    if over and clock.next_deal(snapshot.seats, snapshot.at) is not None:
        seating.resume(snapshot.room)
