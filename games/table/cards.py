"""Cards as HTML: one element per card, drawn by the stylesheet from its code.

Fragments are cached by card, look and language; a plain template gives the same bytes
(tests/table/test_cards.py) at ten times the cost.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.rules.cards import BIG_JOKER, LITTLE_JOKER, NAMES, RANKS, SUITS, rank, suit
from games.rules.core import N_, Action
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import pgettext
from games.table.markup import escaped, format_html, format_html_join
from games.table.piece_cache import cached_piece

SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
SUIT_NAMES = {"S": N_("spades"), "H": N_("hearts"), "C": N_("clubs"), "D": N_("diamonds")}
COUNTED = {
    "S": ngettext_lazy("%(number)s spade", "%(number)s spades", "number"),
    "H": ngettext_lazy("%(number)s heart", "%(number)s hearts", "number"),
    "C": ngettext_lazy("%(number)s club", "%(number)s clubs", "number"),
    "D": ngettext_lazy("%(number)s diamond", "%(number)s diamonds", "number"),
    "trump": ngettext_lazy("%(number)s trump", "%(number)s trumps", "number"),
}
RANK_NAMES = {
    "T": "10",
    "J": pgettext_lazy("rank", "Jack"),
    "Q": pgettext_lazy("rank", "Queen"),
    "K": pgettext_lazy("rank", "King"),
    "A": pgettext_lazy("rank", "Ace"),
}


#: Every card but the jokers as sentences write it.
BRIEF = tuple(RANKS[rank(card)].replace("T", "10") + SIGNS[SUITS[suit(card)]] for card in range(LITTLE_JOKER))


def cards_of(action: Action) -> tuple[int, ...]:
    """Return the cards that an action names; none for a pass."""
    card = getattr(action, "card", None)
    return tuple(getattr(action, "cards", ()) or ()) if card is None else (card,)


def spoken(number: int) -> str:
    """Return a card's name in the reader's language: «King of spades»."""
    if number == BIG_JOKER:
        return _("Big joker")
    if number == LITTLE_JOKER:
        return _("Little joker")
    high = RANKS[rank(number)]
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": RANK_NAMES.get(high, high),
        "suit": suit_name(SUITS[suit(number)]),
    }


def brief(number: int) -> str:
    """Return a card as sentences write it: «10♠», «big joker»."""
    if number == BIG_JOKER:
        return _("big joker")
    if number == LITTLE_JOKER:
        return _("little joker")
    return BRIEF[number]


def rank_sign(number: int) -> str:
    """Return the rank as it is printed on the card: «10», «K»."""
    return RANKS[rank(number)].replace("T", "10")


def suit_name(letter: str) -> str:
    """Return the name of a suit in the reader's language."""
    return _(SUIT_NAMES[letter])


@cached_piece(1024)
def counted(letter: str, number: int) -> str:
    """Return a number of cards of a suit or ``trump``: «1 spade»."""
    return str(COUNTED[letter] % {"number": number})


def joined(pieces: Iterable[str]) -> SafeString:
    """Join pieces of HTML, escaping those that are not safe."""
    return SafeString("".join([piece if type(piece) is SafeString else escaped(piece) for piece in pieces]))


@cached_piece(4096)
def card_face(number: int, look: str = "") -> SafeString:
    """Return one card face up. ``look``: more classes, such as ``trump``."""
    return format_html(
        "<i{} data-c={}>{}</i>", format_html(' class="{}"', look) if look else "", NAMES[number], spoken(number)
    )


def card_back() -> SafeString:
    """Return one card face down, without text: screen readers read the number beside it."""
    return BACK


BACK = format_html('<i class="{}" data-c aria-hidden="true"></i>', "back")


def fan(numbers: Iterable[int], look: str = "") -> SafeString:
    """Return cards as list items, for a list of class ``cards fan`` or ``play``."""
    return _fan(tuple(numbers), look)


@cached_piece(4096)
def _fan(numbers: tuple[int, ...], look: str) -> SafeString:
    return format_html_join("", "<li>{}</li>", ((card_face(number, look),) for number in numbers))


@cached_piece(64)
def suit_sign(letter: str) -> SafeString:
    """Return a suit sign labelled with its name."""
    return format_html('<i class="suit {}" role="img" aria-label="{}"></i>', letter, suit_name(letter))


@cached_piece(8192)
def slot(
    number: int, copy: int = 0, kind: str = "radio", look: str = "", group: str = "", chosen: bool = False
) -> SafeString:
    """Return a card of the viewer's hand as a control, in as few bytes as possible: a hand of 25
    is pushed with every trick.

    ``copy`` counts equal cards from 0; ``kind`` is ``radio`` or ``checkbox``. ``look`` holds
    ``t`` trump, ``no`` not allowed now, ``new``, ``nod`` (it binds); ``group`` is the label over
    the first card of a group.
    """
    words = look.split()
    classes = " ".join(word for word in words if word != "t")
    label = _("%(card)s, new") % {"card": spoken(number)} if "new" in words else spoken(number)
    return format_html(
        "<label{}{}><input type={} name=cards value={} id=c{}{}{}><i{} data-c={}>{}</i></label>",
        format_html(' class="{}"', classes) if classes else "",
        format_html(' data-g="{}"', group) if group else "",
        kind,
        NAMES[number],
        f"{NAMES[number]}{copy or ''}",
        format_html(" aria-disabled={}", "true") if "no" in words else "",
        format_html(" {}", "checked") if chosen else "",
        format_html(" class={}", "trump") if "t" in words else "",
        NAMES[number],
        label,
    )
