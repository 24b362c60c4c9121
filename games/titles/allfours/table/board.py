"""The board of All Fours: seats, the pack and the turned-up card, the trick."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.allfours.view import AllFoursView
from games.rules.core import Cards, Seat, Suit
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import brief, card_back, card_face, joined, suit_name, suit_sign
from games.table.display import NOTHING, place, render, seat_badge, spot, tag
from games.table.markup import format_html
from games.table.public import in_public
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.four_chances.table import board as family

#: phases before the first card: the pack and the turned-up card lie on the board
BEFORE = ("beg", "answer", "discard")


def board(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the seats with what lies before them, and the middle."""
    notes = in_public(scene, _notes)
    in_front_of = {} if view.phase in BEFORE else in_public(scene, family.trick_shown)
    spots = []
    for seat in range(view.seats):
        shown = in_front_of.get(seat, NOTHING)
        lies_open = bool(scene.open and scene.open[seat])
        if view.phase in BEFORE and place(seat, scene) == "n" and view.seats == 2 and not lies_open:
            shown = _backs(view.counts[seat])
        spots.append(spot(seat, scene, _badge(seat, scene, view, notes[seat]), shown))
    return family.board(view, spots, in_public(scene, _pack) if view.phase in BEFORE else _hub(scene, view))


def _badge(seat: int, scene: Scene, view: AllFoursView, note: str) -> SafeString:
    tags = NOTHING
    if seat == view.dealer:
        tags = tag(_("dealer"), "庄", "zhuang")
    elif seat == view.eldest and view.phase in BEFORE:
        tags = tag(_("eldest"), "首家")
    if seat == scene.seat and seat in view.to_act:
        note = _("your choice") if view.phase in ("beg", "answer") else _("your turn")
    return seat_badge(seat, scene, tags, note, view.counts[seat] or None)


def _backs(count: int) -> SafeString:
    return format_html('<div class="backs" aria-hidden="true">{}</div>', joined([card_back()] * count))


def _pack(view: AllFoursView) -> SafeString:
    turned = view.turned[-1]
    return render(
        "allfours/_pack",
        back=card_back(),
        left=ngettext("%(number)s in the pack", "%(number)s in the pack", view.stock) % {"number": view.stock},
        turned=card_face(turned, "trump"),
        trump=_("Turned up: %(suit)s") % {"suit": suit_name(view.trump)},
        aside=_("Laid aside: %(cards)s") % {"cards": " ".join(map(brief, view.turned[:-1]))} if view.turned[1:] else "",
    )


def _hub(scene: Scene, view: AllFoursView) -> SafeString:
    answer = family.trump_answer(scene, view, view.answers)
    return _middle(view, answer) if answer else in_public(scene, _middle)


def _middle(view: AllFoursView, answer: SafeString = NOTHING) -> SafeString:
    """Return the middle of the board in the play; ``answer``: of a trump."""
    trumps = _("%(suit)s are trump") % {"suit": suit_name(view.trump)}
    number = family.trick_number(view) if view.result is None else ""
    html = '<div class="hub"><b>{}</b><small>{} {}</small>{}</div>'
    return format_html(html, number, suit_sign(view.trump), trumps, answer)


def _notes(view: AllFoursView) -> list[str]:
    """Return what each seat does, in a word or two, as the others read it."""
    return [_note(seat, view) for seat in range(view.seats)]


def _note(seat: int, view: AllFoursView) -> str:
    if view.result is not None:
        return ""
    if seat not in view.to_act:
        if seat in view.announced:
            return _("has announced")
        won = view.won[seat % 2]
        return ngettext("%(number)s trick", "%(number)s tricks", won) % {"number": won} if won else ""
    return {
        "beg": _("may beg"),
        "answer": _("answers"),
        "discard": _("discards"),
        "claims": _("may claim"),
        "announce": _("counts"),
    }.get(view.phase, _("to play"))


def _answer_to_beg(scene: Scene, view: AllFoursView) -> str:
    """Return what the dealer did about a beg (/rules/all-fours/#4)."""
    text = _("%(name)s gave a point: %(suit)s stay trump.")
    if view.ran:
        text = _("%(name)s ran the cards: %(card)s is turned up, %(suit)s are trump.")
    return tell(scene, text, name=Seat(view.dealer), card=Cards(view.turned[-1:]), suit=Suit(view.trump))


def happened(scene: Scene, view: AllFoursView) -> str:
    """Return what was done last, as a sentence."""
    if view.begs and not view.trick and view.last_trick is None:
        return _answer_to_beg(scene, view)
    return family.happened(scene, view)
