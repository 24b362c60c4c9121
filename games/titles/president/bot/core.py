"""The play of President as kernels, for playouts. Cards are held as they rank now: a four that reverses the ranks
reverses all hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.ai.compiled import Integers, kernel
from games.rules.climbing.order import BIG, JOKERS, LITTLE, TWO
from games.rules.president.combos import BEST, TWOS, combo_of
from games.rules.president.options import Rules
from games.rules.president.score import order_of, points
from games.titles.climbing.bot import playing
from games.titles.climbing.bot.chances import of, weigh
from games.titles.climbing.bot.layout import (
    FOUR,
    HANDS,
    HIGH,
    HOLDING,
    KIND,
    KIND_OF,
    LEFT,
    MASK,
    OUT,
    OUT_COUNT,
    PAIR,
    SEATS,
    SINGLE,
    SIZE,
    STRENGTH,
    TOP,
    TRIPLE,
    Part,
)
from games.titles.climbing.bot.playing import Kernels, next_of, set_to_beat
from games.titles.climbing.bot.playing import answerers as all_answerers
from games.titles.climbing.bot.plays import lowest, put, ranks_of
from games.titles.president.bot.chances import (
    EQUAL,
    EQUAL_BEATS,
    EQUAL_SKIPS,
    FINISH_ON_TWO,
    ON_TWO,
    ON_TWO_COUNT,
    REVOLUTION,
    TITLES,
    TURNED,
    TWO_CLEARS,
    of_set,
    weigh_sets,
)

#: the cards with which going out costs the place, in normal and in reversed order
HIGH_CARDS, HIGH_TURNED = 15 << TWOS | JOKERS, 15 | JOKERS


@kernel
def seen(mask: int) -> int:
    """Return cards as they rank in reversed order: the lowest becomes the highest, and jokers stay."""
    mirrored = mask & JOKERS
    for rank in range(TWO + 1):
        mirrored |= (mask >> 4 * rank & 15) << 4 * (TWO - rank)
    return mirrored


def high_of(rules: Rules, turned: bool) -> int:
    """Return the cards, as they rank now, with which going out costs the place."""
    if rules.finish_on_two:
        return 0
    return HIGH_TURNED if turned else HIGH_CARDS


def part_of(mask: int) -> Part:
    """Return cards, given as they rank now, as playouts encode them."""
    combo = combo_of(mask)
    assert combo is not None
    return (KIND_OF[combo.type], combo.size, combo.strength, combo.mask, 0)


def own_of(state: Any) -> list[int]:
    """Return what kernels store besides the state."""
    return [int(state.turned), 0, len(state.on_two), *state.on_two]


def points_of(end: Sequence[int], rules: Rules) -> list[int]:
    """Return seat → points after a hand was played out; if it is only settled for some, valid for these."""
    hands, out = end[HANDS : HANDS + end[SEATS]], end[OUT : OUT + end[OUT_COUNT]]
    # If it is settled for some, the others may take the places left in any order.
    others = [seat for seat, hand in enumerate(hands) if hand][:-1]
    on_two = end[ON_TWO : ON_TWO + end[ON_TWO_COUNT]]
    return points(order_of([*out, *others], on_two, len(hands)), rules.titles)


# --- the play


@kernel
def prepare(table: Integers) -> None:
    """Reverse the hands if the ranks are reversed."""
    high = HIGH_CARDS
    if table[TURNED]:
        turn(table)
        high = HIGH_TURNED
    table[HIGH] = 0 if table[FINISH_ON_TWO] else high


@kernel
def turn(table: Integers) -> None:
    """Reverse all hands."""
    for seat in range(table[SEATS]):
        table[HANDS + seat] = seen(table[HANDS + seat])
    table[LEFT] = seen(table[LEFT])


@kernel
def sets(table: Integers, hand: int, size: int, above: int, at: int) -> int:
    """List ``size`` cards of each rank from a strength on, including jokers."""
    ranks = ranks_of(hand, size) >> above << above
    kind = SINGLE if size == 1 else PAIR if size == 2 else TRIPLE if size == 3 else FOUR
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        rank = low.bit_length() - 1
        at = put(table, at, kind, size, rank, lowest(hand, rank, size), 0)
    return at


@kernel
def of_jokers(table: Integers, hand: int, size: int, at: int) -> int:
    """List a set of ``size`` jokers."""
    if size == 1:
        if hand & LITTLE:
            at = put(table, at, SINGLE, 1, BEST, LITTLE, 0)
        if hand & BIG:
            at = put(table, at, SINGLE, 1, BEST, BIG, 0)
    elif size == 2 and hand & JOKERS == JOKERS:
        at = put(table, at, PAIR, 2, BEST, JOKERS, 0)
    return at


@kernel
def leads(table: Integers, seat: int, at: int) -> int:
    """List what a seat may lead."""
    hand = table[HANDS + seat]
    for size in range(1, 5):
        at = sets(table, hand, size, 0, at)
    return of_jokers(table, hand, 2, of_jokers(table, hand, 1, at))


@kernel
def answers(table: Integers, seat: int, at: int) -> int:
    """List what a seat may play on another's play."""
    hand, size, strength = table[HANDS + seat], table[TOP + SIZE], table[TOP + STRENGTH]
    if strength != BEST:
        at = sets(table, hand, size, strength if table[EQUAL_BEATS] else strength + 1, at)
    elif not table[EQUAL_BEATS]:
        return at
    return of_jokers(table, hand, size, at)


@kernel
def is_over(table: Integers) -> bool:
    """Return whether only one player holds cards."""
    return table[HOLDING] & (table[HOLDING] - 1) == 0


@kernel
def note(table: Integers, seat: int, at: int) -> None:
    """Store whether a set equals the one before, costs its player the place, or reverses the ranks."""
    table[EQUAL] = int(table[TOP + SIZE] > 0 and table[TOP + STRENGTH] == table[at + STRENGTH])
    set_to_beat(table, at)
    if table[at + MASK] & table[HIGH] and not table[HANDS + seat]:
        table[ON_TWO + table[ON_TWO_COUNT]] = seat
        table[ON_TWO_COUNT] += 1
    if table[at + SIZE] < 4 or not table[REVOLUTION]:
        return
    table[TURNED] = 1 - table[TURNED]
    turn(table)
    if not table[FINISH_ON_TWO]:
        table[HIGH] = HIGH_TURNED if table[TURNED] else HIGH_CARDS
    table[TOP + KIND], table[TOP + STRENGTH] = FOUR, TWOS - table[at + STRENGTH]
    table[TOP + MASK] = seen(table[at + MASK])


@kernel
def answerers(table: Integers, seat: int) -> int:
    """Return the seats, as bits, that may answer the set that ``seat`` has just played."""
    if table[TOP + STRENGTH] == TWOS and table[TWO_CLEARS] and not table[TURNED]:
        return 0
    seats = all_answerers(table, seat)
    if table[EQUAL] and seats and table[EQUAL_SKIPS]:
        seats &= ~(1 << next_of(seats, seat))
    return seats


@kernel
def is_settled(table: Integers, seat: int) -> bool:
    """Return whether a seat's points are final."""
    if not table[HANDS + seat]:
        return True
    # Only the first two titles score points.
    return table[TITLES] != 0 and table[OUT_COUNT] - table[ON_TWO_COUNT] >= 2


KERNELS = Kernels(
    "president",
    {
        weigh: weigh_sets,
        of: of_set,
        playing.prepare: prepare,
        playing.leads: leads,
        playing.answers: answers,
        playing.is_over: is_over,
        playing.note: note,
        playing.answerers: answerers,
        playing.is_settled: is_settled,
    },
)
