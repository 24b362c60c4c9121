"""Kernels that rate a hand of Winner: straights with the ace at either end, bombs, jokers and extra cards."""

from __future__ import annotations

from functools import lru_cache

from games.ai.compiled import Floats, Integers, kernel
from games.rules.climbing.order import JOKERS
from games.rules.winner.combos import FLUSH as FLUSH_STRENGTH
from games.rules.winner.combos import WINDOWS
from games.rules.winner.options import Rules
from games.rules.winner.order import SEQUENCE
from games.rules.winner.score import DOUBLE_FROM
from games.titles.climbing.bot.chances import (
    OWN_CHANCES,
    cards_a_rank,
    extras_cost,
    of_group,
    of_single,
    of_straight,
    weigh_ranks,
    weigh_straights,
    weights_of,
)
from games.titles.climbing.bot.cuts import RANKED
from games.titles.climbing.bot.layout import (
    CHANCES,
    COSTS,
    FOUR,
    FOUR_TWO,
    HAND,
    JOINED,
    JOKERS_COST,
    KIND,
    MASK,
    MOST,
    PAIR,
    RULES,
    SAFE,
    SINGLE,
    SIZE,
    STRAIGHT,
    STRENGTH,
    TRIPLE,
    UNSEEN,
    Straights,
    Terms,
    numbers_of,
)
from games.titles.climbing.bot.plays import ranks_of

#: every place of the row A 2 3 … K A, four bits each
ROW = (1 << 4 * len(SEQUENCE)) - 1
#: how much room a triple and a four have for cards that would need a play of their own; a bomb is kept for later
ROOM, WITH_BOMBS = (0.5, 0.8), (0.5, 0.3)
#: number of ranks of which somebody may hold four → the chance that there is no bomb
NO_BOMB = tuple(float(0.93**bombs) for bombs in range(14))
# The options of the rules that kernels read.
JOKER_PAIR, BOMB, FULL_RANK, TRIPLE_MIN = range(RULES, RULES + 4)


@lru_cache
def terms_of(rules: Rules) -> Terms:
    """Return the ``Terms`` of some rules."""
    straights = Straights(WINDOWS, {1: (3, 13), 2: (3, 6), 3: (rules.triple_min, 6)}, SEQUENCE, in_a_row=True)
    own = [int(rules.joker_pair), int(rules.bomb), int(rules.full_rank), rules.triple_min]
    dear = (DOUBLE_FROM[rules.players],)
    numbers = numbers_of(straights, rules.pass_out, rules.last_loser, dear, rules=own)
    return Terms(numbers, weights_of(WITH_BOMBS if rules.bomb else ROOM, NO_BOMB))


@kernel
def in_a_row(ranks: int) -> int:
    """Return ranks, as diamonds, in the row A 2 3 … K A, with the ace at both ends."""
    return ranks << 8 & ROW | ranks >> 44


@kernel
def weigh_hand(table: Integers, weights: Floats) -> None:
    """Store what ranks and straights are worth."""
    hand, unseen, bombs = table[HAND], table[UNSEEN], 0
    if table[BOMB] and table[MOST] >= 4:
        bombs = ranks_of(unseen & RANKED, 4).bit_count()
    weights[SAFE] = weights[OWN_CHANCES + bombs]
    weights[JOINED] = 0.9 if table[JOKER_PAIR] and unseen & JOKERS == JOKERS else 1.0
    weigh_ranks(table, weights)
    for per in range(1, 4):
        row = in_a_row(ranks_of(hand, per))
        if row & row >> 4 and (per == 3 or row & row >> 4 & row >> 8):
            weigh_straights(table, weights, per, row, per == 3 or table[FULL_RANK] != 0)


@kernel
def of_play(table: Integers, weights: Floats, at: int) -> tuple[float, float]:
    """Return the chance that nobody beats a combination, and the least that its cards cost."""
    kind, size, strength = table[at + KIND], table[at + SIZE], table[at + STRENGTH]
    if kind == SINGLE:
        return of_single(table, weights, at)
    if kind in (PAIR, TRIPLE):
        if strength >= 52:
            return weights[SAFE], weights[JOKERS_COST + 3]
        return of_group(table, weights, at)
    if cards_a_rank(kind):
        chance, cost = of_straight(table, weights, at)
        return 0.9 if kind == STRAIGHT and strength >= FLUSH_STRENGTH and chance < 0.9 else chance, cost
    is_four = FOUR <= kind <= FOUR_TWO
    place = (39 if is_four else 26) + (strength >> 2)
    chance, cost = weights[CHANCES + place], weights[COSTS + place]
    if size > table[MOST]:
        chance = 1.0 if is_four else weights[SAFE]
    extra = table[at + MASK] & ~(15 << strength)
    return chance, cost + (extras_cost(weights, extra) if extra else 0.0)
