"""The order in which a player sees the cards of a hand: trumps first, colours alternating."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.cards import SUITS
from games.rules.four_chances.following import CARDS, JOKER, SUIT_OF, SUITS_UNDER
from games.rules.four_chances.state import NO_TRUMP

#: suits from left to right, by trump: the trump, then the others with colours alternating
SUIT_ORDER = {
    trump: tuple(SUITS.index(letter) for letter in letters)
    for trump, letters in ((0, "SHCD"), (1, "HSDC"), (2, "CHSD"), (3, "DSHC"), (NO_TRUMP, "SHCD"))
}
#: the suit that a card stands in, by trump: the joker with the trumps, alone where there are none
STANDS_IN = {**dict(enumerate(SUITS_UNDER)), NO_TRUMP: SUIT_OF}


def _places(trump: int) -> tuple[int, ...]:
    """Return for every card its place from the left, each suit from high to low, the joker under the two."""
    suits = (*SUIT_ORDER[trump], SUIT_OF[JOKER])
    row = sorted(CARDS, key=lambda card: (suits.index(STANDS_IN[trump][card]), card == JOKER, -card))
    return tuple(row.index(card) for card in CARDS)


PLACES = {trump: _places(trump) for trump in SUIT_ORDER}


def sort_hand(cards: Iterable[int], trump: int) -> tuple[int, ...]:
    """Return cards in display order, each suit from high to low; ``trump`` may be ``NO_TRUMP``."""
    return tuple(sorted(cards, key=PLACES[trump].__getitem__))


def groups(cards: Iterable[int], trump: int) -> list[tuple[str, tuple[int, ...]]]:
    """Return the suits of a hand, the trumps first: letter and cards from high to low. A joker where
    there is no trump has no letter."""
    by_suit: dict[int, list[int]] = {}
    for card in sort_hand(cards, trump):
        by_suit.setdefault(STANDS_IN[trump][card], []).append(card)
    return [(SUITS[suit : suit + 1], tuple(of_suit)) for suit, of_suit in by_suit.items()]
