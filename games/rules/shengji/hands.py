"""Hands as bits: quick to copy, to compare and to ask, for Forty and Eighty alike.

A *hand* is an integer. Bit ``card`` says that the name is held at least once, bit ``card + 54``
that it is held twice; so a hand's bit count is its number of cards, and the upper half its pairs.
"""

from __future__ import annotations

from collections.abc import Iterable

NAMES_HELD = 54
#: mask of the lower half: each name held once
ONES = (1 << NAMES_HELD) - 1
#: card → the bit of its first copy, of its second copy
FIRST: tuple[int, ...] = tuple(1 << card for card in range(NAMES_HELD))
SECOND: tuple[int, ...] = tuple(1 << (card + NAMES_HELD) for card in range(NAMES_HELD))
#: points of a card, by its number (/rules/eighty/#2): 5 counts 5, T and K count 10
POINTS: tuple[int, ...] = tuple(
    0 if card >= 52 else {3: 5, 8: 10, 11: 10}.get(card % 13, 0) for card in range(NAMES_HELD)
)


def hand_of(cards: Iterable[int]) -> int:
    """Return the hand of some cards; a third copy of a name is lost."""
    ones = twos = 0
    for card in cards:
        bit = FIRST[card]
        twos |= ones & bit
        ones |= bit
    return ones | twos << NAMES_HELD


def cards_of(hand: int) -> tuple[int, ...]:
    """Return the cards of a hand, ascending, both copies of a pair."""
    cards = []
    ones = hand & ONES
    while ones:
        bit = ones & -ones
        card = bit.bit_length() - 1
        cards.append(card)
        if hand & SECOND[card]:
            cards.append(card)
        ones ^= bit
    return tuple(cards)


def names_of(ones: int) -> list[int]:
    """Return the cards of a mask of names, each once, ascending."""
    names = []
    while ones:
        bit = ones & -ones
        names.append(bit.bit_length() - 1)
        ones ^= bit
    return names


def holds(hand: int, cards: tuple[int, ...]) -> bool:
    """Return whether a hand holds these cards, as many copies as named."""
    played = hand_of(cards)
    return played.bit_count() == len(cards) and not played & ~hand


def without(hand: int, played: int) -> int:
    """Return what is left of a hand, both given as hands; ``played`` must be held."""
    once, twice = played & ONES, played >> NAMES_HELD
    ones, twos = hand & ONES, hand >> NAMES_HELD
    left = (ones & ~once) | (twos & once & ~twice)
    return left | (twos & ~once) << NAMES_HELD


def plus(hand: int, more: int) -> int:
    """Return two hands put together; no name may be held more than twice."""
    once, other = hand & ONES, more & ONES
    twos = (hand | more) >> NAMES_HELD | (once & other)
    return once | other | twos << NAMES_HELD


def points_of(cards: Iterable[int]) -> int:
    """Return the points of some cards (/rules/eighty/#2)."""
    return sum([POINTS[card] for card in cards])
