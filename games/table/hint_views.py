"""Help at the table: a hint, which chooses cards but plays none; sorting the hand; taking a move back; dealing the
rest of a draw at once.

A hint uses only what the viewer's seat may know, and is not stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.accounts.models import User
from games.accounts.services import set_preference
from games.community.rating_rules import why_match_unrated
from games.matches import consent, services, undo
from games.matches.undo import NothingToTakeBack
from games.table.buttons import may_ask_hint
from games.table.cached_gettext import gettext as _
from games.table.forms import BadForm, Press, read_press, read_seq
from games.table.hints import advised, hint_for
from games.table.limits import too_fast
from games.table.responses import bad_press, no_seat, wrong_seat
from games.table.scene import RefusedPress
from games.table.scene_builder import press_key
from games.table.scene_builder import scene as scene_of
from games.table.snapshot import RoomSnapshot, load_snapshot
from games.table.views import MOVED_ON, answer, hasty, mark_present, moved_on, room_or_404, viewer

#: Presses about taking a move back.
TAKING_BACK: Mapping[str, Callable[..., object]] = {
    "take-back": undo.take_back,
    "ask-back": consent.ask,
    "let-back": consent.agree,
    "not-back": consent.refuse,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A seated player's press on the current hand."""

    snapshot: RoomSnapshot
    user: User
    seat: int
    press: Press


@require_POST
@never_cache
def hint(request: HttpRequest, code: str) -> HttpResponse:
    """Choose a legal play for the viewer; the next press of the button gives the next one."""
    context = asked_of(request, code)
    if isinstance(context, HttpResponse):
        return context
    snapshot = context.snapshot
    try:
        number = _number(context.press.do)
    except BadForm:
        return bad_press()
    scene = scene_of(snapshot, context.user)
    if scene.view is None or scene.room_state.stood_in or not may_ask_hint(scene):
        return answer(
            request, snapshot, 422, RefusedPress("no-hint", message=_("There is nothing to choose right now."))
        )
    return answer(request, snapshot, 200, None, hint_for(scene, number, advised(scene)))


@require_POST
@never_cache
def sort(request: HttpRequest, code: str) -> HttpResponse:
    """Toggle sorting the viewer's hand by rank or by suit, here and at later tables."""
    snapshot = room_or_404(request, code)
    user = viewer(request)
    if user is None or snapshot.seat_of(user) is None:
        return no_seat()
    set_preference(user, "sort", "" if user.prefs.get("sort") else "suit")
    return answer(request, load_snapshot(code), 200, None)


@require_POST
@never_cache
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the viewer's latest move and all AI moves since; with other people at the table, ask them or answer
    their request."""
    context = asked_of(request, code)
    if isinstance(context, HttpResponse):
        return context
    if context.press.do not in TAKING_BACK:
        return bad_press()
    try:
        match = context.snapshot.match
        unrated = match is not None and bool(why_match_unrated(match, list(match.players.select_related("user"))))
        TAKING_BACK[context.press.do](context.press.hand_id, context.seat, seq=context.press.seq, unrated=unrated)
    except services.Stale:
        return answer(request, load_snapshot(code), 409, moved_on(context.press))
    except NothingToTakeBack:
        return answer(
            request, context.snapshot, 422, RefusedPress("no-move", message=_("There is nothing to take back."))
        )
    return answer(request, load_snapshot(code), 200, None)


@require_POST
@never_cache
def deal_rest(request: HttpRequest, code: str) -> HttpResponse:
    """Note that the viewer wants the rest of the draw at once; it is dealt once everybody does. That somebody has shown
    cards meanwhile changes nothing about it, but whoever ends the last call must have seen them."""
    snapshot = room_or_404(request, code)
    user, hand, folded = viewer(request), snapshot.hand, snapshot.folded
    seat = snapshot.seat_of(user)
    if user is None or seat is None:
        return no_seat()
    mark_present(request, snapshot)
    if too_fast(snapshot.room.pk, seat):
        return hasty(request, snapshot)
    try:
        ends_call, seq = request.POST.get("rest") == "end", read_seq(request.POST.get("seq", ""))
        if hand is None or folded is None or request.POST.get("key") != press_key(hand.pk, seat, seq):
            raise services.Stale
        if ends_call and seq != folded.seq:
            raise services.Stale
        services.deal_rest(hand.pk, seat, ends_call)
    except services.Stale:
        return answer(request, load_snapshot(code), 409, RefusedPress("stale", message=_(MOVED_ON)))
    return answer(request, load_snapshot(code), 200, None)


def asked_of(request: HttpRequest, code: str, newest: bool = True) -> Asked | HttpResponse:
    """Return who pressed what, or the response to a press that must not be carried out. ``newest``: accept only
    the current picture, else any of the current hand."""
    snapshot = room_or_404(request, code)
    user = viewer(request)
    seat = snapshot.seat_of(user)
    if user is None or seat is None:
        return no_seat()
    mark_present(request, snapshot)
    if too_fast(snapshot.room.pk, seat):
        return hasty(request, snapshot)
    try:
        press = read_press(request.POST, snapshot.room.rules)
    except BadForm:
        return bad_press()
    if snapshot.hand is None or press.key != press_key(press.hand_id, seat, press.seq):
        return wrong_seat()
    if press.hand_id != snapshot.hand.pk or (newest and not is_present(snapshot, press)):
        return answer(request, snapshot, 409, moved_on(press))
    return Asked(snapshot, user, seat, press)


def is_present(snapshot: RoomSnapshot, press: Press) -> bool:
    """Return whether a press was made on the current picture of the current hand."""
    hand, folded = snapshot.hand, snapshot.folded
    return hand is not None and folded is not None and (press.hand_id, press.seq) == (hand.pk, folded.seq)


def _number(do: str) -> int:
    word, _space, number = do.partition(" ")
    if word != "hint" or (number and not (number.isascii() and number.isdigit() and len(number) < 3)):
        raise BadForm("do")
    return int(number or 0)
