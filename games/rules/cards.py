"""Cards: two-character names outside (rank, then suit: «TS»; the jokers «LJ», «BJ»), small integers inside.

A card is ``suit * 13 + rank``: 0 is the 2 of spades, 51 the ace of diamonds; then the little
and the big joker. Two cards of one name (two decks) are the same integer.
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "SHCD"
LITTLE_JOKER = 52
BIG_JOKER = 53

NAMES: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "LJ", "BJ")
NUMBERS: dict[str, int] = {name: number for number, name in enumerate(NAMES)}

PACK_52: tuple[int, ...] = tuple(range(52))
PACK_54: tuple[int, ...] = tuple(range(54))


def card(name: str) -> int:
    """Return a card's number from its name; raise ``KeyError`` if there is no such card."""
    return NUMBERS[name]


def cards(names: str) -> tuple[int, ...]:
    """Return card numbers from names separated by spaces: ``cards("3D 3S LJ")``."""
    return tuple(NUMBERS[name] for name in names.split())


def names(numbers: Iterable[int]) -> list[str]:
    """Return the names of cards, in their order."""
    return [NAMES[number] for number in numbers]


def rank(number: int) -> int:
    """Return 0 for a two … 12 for an ace. Jokers have no rank: check first."""
    return number % 13


def suit(number: int) -> int:
    """Return the index of the suit in ``SUITS``; 4 for a joker."""
    return number // 13
