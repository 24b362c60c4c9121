"""Reading back: what the chosen cards are, in the small line under the sentence.

The rules say it of the present state; nothing is stored, and only the viewer's own cards count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.rules.cards import names as card_names
from games.rules.core import Illegal, Malformed, View
from games.rules.shengji.hands import cards_of, hand_of
from games.rules.shengji.shapes import Part, split
from games.rules.shengji.view import View as ShengjiView
from games.rules.shengji.view import table_of
from games.rules.winner.combos import classify
from games.rules.winner.view import WinnerView
from games.table import fragments
from games.table.addresses import address
from games.table.cached_gettext import gettext as _
from games.table.cards import brief
from games.table.display import READ_BACK
from games.table.forms import BadForm, read_press
from games.table.hint_views import is_present
from games.table.markup import format_html
from games.table.responses import no_seat, not_his, not_ours
from games.table.scene import Scene
from games.table.scene_builder import Gathered, press_key
from games.table.scene_builder import scene as scene_of
from games.table.sentences import listed
from games.table.views import chosen, found, viewer
from games.table.winner.cloth import in_words


@require_POST
@never_cache
def read(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with the sentence that says what the chosen cards are; with nothing off turn."""
    gathered = found(request, code)
    user = viewer(request)
    seat = gathered.seat_of(user)
    if user is None or seat is None:
        return no_seat()
    try:
        press = read_press(request.POST, gathered.room.rules.single)
    except BadForm:
        return not_ours()
    if gathered.hand is None or press.key != press_key(press.hand_id, seat, press.seq):
        return not_his()
    scene = scene_of(gathered, user)
    if not is_present(gathered, press) or not readable(scene):
        return HttpResponse(status=204)
    scene = replace(scene, reading=reading(gathered, scene, chosen(press)))
    parts = fragments.parts(scene)
    return HttpResponse(fragments.push({name: parts[name] for name in ("picture", "say")}))


def readable(scene: Scene) -> bool:
    """Say whether cards are read back now: of the games that have shapes, on the viewer's turn."""
    view = scene.view
    if view is None or scene.keeping.minded or scene.seat not in view.to_act:
        return False
    return scene.game.key in READ_BACK and view.phase == "play"


def reading(gathered: Gathered, scene: Scene, cards: Sequence[int]) -> str:
    """Return what cards of the viewer's hand are, or why they may not be played, with the way to
    the rule; nothing where none are chosen, where they are not his, or while a follow lacks some."""
    view, folded = scene.view, gathered.folded
    assert view is not None and folded is not None
    if not cards or Counter(cards) - Counter(view.hand) or _too_few(view, cards):
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
    return described(view, cards)


def described(view: View, cards: Sequence[int]) -> str:
    """Return legal cards in words: «Straight of 4, top J♠: this beats it.»"""
    if isinstance(view, WinnerView):
        combo = classify(tuple(cards), view.options)
        assert combo is not None
        values = {"play": in_words(combo)}
        return (_("%(play)s.") if view.to_beat is None else _("%(play)s: this beats it.")) % values
    assert isinstance(view, ShengjiView)
    values = {"play": _shaped(view, cards)}
    return (_("%(play)s: this follows the lead.") if view.trick else _("%(play)s.")) % values


def _too_few(view: View, cards: Sequence[int]) -> bool:
    return isinstance(view, ShengjiView) and bool(view.trick) and len(cards) < len(view.trick[0].cards)


def _shaped(view: ShengjiView, cards: Sequence[int]) -> str:
    """Return what cards are made of: «tractor of 2 pairs 9♠ 9♠ 8♠ 8♠», by suit and shape."""
    table = table_of(view)
    suits = {table.suits[card] for card in cards}
    if len(suits) > 1:
        return listed(map(brief, cards))
    parts = split(table, hand_of(tuple(cards)))
    if len(parts) == 1:
        return _component(parts[0])
    words = listed(map(_component, parts))
    return words if view.trick else _("Throw of %(parts)s") % {"parts": words}


def _component(part: Part) -> str:
    shown = " ".join(map(brief, cards_of(part.cards)))
    if not part.pairs:
        return shown
    if part.pairs == 1:
        return _("pair %(cards)s") % {"cards": shown}
    text = ngettext("tractor of %(number)s pair %(cards)s", "tractor of %(number)s pairs %(cards)s", part.pairs)
    return text % {"number": part.pairs, "cards": shown}
