"""Hints: a play is chosen on the page, or a call named, and neither is made.

A hint uses only what the viewer's seat may know, and is not stored.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.table.buttons import may_ask_hint
from games.table.cached_gettext import gettext as _
from games.table.forms import BadForm
from games.table.hints import advised, hint_for
from games.table.responses import answer, bad_press
from games.table.scene import RefusedPress
from games.table.scene_builder import scene as scene_of
from games.table.seated_press import current_press


@require_POST
@never_cache
def hint(request: HttpRequest, code: str) -> HttpResponse:
    """Suggest a legal action to the viewer; the next press of the button gives the next one."""
    seated = current_press(request, code)
    if isinstance(seated, HttpResponse):
        return seated
    snapshot = seated.snapshot
    try:
        number = _number(seated.press.do)
    except BadForm:
        return bad_press()
    scene = scene_of(snapshot, seated.user)
    if scene.view is None or scene.room_state.autoplay or not may_ask_hint(scene):
        message = _("There is nothing to choose right now.")
        if not scene.room_state.hints:
            message = _("There are no hints here: you play against one another for your ratings.")
        return answer(request, snapshot, 422, RefusedPress("no-hint", message=message))
    return answer(request, snapshot, 200, None, hint_for(scene, number, advised(scene)))


def _number(do: str) -> int:
    word, _space, number = do.partition(" ")
    if word != "hint" or (number and not (number.isascii() and number.isdigit() and len(number) < 3)):
        raise BadForm("do")
    return int(number or 0)
