"""The press that deals the rest of a draw at once."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.matches import services
from games.table.cached_gettext import gettext as _
from games.table.forms import read_seq
from games.table.responses import MOVED_ON, answer
from games.table.scene import RefusedPress
from games.table.scene_builder import press_key
from games.table.seated_press import seated_viewer
from games.table.snapshot import load_snapshot


@require_POST
@never_cache
def deal_rest(request: HttpRequest, code: str) -> HttpResponse:
    """Note that the viewer wants the rest of the draw at once; it is dealt once everybody does. That somebody has shown
    cards meanwhile changes nothing about it, but whoever ends the last call must have seen them."""
    seated = seated_viewer(request, code)
    if isinstance(seated, HttpResponse):
        return seated
    hand, folded = seated.snapshot.hand, seated.snapshot.folded
    try:
        ends_call, seq = request.POST.get("rest") == "end", read_seq(request.POST.get("seq", ""))
        if hand is None or folded is None or request.POST.get("key") != press_key(hand.pk, seated.seat, seq):
            raise services.Stale
        if ends_call and seq != folded.seq:
            raise services.Stale
        services.deal_rest(hand.pk, seated.seat, ends_call)
    except services.Stale:
        return answer(request, load_snapshot(code), 409, RefusedPress("stale", message=_(MOVED_ON)))
    return answer(request, load_snapshot(code), 200, None)
