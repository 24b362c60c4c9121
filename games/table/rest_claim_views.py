"""Presses about the rest of a hand: claim it, give it up, agree, or play on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.matches import rest_claims, services
from games.matches.rest_claims import NothingToClaim
from games.table.cached_gettext import gettext as _
from games.table.responses import answer, bad_press, moved_on
from games.table.scene import RefusedPress
from games.table.seated_press import SeatedPress, current_press
from games.table.snapshot import load_snapshot

DEEDS = frozenset({"claim-rest", "concede", "agree", "object"})


@require_POST
@never_cache
def rest(request: HttpRequest, code: str) -> HttpResponse:
    """Claim the rest of the hand for the viewer's seat, give it up, or answer such a claim."""
    # giving up is valid whatever has been played since the menu was opened
    seated = current_press(request, code, newest=request.POST.get("do") != "concede")
    if isinstance(seated, HttpResponse):
        return seated
    if seated.press.do not in DEEDS:
        return bad_press()
    try:
        _carry_out(seated)
    except services.Stale:
        return answer(request, load_snapshot(code), 409, moved_on(seated.press))
    except NothingToClaim:
        message = _("You cannot be sure of all tricks.")
        if seated.press.do == "concede":
            message = _("There is nothing to give up, or you have asked before.")
        return answer(request, seated.snapshot, 422, RefusedPress("no-claim", message=message))
    return answer(request, load_snapshot(code), 200, None)


def _carry_out(seated: SeatedPress) -> None:
    hand_id, seat, fields = seated.press.hand_id, seated.seat, seated.press.raw
    if seated.press.do == "claim-rest":
        rest_claims.claim_rest(hand_id, seat, seq=seated.press.seq)
    elif seated.press.do == "concede":
        rest_claims.concede(hand_id, seat)
    elif seated.press.do == "agree":
        rest_claims.agree(hand_id, seat, fields.get("kind"), fields.get("by"))
    else:
        rest_claims.object_to(hand_id, seat, fields.get("kind"), fields.get("by"))
