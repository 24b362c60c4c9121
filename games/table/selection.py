"""Describing the chosen cards, in the small line under the prompt.

The rules judge the current state; nothing is stored, and only the viewer's own cards count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.foundation.paths import address
from games.rules.cards import names as card_names
from games.rules.core import Illegal, Malformed
from games.table import fragments
from games.table.cached_gettext import gettext as _
from games.table.game_table import table_of
from games.table.markup import format_html
from games.table.responses import chosen
from games.table.scene import Scene
from games.table.scene_builder import scene as scene_of
from games.table.seated_press import is_current, press_of, seated_viewer
from games.table.snapshot import RoomSnapshot


@require_POST
@never_cache
def read(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with a sentence on what the chosen cards are, or with 204 off turn."""
    seated = seated_viewer(request, code, counts=False)
    if isinstance(seated, HttpResponse):
        return seated
    seated_press = press_of(request, seated)
    if isinstance(seated_press, HttpResponse):
        return seated_press
    scene = scene_of(seated.snapshot, seated.user)
    if not is_current(seated_press) or not describes_selection(scene):
        return HttpResponse(status=204)
    scene = replace(scene, reading=reading(seated.snapshot, scene, chosen(seated_press.press)))
    return HttpResponse(fragments.push(fragments.some(scene, ("picture", "prompt"))))


def describes_selection(scene: Scene) -> bool:
    """Return whether chosen cards are described now: on the viewer's turn, in games that do so."""
    view = scene.view
    if view is None or scene.room_state.autoplay or scene.seat not in view.to_act:
        return False
    return table_of(scene.game.key).reads_selection and view.phase == "play"


def reading(snapshot: RoomSnapshot, scene: Scene, cards: Sequence[int]) -> str:
    """Return what the viewer's chosen cards are, or why they may not be played, with a link to the
    rule; "" if none are chosen, if they are not theirs, or while more must be chosen."""
    view, folded = scene.view, snapshot.folded
    assert view is not None and folded is not None
    table = table_of(scene.game.key)
    if not cards or Counter(cards) - Counter(view.hand) or table.is_partial(view, cards):
        return ""
    raw = {"seat": scene.seat, "do": "play", "cards": card_names(cards)}
    try:
        folded.game.check(folded.state, folded.game.read_action(raw, folded.setup.options))
    except Malformed:
        return ""
    except Illegal as illegal:
        refusal = folded.game.refusals[illegal.code]
        rule = f"{address('room-rules', scene.code)}#{refusal.section}"
        return format_html('<a href="{}" target=_blank>{}</a>', rule, _(refusal.sentence))
    return table.read_selection(view, cards)
