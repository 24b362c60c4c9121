"""Presses about taking a move back: do it, ask the others, agree, or refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.community.rating_rules import why_match_unrated
from games.matches import consent, services, undo
from games.matches.undo import NothingToTakeBack
from games.table.cached_gettext import gettext as _
from games.table.responses import answer, bad_press, moved_on
from games.table.scene import RefusedPress
from games.table.seated_press import current_press
from games.table.snapshot import load_snapshot

#: Presses about taking a move back.
TAKING_BACK: Mapping[str, Callable[..., object]] = {
    "take-back": undo.take_back,
    "ask-back": consent.ask,
    "let-back": consent.agree,
    "not-back": consent.refuse,
}


@require_POST
@never_cache
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the viewer's latest move and all AI moves since; with other people at the table, ask them or answer
    their request."""
    seated = current_press(request, code)
    if isinstance(seated, HttpResponse):
        return seated
    if seated.press.do not in TAKING_BACK:
        return bad_press()
    try:
        match = seated.snapshot.match
        unrated = match is not None and bool(why_match_unrated(match, list(match.players.select_related("user"))))
        TAKING_BACK[seated.press.do](seated.press.hand_id, seated.seat, seq=seated.press.seq, unrated=unrated)
    except services.Stale:
        return answer(request, load_snapshot(code), 409, moved_on(seated.press))
    except NothingToTakeBack:
        return answer(
            request, seated.snapshot, 422, RefusedPress("no-move", message=_("There is nothing to take back."))
        )
    return answer(request, load_snapshot(code), 200, None)
