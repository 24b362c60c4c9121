"""The board of California Jack: two seats, the trick, and the stock with its top card (/rules/california-jack/#4)."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.california_jack.view import CaliforniaJackView
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import card_back, card_face, suit_name, suit_sign
from games.table.display import NOTHING, seat_badge, spot, tag
from games.table.markup import format_html
from games.table.public import in_public
from games.table.scene import Scene
from games.titles.four_chances.table import board as family


def board(scene: Scene, view: CaliforniaJackView) -> SafeString:
    """Return the seats with what lies before them, and the stock."""
    in_front_of = in_public(scene, family.trick_shown)
    spots = [spot(seat, scene, _badge(seat, scene, view), in_front_of.get(seat, NOTHING)) for seat in range(view.seats)]
    return family.board(view, spots, in_public(scene, _stock if view.stock else _no_stock))


def _badge(seat: int, scene: Scene, view: CaliforniaJackView) -> SafeString:
    tags = tag(_("dealer"), "庄", "zhuang") if seat == view.dealer else NOTHING
    return seat_badge(seat, scene, tags, _note(seat, scene, view), view.counts[seat] or None)


def _note(seat: int, scene: Scene, view: CaliforniaJackView) -> str:
    if view.result is not None:
        return ""
    if seat in view.to_act:
        return _("your turn") if seat == scene.seat else _("to play")
    won = view.won[seat]
    return ngettext("%(number)s trick", "%(number)s tricks", won) % {"number": won} if won else ""


def _stock(view: CaliforniaJackView) -> SafeString:
    """Return the stock: how many cards it has, and the one on top where it lies open."""
    left = ngettext("%(number)s in the stock", "%(number)s in the stock", view.stock) % {"number": view.stock}
    takes = _("The winner draws the top card, the other the next.")
    top, look = card_back(), ""
    if view.top is not None:
        takes = _("The winner draws this, the other the next.")
        top, look = card_face(view.top, "trump" if view.top in family.TRUMPS[view.trump] else ""), " up"
    return format_html(
        '<div class="hub"><small>{} {}</small><div class="stockpile"><figure class="pile{}">{}'
        "<figcaption>{}<br><span>{}</span></figcaption></figure></div></div>",
        suit_sign(view.trump),
        _("%(suit)s are trump") % {"suit": suit_name(view.trump)},
        look,
        top,
        left,
        takes,
    )


def _no_stock(view: CaliforniaJackView) -> SafeString:
    """Return which of the last tricks is played, when the stock is gone."""
    line = _("The stock is gone") if view.result is None else ""
    trumps = _("%(suit)s are trump") % {"suit": suit_name(view.trump)}
    return format_html(
        '<div class="hub"><b>{}</b><small>{} {}</small><small>{}</small></div>',
        family.trick_number(view) if view.result is None else "",
        suit_sign(view.trump),
        trumps,
        line,
    )
