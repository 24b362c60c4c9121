"""Kernels that find the cheapest way to split the ranks of a climbing game's hand into combinations.

The cards of each rank are counted in four bits, the threes lowest, as ``counts_of`` returns them.
"""

from __future__ import annotations

from games.ai.compiled import Floats, Integers, kernel
from games.rules.climbing.order import RANK_BITS
from games.titles.climbing.bot.layout import (
    FITS,
    FREE,
    IN_A_ROW,
    L_AFTER,
    L_ALONE,
    L_END,
    L_GOES_ON,
    L_LEFT,
    L_NEXT,
    LEVEL,
    LEVELS,
    LOW_RANKS,
    R_AFTER,
    R_BEFORE,
    R_BEGINS,
    R_GOES_ON,
    R_PLACE,
    R_TAKEN,
    ROW_COUNT,
    ROWS,
    RUN,
    RUNS,
    RUNS_AT,
    SHORT_TRIPLES,
    SHORTEST,
    SHORTEST_AT,
    SUMS,
)

#: all cards but the jokers
RANKED = RANK_BITS * 15
#: the top bit of each rank, above its count
EIGHTS = RANK_BITS * 8
#: the ranks from 3 to 9; ranks in no row are added up in two halves
LOW_HALF = (1 << 28) - 1
#: more than any hand costs
NEVER = 1e9
#: a place where no straight continues
NOWHERE = -99


@kernel
def counts_of(cards: int) -> int:
    """Return how many cards of each rank there are, four bits a rank, without jokers."""
    cards &= RANKED
    return (cards & RANK_BITS) + (cards >> 1 & RANK_BITS) + (cards >> 2 & RANK_BITS) + (cards >> 3 & RANK_BITS)


@kernel
def note_rows(table: Integers, counts: int) -> None:
    """Store the ranks in no straight of a hand, 15 for each, and the ranks of each row of neighbours."""
    ones = (counts | counts >> 1 | counts >> 2) & RANK_BITS
    threes = (counts & counts >> 1 | counts >> 2) & RANK_BITS if table[SHORT_TRIPLES] else 0
    count = union = 0
    for at in range(table[SHORTEST_AT], table[SHORTEST_AT] + 2 * table[SHORTEST], 2):
        mask = table[at + 1]
        if mask & ~(threes if table[at] else ones):
            continue
        joined, kept_rows = mask, 0
        for row in range(count):
            other = table[ROWS + row]
            if other & mask:
                joined |= other
            else:
                table[ROWS + kept_rows] = other
                kept_rows += 1
        table[ROWS + kept_rows] = joined
        count = kept_rows + 1
        union |= joined
    for row in range(1, count):
        place, mask = row, table[ROWS + row]
        while place > 0 and table[ROWS + place - 1] > mask:
            table[ROWS + place] = table[ROWS + place - 1]
            place -= 1
        table[ROWS + place] = mask
    table[ROW_COUNT], table[FREE] = count, RANKED & ~(union * 15)


@kernel
def together(weights: Floats, at: int, counts: int, cost: float) -> float:
    """Return ``cost`` plus the cost of each rank played as one combination. ``at``: where costs begin."""
    while counts:
        height = (counts & -counts).bit_length() - 1 & ~3
        number = counts >> height & 15
        cost += weights[at + 13 * (number - 1) + (height >> 2)]
        counts &= ~(15 << height)
    return cost


@kernel
def cheapest(table: Integers, weights: Floats, at: int, counts: int) -> float:
    """Return what a hand costs when it is split best. ``at``: where costs begin."""
    note_rows(table, counts)
    free = table[FREE] & counts
    cost = together(weights, at, free & LOW_HALF, 0.0)
    if free > LOW_HALF:
        cost += together(weights, at, free & ~LOW_HALF, 0.0)
    for row in range(table[ROW_COUNT]):
        cost += cheapest_row(table, weights, at, counts & table[ROWS + row] * 15)
    return cost


@kernel
def cheapest_row(table: Integers, weights: Floats, at: int, counts: int) -> float:
    """Return what a row of neighbours costs when it is split best. Straights are taken from left to right; none leaves
    a lone low card at its end, and no two could be joined."""
    first = table[RUNS_AT]
    fits, room = FITS, counts | EIGHTS
    for run in range(first, first + RUN * table[RUNS], RUN):
        if room - table[run + R_TAKEN] & EIGHTS == EIGHTS:
            table[fits] = run
            fits += 1
    level, base, least = 0, LEVELS, NEVER
    table[base + L_LEFT], table[base + L_NEXT], table[base + L_END] = counts, FITS, fits
    table[base + L_GOES_ON], table[base + L_AFTER] = NOWHERE, 0
    weights[SUMS] = 0.0
    table[base + L_ALONE] = lone(table, counts)
    if is_cut(table, level):
        least = together(weights, at, counts, 0.0)
    while level >= 0:
        base = LEVELS + LEVEL * level
        candidate, end = table[base + L_NEXT], table[base + L_END]
        if candidate == end:
            level -= 1
            continue
        table[base + L_NEXT] = candidate + 1
        run = table[candidate]
        if table[base + L_ALONE] & table[run + R_BEFORE] or joins(table, level, table[run + R_BEGINS]):
            continue
        left = table[base + L_LEFT] - table[run + R_TAKEN]
        room, fits = left | EIGHTS, end
        for other in range(candidate, end):
            if room - table[table[other] + R_TAKEN] & EIGHTS == EIGHTS:
                table[fits] = table[other]
                fits += 1
        level += 1
        base += LEVEL
        table[base + L_LEFT], table[base + L_NEXT], table[base + L_END] = left, end, fits
        table[base + L_GOES_ON], table[base + L_AFTER] = table[run + R_GOES_ON], table[run + R_AFTER]
        table[base + L_ALONE] = lone(table, left)
        weights[SUMS + level] = weights[SUMS + level - 1] + weights[at + table[run + R_PLACE]]
        if is_cut(table, level):
            least = min(least, together(weights, at, left, weights[SUMS + level]))
    return least


@kernel
def lone(table: Integers, counts: int) -> int:
    """Return the low ranks with a single card, if the game has such a card join a straight wherever it can."""
    return counts & ~(counts >> 1 | counts >> 2) & LOW_RANKS if table[IN_A_ROW] else 0


@kernel
def is_cut(table: Integers, level: int) -> bool:
    """Return whether no lone low card is left at the end of a straight, and no three of them in a row."""
    alone = table[LEVELS + LEVEL * level + L_ALONE]
    if not alone:
        return True
    if alone & alone >> 4 & alone >> 8:
        return False
    for earlier in range(1, level + 1):  # noqa: SIM110  kernels know no generators
        if alone & table[LEVELS + LEVEL * earlier + L_AFTER]:
            return False
    return True


@kernel
def joins(table: Integers, level: int, begins: int) -> bool:
    """Return whether a straight continues one of those taken."""
    for earlier in range(1, level + 1):  # noqa: SIM110  kernels know no generators
        if table[LEVELS + LEVEL * earlier + L_GOES_ON] == begins:
            return True
    return False
