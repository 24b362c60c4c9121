"""The board: the trick, the answer about a trump, and what has just happened."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString

from games.rules.cards import PACK_52, SUITS
from games.rules.core import Cards, Seat
from games.rules.four_chances.asking import Answer
from games.rules.four_chances.following import JOKER, winning_place
from games.rules.four_chances.view import FourChancesView
from games.table.cached_gettext import gettext as _
from games.table.cards import joined
from games.table.display import NOTHING, played
from games.table.markup import format_html
from games.table.scene import Scene
from games.table.sentences import tell, trick_ended

#: The trumps of a suit, the joker among them; nothing while no suit is trump.
TRUMPS: dict[str | None, frozenset[int]] = {
    letter: frozenset(card for card in (*PACK_52, JOKER) if card == JOKER or SUITS[card // 13] == letter)
    for letter in SUITS
} | {None: frozenset()}


def board(view: FourChancesView, spots: Sequence[SafeString], middle: SafeString) -> SafeString:
    """Return the seats with what lies before them, and the middle."""
    return format_html(
        '<section class="board seats{}" id="board" aria-label="{}">{}{}</section>',
        str(view.seats),
        _("Table"),
        joined(spots),
        middle,
    )


def trick_number(view: FourChancesView, drawn_later: int = 0) -> str:
    """Return the number of the trick on the table; the last trick stays there until the next lead.
    ``drawn_later``: how many cards each seat will still draw."""
    if view.phase != "play":
        return _("All cards are played")
    finished = sum(view.won)
    number = finished + (1 if view.trick or not finished else 0)
    total = finished + max(view.counts) + drawn_later
    return _("Trick %(number)s of %(total)s") % {"number": number, "total": total}


def trick_shown(view: FourChancesView) -> dict[int, SafeString]:
    """Return the cards before each seat: the current trick, or the previous one until the next lead."""
    lead, cards, finished = view.lead, view.trick, False
    if not cards and view.last_trick is not None:
        (lead, cards, _winner), finished = view.last_trick, True
    if not cards or view.trump is None:
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


def trump_answer(scene: Scene, view: FourChancesView, answers: Sequence[Answer]) -> SafeString:
    """Return the answer given to the player who asked about a trump that still lies on the board."""
    cards_on_table = view.trick or (view.last_trick.cards if view.last_trick else ())
    if not answers or answers[-1].card not in cards_on_table or view.phase != "play":
        return NOTHING
    seat, card, high, low = answers[-1]
    if high and low:
        text = _("%(name)s asked: %(card)s is the only trump in play.")
    elif high:
        text = _("%(name)s asked: %(card)s is the highest trump in play.")
    elif low:
        text = _("%(name)s asked: %(card)s is the lowest trump in play.")
    else:
        text = _("%(name)s asked: %(card)s is neither the highest nor the lowest trump.")
    return format_html('<span class="play-tag">{}</span>', tell(scene, text, name=Seat(seat), card=Cards((card,))))


def happened(scene: Scene, view: FourChancesView) -> str:
    """Return a sentence about the card played last, or nothing before the first."""
    if view.trick:
        seat = (view.lead + len(view.trick) - 1) % view.seats
        text = _("%(name)s led %(card)s.") if len(view.trick) == 1 else _("%(name)s played %(card)s.")
        return tell(scene, text, name=Seat(seat), card=Cards(view.trick[-1:]))
    if view.last_trick is None:
        return ""
    lead, cards, winner = view.last_trick
    return trick_ended(scene, ((lead - 1) % view.seats, cards[-1:]), winner)
