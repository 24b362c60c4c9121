"""The board of All Fours: seats, the pack and the turned-up card, the trick."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.rules.allfours.view import AllFoursView
from games.rules.cards import PACK_52, SUITS
from games.rules.core import Cards, Seat, Suit
from games.rules.four_chances.following import winning_place
from games.table.cached_gettext import gettext as _
from games.table.cards import brief, card_back, card_face, joined, suit_name, suit_sign
from games.table.display import NOTHING, place, played, render, seat_badge, spot, tag
from games.table.markup import format_html
from games.table.scene import Scene
from games.table.sentences import tell, trick_ended

#: phases before the first card: the pack and the turned-up card lie on the board
BEFORE = ("beg", "answer", "discard")
TRUMPS = {letter: frozenset(card for card in PACK_52 if SUITS[card // 13] == letter) for letter in SUITS}


def board(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the seats with what lies before them, and the middle."""
    lying = _laid(scene, view)
    spots = []
    for seat in range(view.seats):
        shown = lying.get(seat, NOTHING)
        lies_open = bool(scene.open and scene.open[seat])
        if view.phase in BEFORE and place(seat, scene) == "n" and view.seats == 2 and not lies_open:
            shown = _backs(view.counts[seat])
        spots.append(spot(seat, scene, _plate(seat, scene, view), shown))
    return format_html(
        '<section class="board seats{}" id="board" aria-label="{}">{}{}</section>',
        str(view.seats),
        _("Table"),
        joined(spots),
        _pack(view) if view.phase in BEFORE else _hub(scene, view),
    )


def _plate(seat: int, scene: Scene, view: AllFoursView) -> SafeString:
    tags = NOTHING
    if seat == view.dealer:
        tags = tag(_("dealer"), "庄", "zhuang")
    elif seat == view.eldest and view.phase in BEFORE:
        tags = tag(_("eldest"), "首家")
    return seat_badge(seat, scene, tags, _note(seat, scene, view), view.counts[seat] or None)


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
    done = sum(view.won)
    head = _("All cards are played")
    if view.phase == "play":
        # the number changes with the cards: until the next lead the last trick lies on the table
        number = done + (1 if view.trick or not done else 0)
        values = {"number": number, "total": done + max(view.counts)}
        head = _("Trick %(number)s of %(total)s") % values
    trumps = _("%(suit)s are trump") % {"suit": suit_name(view.trump)}
    return format_html(
        '<div class="hub"><b>{}</b><small>{} {}</small>{}</div>',
        head if view.result is None else "",
        suit_sign(view.trump),
        trumps,
        _answer(scene, view),
    )


def _laid(scene: Scene, view: AllFoursView) -> dict[int, SafeString]:
    """Return what lies before each seat: the trick, or until the next lead the one before it."""
    if view.phase in BEFORE:
        return {}
    lead, cards, finished = view.lead, view.trick, False
    if not cards and view.last_trick is not None:
        (lead, cards, _winner), finished = view.last_trick, True
    if not cards:
        return {}
    best = winning_place(cards, SUITS.index(view.trump))
    shown = {}
    for at, card in enumerate(cards):
        seat = (lead + at) % view.seats
        look, word = ("best", _("took it") if finished else _("winning")) if at == best else ("", "")
        if finished and at != best:
            look = "beaten"
        if len(cards) == 1:
            look, word = "", _("led")
        shown[seat] = played(seat, (card,), TRUMPS[view.trump], look, word)
    return shown


def _note(seat: int, scene: Scene, view: AllFoursView) -> str:
    """Return what a seat does, in a word or two."""
    if view.result is not None:
        return ""
    if seat not in view.to_act:
        if seat in view.announced:
            return _("has announced")
        won = view.won[seat % 2]
        return ngettext("%(number)s trick", "%(number)s tricks", won) % {"number": won} if won else ""
    if seat == scene.seat:
        return _("your choice") if view.phase in ("beg", "answer") else _("your turn")
    return {
        "beg": _("may beg"),
        "answer": _("answers"),
        "discard": _("discards"),
        "claims": _("may claim"),
        "announce": _("counts"),
    }.get(view.phase, _("to play"))


def _answer(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the answer to whoever asked about a trump that still lies on the board."""
    lying = view.trick or (view.last_trick.cards if view.last_trick else ())
    if not view.answers or view.answers[-1].card not in lying or view.phase != "play":
        return NOTHING
    seat, card, high, low = view.answers[-1]
    if high and low:
        text = _("%(name)s asked: %(card)s is the only trump in play.")
    elif high:
        text = _("%(name)s asked: %(card)s is the highest trump in play.")
    elif low:
        text = _("%(name)s asked: %(card)s is the lowest trump in play.")
    else:
        text = _("%(name)s asked: %(card)s is neither the highest nor the lowest trump.")
    return format_html('<span class="play-tag">{}</span>', tell(scene, text, name=Seat(seat), card=Cards((card,))))


def _answered(scene: Scene, view: AllFoursView) -> str:
    """Return what the dealer did about a beg (/rules/all-fours/#4)."""
    text = _("%(name)s gave a point: %(suit)s stay trump.")
    if view.ran:
        text = _("%(name)s ran the cards: %(card)s is turned up, %(suit)s are trump.")
    return tell(scene, text, name=Seat(view.dealer), card=Cards(view.turned[-1:]), suit=Suit(view.trump))


def happened(scene: Scene, view: AllFoursView) -> str:
    """Return what was done last, as a sentence."""
    if view.begs and not view.trick and view.last_trick is None:
        return _answered(scene, view)
    if view.trick:
        seat = (view.lead + len(view.trick) - 1) % view.seats
        text = _("%(name)s led %(card)s.") if len(view.trick) == 1 else _("%(name)s played %(card)s.")
        return tell(scene, text, name=Seat(seat), card=Cards(view.trick[-1:]))
    if view.last_trick is None:
        return ""
    lead, cards, winner = view.last_trick
    return trick_ended(scene, ((lead - 1) % view.seats, cards[-1:]), winner)
