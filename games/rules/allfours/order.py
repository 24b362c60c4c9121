"""The order in which a player sees the cards of a hand: trumps first, colours alternating."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.cards import SUITS

#: suits from left to right, by trump: the trump, then the others with colours alternating
SUIT_ORDER = {
    trump: tuple(SUITS.index(letter) for letter in letters)
    for trump, letters in enumerate(("SHCD", "HSDC", "CHSD", "DSHC"))
}


def sort_hand(cards: Iterable[int], trump: int) -> tuple[int, ...]:
    """Return cards in display order, each suit from high to low."""
    place = SUIT_ORDER[trump]
    return tuple(sorted(cards, key=lambda card: (place.index(card // 13), -card)))


def groups(cards: Iterable[int], trump: int) -> list[tuple[str, tuple[int, ...]]]:
    """Return the suits of a hand, the trumps first: letter and cards from high to low."""
    held = sort_hand(cards, trump)
    by_suit = ((SUITS[suit], tuple(card for card in held if card // 13 == suit)) for suit in SUIT_ORDER[trump])
    return [(letter, of_suit) for letter, of_suit in by_suit if of_suit]
