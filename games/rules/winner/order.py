"""The order of the cards in Winner, and hands as sets of bits (winner.md 2).

Inside, a hand is an integer: bit ``4 * rank + suit`` for each card, rank 0 for a three … 12 for a
two, suit 0 for diamonds … 3 for spades, then bit 52 and 53 for the jokers. So a higher card is a
higher bit, and the four cards of a rank lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from games.rules.cards import NAMES, NUMBERS

RANKS = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "LJ", "BJ")
SUITS = "DCHS"
#: ``A 2 3 … K A`` as ranks: the row in which straights run
SEQUENCE = (11, 12, *range(12))

#: bit position → card number, lowest card first
ASCENDING: tuple[int, ...] = (
    *(NUMBERS[rank + suit] for rank in RANKS[:13] for suit in SUITS),
    NUMBERS["LJ"],
    NUMBERS["BJ"],
)
#: card number → bit position: a higher number is a higher card
HEIGHT: tuple[int, ...] = tuple(ASCENDING.index(number) for number in range(len(NAMES)))
#: card number → its bit
BIT: tuple[int, ...] = tuple(1 << height for height in HEIGHT)

LITTLE = 1 << 52
BIG = 1 << 53
JOKERS = LITTLE | BIG
#: the lowest card of every rank
DIAMONDS = sum(1 << 4 * rank for rank in range(13))
THREE_OF_DIAMONDS = 1

_CARD_OF_BIT = {1 << height: number for height, number in enumerate(ASCENDING)}


def mask_of(numbers: Iterable[int]) -> int:
    """Return cards as bits; a card named twice counts once."""
    mask = 0
    for number in numbers:
        mask |= BIT[number]
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """Return the card numbers of a set, lowest card first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(_CARD_OF_BIT[low])
        mask ^= low
    return tuple(found)


def bits_of(mask: int) -> list[int]:
    """Return the single bits of a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found


def at_least(mask: int) -> tuple[int, int, int, int]:
    """Return, as bits of diamonds, the ranks of which a set holds at least 1, 2, 3 and 4 cards."""
    one, two, three, four = mask, mask >> 1, mask >> 2, mask >> 3
    either, both = one | two, one & two
    other, others = three | four, three & four
    return (
        (either | other) & DIAMONDS,
        (both | others | either & other) & DIAMONDS,
        (both & other | others & either) & DIAMONDS,
        both & others & DIAMONDS,
    )


def _choices(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return rank → (the rank's four bits, as held) → every way to take ``size`` of them."""
    table = []
    for rank in range(13):
        row = []
        for held in range(16):
            bits = [1 << suit for suit in range(4) if held >> suit & 1]
            row.append(tuple(sorted(sum(taken) << 4 * rank for taken in combinations(bits, size))))
        table.append(tuple(row))
    return tuple(table)


#: size → rank → held → the sets of that many cards of the rank, lowest first
CHOICES = ((), _choices(1), _choices(2), _choices(3), _choices(4))


# --- for display -------------------------------------------------------------------------


def sort_hand(numbers: Iterable[int], by_suit: bool = False) -> tuple[int, ...]:
    """Return cards in display order: high to low, or by suit with the colours alternating."""
    if by_suit:
        return tuple(card for group in by_suits(numbers) for card in group)
    return tuple(sorted(numbers, key=HEIGHT.__getitem__, reverse=True))


def by_ranks(numbers: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Return cards in groups of one rank, highest first; each joker is a group."""
    groups: dict[str, list[int]] = {}
    for card in sort_hand(numbers):
        groups.setdefault(RANKS[HEIGHT[card] // 4] if HEIGHT[card] < 52 else NAMES[card], []).append(card)
    return tuple(map(tuple, groups.values()))


def by_suits(numbers: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Return cards in groups: jokers, then spades, hearts, clubs, diamonds; no empty group."""
    groups: dict[int, list[int]] = {group: [] for group in (4, 3, 2, 1, 0)}
    for card in sort_hand(numbers):
        height = HEIGHT[card]
        groups[4 if height >= 52 else height % 4].append(card)
    return tuple(tuple(group) for group in groups.values() if group)
