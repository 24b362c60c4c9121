"""The cards of Forty and Eighty in the order of their strength, for playouts on integers.

A name is a bit; the bits run suit by suit from low to high, trumps last. So in any set of one suit
the lowest bit is the lowest card and the highest bit the highest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from games.rules.shengji.hands import FIRST, NAMES_HELD, POINTS, SECOND
from games.rules.shengji.trumps import TRUMP, Trumps

JACK = 9
Holding = tuple[int, int]


class Terms:
    """Tables for a trump suit and level. ``card``: bit → card, ``bit``: card → bit; ``mask``: suit →
    its bits; ``above``: bit → higher bits of its suit; ``value``: suit led → bit → 0 where it
    cannot win, else the higher wins; ``next_up``: bits whose neighbour above stands one place higher."""

    __slots__ = (
        "above",
        "at_least",
        "at_most",
        "below",
        "bit",
        "broken",
        "card",
        "dear",
        "fives",
        "idle",
        "mask",
        "next_up",
        "pointed",
        "points",
        "side",
        "suit",
        "table",
        "tens",
        "trumps",
        "value",
    )

    def __init__(self, table: Trumps) -> None:
        order = sorted(range(NAMES_HELD), key=lambda card: (table.suits[card], table.place[card], card))
        place = [table.place[card] for card in order]
        self.table = table
        self.card = tuple(order)
        self.bit = tuple(order.index(card) for card in range(NAMES_HELD))
        self.suit = tuple(table.suits[card] for card in order)
        self.mask = tuple(sum(1 << bit for bit in range(NAMES_HELD) if self.suit[bit] == suit) for suit in range(5))
        self.above = tuple(
            sum(
                1 << other
                for other in range(NAMES_HELD)
                if self.suit[other] == self.suit[bit] and place[other] > place[bit]
            )
            for bit in range(NAMES_HELD)
        )
        self.below = tuple(
            sum(
                1 << other
                for other in range(NAMES_HELD)
                if self.suit[other] == self.suit[bit] and place[other] < place[bit]
            )
            for bit in range(NAMES_HELD)
        )
        self.value = tuple(tuple(table.strength[led][card] for card in order) for led in range(5))
        self.points = tuple(POINTS[card] for card in order)
        self.tens = self._names(lambda card: POINTS[card] == 10)
        self.fives = self._names(lambda card: POINTS[card] == 5)
        self.pointed = self.tens | self.fives
        self.trumps = self.mask[TRUMP]
        self.side = (1 << NAMES_HELD) - 1 & ~self.trumps
        self.idle = self._names(lambda card: card < 52 and card % 13 < JACK) & ~self.pointed
        every = (1 << NAMES_HELD) - 1
        self.at_least = {0: every, 5: self.pointed, 10: self.tens}
        self.at_most = {0: every & ~self.pointed, 5: every & ~self.tens, 10: every}
        step = 0.16 if table.strict else 0.25
        self.dear = tuple(
            1.8 + place[bit] * step if self.suit[bit] == TRUMP else 0.05 * place[bit] for bit in range(NAMES_HELD)
        )
        self.broken = tuple(1.2 + 0.12 * place[bit] for bit in range(NAMES_HELD))
        self.next_up = sum(
            1 << bit
            for bit in range(NAMES_HELD - 1)
            if self.suit[bit] == self.suit[bit + 1] and place[bit] + 1 == place[bit + 1]
        )

    def _names(self, wanted: Callable[[int], bool]) -> int:
        return sum(1 << bit for bit, card in enumerate(self.card) if wanted(card))

    def holding(self, cards: Sequence[int]) -> Holding:
        """Return cards as two sets of bits: names held once or more, names held twice."""
        one = two = 0
        for card in cards:
            bit = 1 << self.bit[card]
            two |= one & bit
            one |= bit
        return one, two

    def worth(self, one: int, two: int) -> int:
        """Return the points of a holding."""
        return sum(
            count * ((one & names).bit_count() + (two & names).bit_count())
            for count, names in ((10, self.tens), (5, self.fives))
        )

    def hand(self, one: int, two: int) -> int:
        """Return a holding as a hand of the rules."""
        hand = 0
        while one:
            low = one & -one
            one ^= low
            card = self.card[low.bit_length() - 1]
            hand |= FIRST[card]
            if two & low:
                hand |= SECOND[card]
        return hand


@cache
def terms_of(table: Trumps) -> Terms:
    """Return the tables for a trump suit and level; made once."""
    return Terms(table)
