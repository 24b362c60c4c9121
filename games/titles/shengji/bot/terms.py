"""The cards of Forty and Eighty in the order of their strength, for playouts on integers.

A name is a bit; the bits run suit by suit from low to high, trumps last. So in any set of one suit
the lowest bit is the lowest card and the highest bit the highest. Kernels look cards up in two flat tables, where
each column starts at its own place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from games.ai.compiled import Engine
from games.rules.shengji.hands import FIRST, NAMES_HELD, POINTS, SECOND
from games.rules.shengji.trumps import TRUMP, Trumps
from games.titles.shengji.bot.weights import COMMON, POLICY, Weights

JACK = 9
Holding = tuple[int, int]
NAMES = (1 << NAMES_HELD) - 1

# Places in the table of integers. By suit: its names.
MASK = 0
# By bit: the names of its suit above and below it, its suit, place and points.
ABOVE = MASK + 5
BELOW = ABOVE + NAMES_HELD
SUIT = BELOW + NAMES_HELD
PLACE = SUIT + NAMES_HELD
WORTH = PLACE + NAMES_HELD
#: by suit led, 54 each, and bit: 0 if it cannot win, else the higher value wins
VALUE = WORTH + NAMES_HELD
# By points: the names worth at least that much, then those worth at most that much.
AT_LEAST = VALUE + 5 * NAMES_HELD
AT_MOST = AT_LEAST + 11
TRUMPS = AT_MOST + 11
SIDE = TRUMPS + 1
#: names below a jack without points
IDLE = SIDE + 1
POINTED = IDLE + 1
#: bits whose next higher bit is one place higher
NEXT_UP = POINTED + 1
TENS = NEXT_UP + 1
FIVES = TENS + 1

# Places in the table of floats. By bit: a card's later worth, the cost of breaking its pair; then the weights that are
# the same for all cards, in the order of ``Weights``.
DEAR = 0
BROKEN = DEAR + NAMES_HELD
WEIGHTS = BROKEN + NAMES_HELD
PER_CARD, TO_LEAD, TO_PAIRS, PARTNER_WILL, KEPT, LATE, LATER = range(WEIGHTS, WEIGHTS + 7)
SIDE_WINNER, SIDE_WINNER_LATE, TOP_TRUMP, GUARDED = range(WEIGHTS + 7, WEIGHTS + 11)
DRAWS, DRAWS_NOT, NO_TRUMPS, LONG, PARTNER_VOID, OTHERS_VOID = range(WEIGHTS + 11, WEIGHTS + 17)
LED_OUT, VOIDS, NO_PAIR = range(WEIGHTS + 17, WEIGHTS + 20)


class Terms:
    """The cards under a trump suit and a level. ``card``: bit → card; ``bit``: card → bit; ``suit``: bit → its suit;
    ``numbers``: the table of integers for kernels."""

    def __init__(self, table: Trumps) -> None:
        order = sorted(range(NAMES_HELD), key=lambda card: (table.suits[card], table.place[card], card))
        bits = range(NAMES_HELD)
        place = [table.place[card] for card in order]
        self.table = table
        self.card = tuple(order)
        self.bit = tuple(order.index(card) for card in bits)
        self.suit = tuple(table.suits[card] for card in order)
        self.mask = tuple(sum(1 << bit for bit in bits if self.suit[bit] == suit) for suit in range(5))
        above = [self._names(lambda other: self._is_below(bit, other)) for bit in bits]  # noqa: B023 - asked at once
        below = [self._names(lambda other: self._is_below(other, bit)) for bit in bits]  # noqa: B023
        self.points = tuple(POINTS[card] for card in order)
        self.tens = self._names(lambda bit: self.points[bit] == 10)
        self.fives = self._names(lambda bit: self.points[bit] == 5)
        pointed = self.tens | self.fives
        at_least, at_most = [NAMES, *[0] * 10], [NAMES & ~pointed, *[0] * 10]
        at_least[5], at_most[5] = pointed, NAMES & ~self.tens
        at_least[10], at_most[10] = self.tens, NAMES
        trumps = self.mask[TRUMP]
        self.numbers = (
            *self.mask,
            *above,
            *below,
            *self.suit,
            *place,
            *self.points,
            *(table.strength[led][card] for led in range(5) for card in order),
            *at_least,
            *at_most,
            trumps,
            NAMES & ~trumps,
            self._names(lambda bit: order[bit] < 52 and order[bit] % 13 < JACK) & ~pointed,
            pointed,
            self._names(
                lambda bit: (
                    bit + 1 < NAMES_HELD and self.suit[bit] == self.suit[bit + 1] and place[bit] + 1 == place[bit + 1]
                )
            ),
            self.tens,
            self.fives,
        )

    def weighed(self, weights: Weights) -> tuple[float, ...]:
        """Return the table of floats for kernels."""
        place, step = self.table.place, weights.trump_step * trump_step(self.table)
        return (
            *(
                weights.trump + place[card] * step if suit == TRUMP else weights.side_step * place[card]
                for card, suit in zip(self.card, self.suit, strict=True)
            ),
            *(weights.pair + weights.pair_step * place[card] for card in self.card),
            *weights[:COMMON],
        )

    def _is_below(self, bit: int, other: int) -> bool:
        """Return whether a card is lower than another of its suit."""
        place = self.table.place
        return self.suit[bit] == self.suit[other] and place[self.card[bit]] < place[self.card[other]]

    def _names(self, condition: Callable[[int], bool]) -> int:
        return sum(1 << bit for bit in range(NAMES_HELD) if condition(bit))

    def holding(self, cards: Sequence[int]) -> Holding:
        """Return cards as two sets of bits: names held at least once, names held twice."""
        one = two = 0
        for card in cards:
            bit = 1 << self.bit[card]
            two |= one & bit
            one |= bit
        return one, two

    def cards(self, one: int, two: int) -> tuple[int, ...]:
        """Return the cards of a holding, ascending."""
        bits = [bit for names in (one, two) for bit in range(NAMES_HELD) if names >> bit & 1]
        return tuple(sorted(self.card[bit] for bit in bits))

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


def trump_step(table: Trumps) -> float:
    """Return by how much a trump is worth more than the next lower one."""
    return 0.16 if table.strict else 0.25


@cache
def terms_of(table: Trumps) -> Terms:
    """Return the tables for a trump suit and level, cached."""
    return Terms(table)


@cache
def tables_of(terms: Terms, engine: Engine, weights: Weights = POLICY) -> tuple[Any, Any]:
    """Return the tables of integers and of floats as kernels take them."""
    return engine.integers(terms.numbers), engine.floats(terms.weighed(weights))
