"""Help at the table: a hint, which chooses cards and plays none (look.md, «Selecting»), the order of
the hand, and at a learning table a move taken back.

It is made from what the viewer's seat may know, and stores nothing.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.accounts.services import like
from games.hands import services, taking_back
from games.hands.taking_back import NothingToTakeBack
from games.table.build import Gathered, gather, press_key
from games.table.build import scene as scene_of
from games.table.buttons import may_ask_hint
from games.table.forms import BadForm, Press, read_press
from games.table.haste import too_fast
from games.table.hints import advised, hint_for
from games.table.scene import Refused
from games.table.tongue import gettext as _
from games.table.views import answer, found, hasty, mark_present, moved_on, viewer


@require_POST
@never_cache
def hint(request: HttpRequest, code: str) -> HttpResponse:
    """Choose a legal play for the viewer; the next press of the button gives the next one."""
    gathered = found(request, code)
    user = viewer(request)
    seat = gathered.seat_of(user)
    if user is None or seat is None:
        return HttpResponse(_("You have no seat at this table."), status=403)
    mark_present(request, gathered)
    if too_fast(gathered.room.pk, seat):
        return hasty(request, gathered)
    try:
        press = read_press(request.POST, ())
        number = _number(press.do)
    except BadForm:
        return HttpResponse(_("That did not come from one of our pages. Reload the table."), status=400)
    if gathered.hand is None or press.key != press_key(press.hand_id, seat, press.seq):
        return HttpResponse(_("That button belongs to another seat or hand. Reload the table."), status=403)
    if not is_present(gathered, press):
        return answer(request, gathered, 409, moved_on(press))
    scene = scene_of(gathered, user)
    if scene.view is None or scene.keeping.minded or not may_ask_hint(scene):
        return answer(request, gathered, 422, Refused("no-hint", said=_("There is nothing to choose now.")))
    return answer(request, gathered, 200, None, hint_for(scene, number, advised(scene)))


@require_POST
@never_cache
def sort(request: HttpRequest, code: str) -> HttpResponse:
    """Lay the viewer's hand the other way, by rank or by suit, here and at his next tables."""
    gathered = found(request, code)
    user = viewer(request)
    if user is None or gathered.seat_of(user) is None:
        return HttpResponse(_("You have no seat at this table."), status=403)
    like(user, "sort", "" if user.prefs.get("sort") else "suit")
    return answer(request, gather(code), 200, None)


@require_POST
@never_cache
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take the viewer's latest move back, and all that AI players have done since."""
    gathered = found(request, code)
    user = viewer(request)
    seat = gathered.seat_of(user)
    if user is None or seat is None:
        return HttpResponse(_("You have no seat at this table."), status=403)
    mark_present(request, gathered)
    try:
        press = read_press(request.POST, ())
    except BadForm:
        return HttpResponse(_("That did not come from one of our pages. Reload the table."), status=400)
    if gathered.hand is None or press.key != press_key(press.hand_id, seat, press.seq):
        return HttpResponse(_("That button belongs to another seat or hand. Reload the table."), status=403)
    if not is_present(gathered, press):
        return answer(request, gathered, 409, moved_on(press))
    try:
        taking_back.take_back(press.hand_id, seat, seq=press.seq)
    except services.Stale:
        return answer(request, gather(code), 409, moved_on(press))
    except NothingToTakeBack:
        return answer(request, gathered, 422, Refused("no-move", said=_("There is no move to take back.")))
    return answer(request, gather(code), 200, None)


def is_present(gathered: Gathered, press: Press) -> bool:
    """Say whether a press was made on the present picture of the present hand."""
    hand, folded = gathered.hand, gathered.folded
    return hand is not None and folded is not None and (press.hand_id, press.seq) == (hand.pk, folded.seq)


def _number(do: str) -> int:
    word, _space, number = do.partition(" ")
    if word != "hint" or (number and not (number.isascii() and number.isdigit() and len(number) < 3)):
        raise BadForm("do")
    return int(number or 0)
