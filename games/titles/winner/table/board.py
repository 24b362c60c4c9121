"""The board of Winner: seats with their last play or pass, the kind of the trick."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.rules.climbing.combos import KINDS, Combo, describe
from games.rules.core import Action, Seat
from games.rules.winner.actions import Play
from games.rules.winner.combos import TERMS, classify
from games.rules.winner.view import WinnerView
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face, joined
from games.table.display import NOTHING, played, seat_badge, spot, tag
from games.table.markup import format_html
from games.table.scene import Scene
from games.table.sentences import NOBODY, sentence, tell

#: so few cards are «almost out»
FEW = 3


def board(scene: Scene, view: WinnerView) -> SafeString:
    """Return the seats with what lies before them, and the middle."""
    lying = _laid(scene, view)
    spots = joined(spot(seat, scene, _plate(seat, scene, view), lying.get(seat, NOTHING)) for seat in range(view.seats))
    return format_html(
        '<section class="board seats{}" id="board" aria-label="{}">{}{}</section>',
        str(view.seats),
        _("Table"),
        spots,
        _hub(scene, view),
    )


def _plate(seat: int, scene: Scene, view: WinnerView) -> SafeString:
    count = view.counts[seat]
    first = tag(_("winner"), "上游", "zhuang") if view.context["winner"] == seat else NOTHING
    return seat_badge(seat, scene, first, _note(seat, scene, view), count or None, few=count <= FEW)


def _note(seat: int, scene: Scene, view: WinnerView) -> str:
    """Return what a seat does, in a word or two."""
    if seat in view.out:
        return _("is out, place %(place)s") % {"place": view.out.index(seat) + 1}
    if view.result is not None:
        return ""
    if seat in view.to_act:
        if seat == scene.seat:
            return _("your turn")
        return _("gives a card") if view.phase == "exchange" else _("to play")
    if view.counts[seat] <= FEW:
        return _("almost out")
    return _("passed") if seat in view.passed else ""


def laid_out(cards: tuple[int, ...], view: WinnerView) -> tuple[int, ...]:
    """Return the cards of a play in the order in which they lie on the table."""
    combo = classify(cards, view.options)
    return combo.cards if combo is not None else cards


def in_words(combo: Combo) -> str:
    """Return a combination in words: «a straight of 4, up to J♠»."""
    return sentence(describe(combo), NOBODY)


def plays(actions: Iterable[Action]) -> list[Play]:
    """Return the plays among plays and passes."""
    return [action for action in actions if isinstance(action, Play)]


def _laid(scene: Scene, view: WinnerView) -> dict[int, SafeString]:
    """Return what lies before each seat: its action in the trick that runs or, until the next
    lead, in the one before."""
    finished = not view.trick
    trick = view.trick or view.last_trick
    made = plays(trick)
    if not made or view.phase == "exchange":
        return {}
    shown: dict[int, SafeString] = {}
    for action in trick:
        if not isinstance(action, Play):
            if not finished:
                shown[action.seat] = _pass()
            continue
        best = action is made[-1]
        word = _word(action, finished and view.result is None, view) if best else ""
        look = "best" if best else "beaten"
        shown[action.seat] = played(action.seat, laid_out(action.cards, view), frozenset(), look, word)
    return shown


def _word(action: Play, finished: bool, view: WinnerView) -> str:
    combo = classify(action.cards, view.options)
    assert combo is not None
    if finished:
        return _("takes the trick")
    if combo.type in ("single", "pair", "triple", "four"):
        return _("to beat")
    return in_words(combo)


def _pass() -> SafeString:
    return format_html('<span class="pass">{} <span class="zh" lang="zh-Hans">过</span></span>', _("Pass"))


def _hub(scene: Scene, view: WinnerView) -> SafeString:
    if view.phase == "exchange" and view.exchange is not None:
        return _exchange(scene, view)
    made = plays(view.trick)
    if not made:
        return format_html('<div class="hub"><b>{}</b></div>', _("A new trick") if view.result is None else "")
    combo = classify(made[0].cards, view.options)
    assert combo is not None
    led = ngettext("%(name)s led %(number)s card", "%(name)s led %(number)s cards", combo.size)
    kind, term = _(KINDS[combo.type]), TERMS[combo.type]
    chinese = format_html(' <span class="zh" lang="zh-Hans">{}</span>', term) if term != kind else NOTHING
    return format_html(
        '<div class="hub"><b>{}{}</b><small>{}</small></div>',
        kind,
        chinese,
        tell(scene, led, number=combo.size, name=Seat(made[0].seat)),
    )


def _exchange(scene: Scene, view: WinnerView) -> SafeString:
    assert view.exchange is not None
    text = _("%(loser)s {gives|give} %(winner)s the highest card")
    said = tell(scene, text, loser=Seat(view.exchange.loser), winner=Seat(view.exchange.winner))
    return format_html(
        '<div class="hub tribute">{}<small>{}</small></div>',
        card_face(view.exchange.tribute),
        said,
    )
