"""Kernels that rate a hand of Tien Len: straights, and choppers kept for the twos."""

from __future__ import annotations

from functools import lru_cache

from games.ai.compiled import Floats, Integers, kernel
from games.rules.climbing.order import TWO
from games.rules.tien_len.combos import WINDOWS
from games.rules.tien_len.options import Rules
from games.titles.climbing.bot.chances import (
    cards_a_rank,
    of_group,
    of_single,
    of_straight,
    weigh_ranks,
    weigh_straights,
    weights_of,
)
from games.titles.climbing.bot.layout import (
    HAND,
    JOINED,
    KIND,
    MOST,
    RULES,
    SAFE,
    SIZE,
    STRENGTH,
    UNSEEN,
    Straights,
    Terms,
    numbers_of,
)
from games.titles.climbing.bot.plays import ranks_of

STRAIGHTS = Straights(WINDOWS, {1: (3, 12), 2: (3, 6)}, tuple(range(TWO)))
#: the lowest strength of twos, and the cards below
TWOS = 4 * TWO
BELOW_TWO = (1 << TWOS) - 1
#: triples take no extra cards; a four is worth keeping, since it chops
ROOM = (0.0, 0.3)
#: the cards of a four, the smallest chopper, and how much less twos are worth while somebody may hold one
CHOPPER, CHOPPED = 4, 0.97
# The options of the rules that kernels read.
FOUR_CHOPS_PAIR, CHOP_LADDER, LATE_CHOPS, LATE_FOURS, TWOS_LEFT, CHOP_POINTS = range(RULES, RULES + 6)


@lru_cache
def terms_of(rules: Rules) -> Terms:
    """Return the ``Terms`` of some rules."""
    own = (
        *(rules.four_chops_pair, rules.chop_ladder, rules.late_chops),
        *(rules.late_fours, rules.twos_left, rules.chop_points),
    )
    numbers = numbers_of(STRAIGHTS, rules.pass_out, rules.last_loser, rules=[int(one) for one in own])
    return Terms(numbers, weights_of(ROOM))


@kernel
def weigh_hand(table: Integers, weights: Floats) -> None:
    """Store what ranks and straights are worth."""
    weights[SAFE] = weights[JOINED] = 1.0
    weigh_ranks(table, weights)
    below = table[HAND] & BELOW_TWO
    for per in range(1, 3):
        row = ranks_of(below, per)
        if not row & row >> 4 & row >> 8:
            break
        weigh_straights(table, weights, per, row, False)


@kernel
def may_chop(table: Integers, size: int) -> bool:
    """Return whether the cards that others may hold contain what beats this many twos (/rules/tien-len/#4)."""
    unseen, most = table[UNSEEN], table[MOST]
    by_four = size == 1 or (size == 2 and table[FOUR_CHOPS_PAIR] != 0)
    if by_four and most >= CHOPPER and ranks_of(unseen, 4):
        return True
    pairs = ranks_of(unseen & BELOW_TWO, 2)
    row = pairs
    for step in range(1, size + 2):
        row &= pairs >> 4 * step
    return most >= 2 * (size + 2) and row != 0


@kernel
def of_play(table: Integers, weights: Floats, at: int) -> tuple[float, float]:
    """Return the chance that nobody beats a combination, and the least that its cards cost."""
    if table[at + SIZE] == 1:
        chance, cost = of_single(table, weights, at)
    elif cards_a_rank(table[at + KIND]):
        chance, cost = of_straight(table, weights, at)
    else:
        chance, cost = of_group(table, weights, at)
    if table[at + STRENGTH] >= TWOS and table[at + SIZE] <= 3 and may_chop(table, table[at + SIZE]):
        chance *= CHOPPED
    return chance, cost
