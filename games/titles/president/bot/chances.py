"""Kernels that rate a hand of President, with cards as they rank now: sets of one rank, and twos that clear."""

from __future__ import annotations

from functools import lru_cache

from games.ai.compiled import Floats, Integers, kernel
from games.rules.climbing.order import TWO
from games.rules.president.combos import BEST
from games.rules.president.options import Rules
from games.titles.climbing.bot.chances import CONTROL, FOURS, PAIRS, SINGLES, SLIPS, TRIPLES, of_group, weights_of
from games.titles.climbing.bot.cuts import RANKED
from games.titles.climbing.bot.layout import (
    CHANCES,
    COSTS,
    HAND,
    JOKERS_COST,
    MASK,
    MOST,
    OWN,
    RULES,
    STRENGTH,
    UNSEEN,
    Straights,
    Terms,
    numbers_of,
)
from games.titles.climbing.bot.plays import ranks_of

#: whether the ranks are reversed; whether the last play has the rank of the one before; how many lost their place by
#: going out, and who
TURNED, EQUAL, ON_TWO_COUNT, ON_TWO = range(OWN, OWN + 4)
# The options of the rules that kernels read.
EQUAL_BEATS, EQUAL_SKIPS, TWO_CLEARS, REVOLUTION, FINISH_ON_TWO, TITLES = range(RULES, RULES + 6)


@lru_cache
def terms_of(rules: Rules) -> Terms:
    """Return the ``Terms`` of some rules."""
    own = (
        *(rules.equal_beats, rules.equal_skips, rules.two_clears),
        *(rules.revolution, rules.finish_on_two, rules.titles),
    )
    numbers = numbers_of(Straights(), rules.pass_out, last_loser=True, beyond=4, rules=[int(one) for one in own])
    return Terms(numbers, weights_of(room=(0.0, 0.0)))


@kernel
def weigh_sets(table: Integers, weights: Floats) -> None:
    """Store what sets of one rank are worth."""
    unseen, most = table[UNSEEN], table[MOST]
    known = unseen & RANKED
    pairs, triples, fours = ranks_of(known, 2), ranks_of(known, 3), ranks_of(known, 4)
    cleared = table[TWO_CLEARS] and not table[TURNED]
    left = table[HAND] & RANKED
    while left:
        height = (left & -left).bit_length() - 1 & ~3
        number = (left >> height & 15).bit_count()
        left &= ~(15 << height)
        # An equal rank beats a set if the rules say so.
        rank, above = height >> 2, height if table[EQUAL_BEATS] else height + 4
        sure = cleared and rank == TWO
        chance = 1.0 if sure else weights[SINGLES + 2 * (unseen >> above).bit_count()]
        cost = 1 - CONTROL * chance - weights[SLIPS + rank]
        weights[CHANCES + rank], weights[COSTS + rank] = chance, cost
        if number < 2:
            continue
        chance = 1.0 if sure or most < 2 else weights[PAIRS + (pairs >> above).bit_count()]
        two = min(1 - CONTROL * chance - weights[SLIPS + rank], cost + cost)
        weights[CHANCES + 13 + rank], weights[COSTS + 13 + rank] = chance, two
        if number < 3:
            continue
        chance = 1.0 if sure or most < 3 else weights[TRIPLES + (triples >> above).bit_count()]
        three = min(1 - CONTROL * chance, cost + two)
        weights[CHANCES + 26 + rank], weights[COSTS + 26 + rank] = chance, three
        if number < 4:
            continue
        chance = 1.0 if sure or most < 4 else weights[FOURS + (fours >> above).bit_count()]
        weights[CHANCES + 39 + rank] = chance
        weights[COSTS + 39 + rank] = min(1 - CONTROL * chance, cost + three, two + two)


@kernel
def of_set(table: Integers, weights: Floats, at: int) -> tuple[float, float]:
    """Return the chance that nobody beats a set, and what it costs."""
    if table[at + STRENGTH] >= BEST:
        return 1.0, weights[JOKERS_COST + (table[at + MASK] >> 52)]
    return of_group(table, weights, at)
