"""The names of trumps and sides in a hand of Forty or Eighty, for all parts of its display."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.cards import LITTLE_JOKER, RANKS, SUITS
from games.rules.shengji.declaring import trump_of
from games.rules.shengji.following import Duty, duty
from games.rules.shengji.hands import hand_of
from games.rules.shengji.shapes import Shape, shape_of, split
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import View, table_of
from games.table.cached_gettext import gettext as _
from games.table.cards import suit_name
from games.table.scene import Scene


def mine(scene: Scene, view: View) -> bool:
    """Return whether the viewer must act."""
    return scene.seat is not None and scene.seat in view.to_act


def trump_name(trump: str | None, trumps_made: bool = True) -> str:
    """Return the name of the trump suit, «no trump suit», or that trumps are not made yet."""
    if not trumps_made:
        return _("not yet")
    return suit_name(trump) if trump else _("no trump suit")


def trumps_so_far(view: View) -> tuple[str | None, str]:
    """Return the trump suit, or the one that has been shown during the draw, and its name as the table tells it."""
    if view.trumps_made or view.standing is None:
        return view.trump, trump_name(view.trump, view.trumps_made)
    suit = trump_of(view.standing.cards)
    shown = None if suit == TRUMP else SUITS[suit]
    return shown, _("%(suit)s so far") % {"suit": trump_name(shown)}


def level_name(level: str) -> str:
    """Return a level as printed on a card."""
    return level.replace("T", "10")


def suit_called(suit: int) -> str:
    """Return the name for the cards of a suit; the fifth suit is the trumps."""
    return _("trumps") if suit == TRUMP else suit_name(SUITS[suit])


def trumps_among(cards: Iterable[int], view: View) -> frozenset[int]:
    """Return those cards that are trump."""
    suits = table_of(view).suits
    return frozenset(card for card in cards if suits[card] == TRUMP)


def honours(cards: Iterable[int], level: str) -> frozenset[int]:
    """Return the jokers and level cards, which a hand marks as trumps."""
    rank = RANKS.index(level)
    return frozenset(card for card in cards if card >= LITTLE_JOKER or card % 13 == rank)


def lead_of(view: View) -> tuple[int, Shape]:
    """Return the suit and shape of the lead on the table."""
    table = table_of(view)
    cards = view.trick[0].cards
    return table.suits[cards[0]], shape_of(split(table, hand_of(cards)))


def owed(view: View) -> tuple[int, Duty]:
    """Return the suit led and what the viewer's hand owes the lead (/rules/eighty/#7)."""
    suit, shape = lead_of(view)
    return suit, duty(table_of(view), view.options.get("follow", "pairs"), shape, suit, hand_of(view.hand))


def declarer(seat: int, view: View) -> bool | None:
    """Return whether a seat is on the banker's side; None while there is no banker."""
    return None if view.banker is None else (seat - view.banker) % 2 == 0
