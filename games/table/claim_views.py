"""Presses about the rest of a hand: it is claimed or given up, agreed to, or played on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.matches import claims, services
from games.matches.claims import NothingToClaim
from games.table.cached_gettext import gettext as _
from games.table.hint_views import Asked, asked_of
from games.table.responses import not_ours
from games.table.scene import Refused
from games.table.snapshot import load_snapshot
from games.table.views import answer, moved_on

DEEDS = frozenset({"claim-rest", "concede", "agree", "object"})


@require_POST
@never_cache
def rest(request: HttpRequest, code: str) -> HttpResponse:
    """Claim the rest of the hand for the viewer's seat, give it up, or answer somebody who does."""
    # whoever gives up does so whatever has been played since the menu was opened
    asked = asked_of(request, code, newest=request.POST.get("do") != "concede")
    if isinstance(asked, HttpResponse):
        return asked
    if asked.press.do not in DEEDS:
        return not_ours()
    try:
        _carry_out(asked)
    except services.Stale:
        return answer(request, load_snapshot(code), 409, moved_on(asked.press))
    except NothingToClaim:
        said = _("You cannot be sure of all tricks.")
        if asked.press.do == "concede":
            said = _("There is nothing to give up, or you have asked before.")
        return answer(request, asked.snapshot, 422, Refused("no-claim", said=said))
    return answer(request, load_snapshot(code), 200, None)


def _carry_out(asked: Asked) -> None:
    hand_id, seat = asked.press.hand_id, asked.seat
    if asked.press.do == "claim-rest":
        claims.claim_rest(hand_id, seat, seq=asked.press.seq)
    elif asked.press.do == "concede":
        claims.concede(hand_id, seat)
    elif asked.press.do == "agree":
        claims.agree(hand_id, seat)
    else:
        claims.object_to(hand_id, seat)
