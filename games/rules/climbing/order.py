"""The order of the cards, and hands as sets of bits (/rules/winner/#2).

Internally a hand is an integer: bit ``4 * rank + suit`` for each card, rank 0 for a three … 12 for a two, suit 0 for
the game's lowest … 3 for its highest, then bits 52 and 53 for the jokers. So a higher card is a higher bit, and the
four cards of a rank are adjacent.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from games.rules.cards import NAMES, NUMBERS

RANKS = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "LJ", "BJ")
#: the rank of the twos
TWO = 12
#: the cards of a flush
FLUSH_CARDS = 5

LITTLE = 1 << 52
BIG = 1 << 53
JOKERS = LITTLE | BIG
#: one bit for each rank: its card of the lowest suit
RANK_BITS = sum(1 << 4 * rank for rank in range(13))


class Order:
    """How a game orders its cards. ``suits``: their letters, lowest first. ``ascending``: height → card number;
    ``heights``: card number → height, counted from the lowest card; ``bits``: card number → its bit."""

    __slots__ = ("_cards", "ascending", "bits", "heights", "suits")

    def __init__(self, suits: str) -> None:
        self.suits = suits
        ordered = [NUMBERS[rank + suit] for rank in RANKS[:13] for suit in suits]
        self.ascending = (*ordered, NUMBERS["LJ"], NUMBERS["BJ"])
        self.heights = tuple(self.ascending.index(number) for number in range(len(NAMES)))
        self.bits = tuple(1 << height for height in self.heights)
        self._cards = {1 << height: number for height, number in enumerate(self.ascending)}

    def __repr__(self) -> str:
        return f"Order({self.suits!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return order_of, (self.suits,)

    def mask_of(self, numbers: Iterable[int]) -> int:
        """Return cards as bits; a card named twice counts once."""
        bits = self.bits
        mask = 0
        for number in numbers:
            mask |= bits[number]
        return mask

    def cards_of(self, mask: int) -> tuple[int, ...]:
        """Return the card numbers of a set, lowest card first."""
        cards = self._cards
        numbers = []
        while mask:
            low = mask & -mask
            numbers.append(cards[low])
            mask ^= low
        return tuple(numbers)

    # --- for display

    def sort_hand(self, numbers: Iterable[int], by_suit: bool = False) -> tuple[int, ...]:
        """Return cards in display order: high to low, or suit by suit."""
        if by_suit:
            return tuple(card for group in self.by_suits(numbers) for card in group)
        return tuple(sorted(numbers, key=self.heights.__getitem__, reverse=True))

    def by_ranks(self, numbers: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Return cards in groups of one rank, highest first; each joker is a group."""
        groups: dict[str, list[int]] = {}
        for card in self.sort_hand(numbers):
            height = self.heights[card]
            groups.setdefault(RANKS[height // 4] if height < 52 else NAMES[card], []).append(card)
        return tuple(map(tuple, groups.values()))

    def by_suits(self, numbers: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Return cards in groups: jokers, then the suits from the highest down; no empty group."""
        groups: dict[int, list[int]] = {group: [] for group in (4, 3, 2, 1, 0)}
        for card in self.sort_hand(numbers):
            height = self.heights[card]
            groups[4 if height >= 52 else height % 4].append(card)
        return tuple(tuple(group) for group in groups.values() if group)


@lru_cache
def order_of(suits: str) -> Order:
    """Return the order of the cards under these suits, lowest first; equal suits give the same object."""
    return Order(suits)


def bits_of(mask: int) -> list[int]:
    """Return the single bits of a set, lowest first."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return bits


def at_least(mask: int) -> tuple[int, int, int, int]:
    """Return the ranks of which a set holds at least 1, 2, 3 and 4 cards, as bits of ``RANK_BITS``."""
    one, two, three, four = mask, mask >> 1, mask >> 2, mask >> 3
    either, both = one | two, one & two
    other, others = three | four, three & four
    return (
        (either | other) & RANK_BITS,
        (both | others | either & other) & RANK_BITS,
        (both & other | others & either) & RANK_BITS,
        both & others & RANK_BITS,
    )


def _choices(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return rank → (the rank's four bits, as held) → every way to take ``size`` of them."""
    table = []
    for rank in range(13):
        row = []
        for held in range(16):
            bits = [1 << suit for suit in range(4) if held >> suit & 1]
            row.append(tuple(sorted(sum(chosen) << 4 * rank for chosen in combinations(bits, size))))
        table.append(tuple(row))
    return tuple(table)


#: size → rank → held → the sets of that many cards of the rank, lowest first
CHOICES = ((), _choices(1), _choices(2), _choices(3), _choices(4))
