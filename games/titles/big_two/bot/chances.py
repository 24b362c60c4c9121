"""Kernels that rate a hand of Big Two: five-card hands beat one another by type, and one of them may be a flush."""

from __future__ import annotations

from functools import lru_cache

from games.ai.compiled import Floats, Integers, kernel
from games.rules.big_two.combos import LADDER, STEP
from games.rules.big_two.options import Rules
from games.rules.climbing.order import RANK_BITS
from games.rules.climbing.windows import Window
from games.titles.climbing.bot.chances import (
    CONTROL,
    OWN_CHANCES,
    extras_cost,
    of_group,
    of_single,
    rest_needs,
    weigh_ranks,
    weights_of,
)
from games.titles.climbing.bot.layout import (
    ALONE,
    BEGIN,
    BY_LENGTH,
    CHANCES,
    COSTS,
    FLUSH,
    FLUSH_COSTS,
    FLUSH_COUNT,
    FLUSHES,
    FOUR_ONE,
    FULL_HOUSE,
    GROUPED,
    HAND,
    JOINED,
    KIND,
    MASK,
    MOST,
    NEED,
    RULES,
    SAFE,
    SIZE,
    SQUARES,
    STRAIGHT,
    STRENGTH,
    W_MASK,
    WINDOW,
    Straights,
    Terms,
    numbers_of,
)
from games.titles.climbing.bot.plays import ranks_of

#: type of five → the chance that three whole hands cannot beat its lowest, and how much higher it is for its highest
FIVES = {
    "straight": (0.30, 0.12),
    "flush": (0.45, 0.12),
    "full-house": (0.62, 0.28),
    "four+1": (0.93, 0.05),
    "straight-flush": (0.98, 0.02),
}
#: positions of types of five among their chances
LEVEL_STRAIGHT, LEVEL_FLUSH, LEVEL_FULL_HOUSE, LEVEL_FOUR, LEVEL_STRAIGHT_FLUSH = range(5)
#: the sum of squares for three hands of thirteen cards
WHOLE = 3 * 13 * 13
#: a chance is the product of two, since squares are split into a number of parts and a remainder
PARTS_OF, MOST_PARTS_OF = 32, 24
#: factor on the chance of other plays when somebody may hold a bomb
BOMBED = 0.97
#: how much room a triple has for a pair, and a four for a single
ROOM = (0.5, 0.6)
#: a cost that rules nothing out, so that the rest of the hand is always examined
UNKNOWN = 99.0
#: every card
ANY = RANK_BITS * 15
#: ``doubling`` → cards left from which each costs more; ``last_card`` → what kernels read
DEAR_FROM = {"10": (10,), "8": (8, 10), "none": ()}
LAST_CARDS = ("off", "highest", "forced")
# The options of the rules that kernels read.
WITH_FLUSH, BY_SUIT, LADDER_CLIMBS, BOMB, LAST_CARD = range(RULES, RULES + 5)


def terms_of(rules: Rules) -> Terms:
    """Return the ``Terms`` of some rules."""
    own = (rules.flush, rules.by_suit, rules.ladder, rules.bomb, LAST_CARDS.index(rules.last_card))
    return _terms_of(rules.rows.windows, rules.pass_out, rules.doubling, tuple(map(int, own)))


@lru_cache
def _terms_of(windows: tuple[Window, ...], pass_out: bool, doubling: str, own: tuple[int, ...]) -> Terms:
    straights = Straights((*((),) * 5, windows), {1: (5, 5)})
    numbers = numbers_of(straights, pass_out, last_loser=False, dear=DEAR_FROM[doubling], rules=own)
    return Terms(numbers, weights_of(ROOM, fives()))


@lru_cache
def fives() -> tuple[float, ...]:
    """Return the chances of each type of five and rank by the squares of the others' numbers of cards: first by the
    number of parts, then by the remainder."""
    chances: list[float] = []
    for kind in LADDER:
        least, more = FIVES[kind]
        for rank in range(13):
            chance = least + more * rank / 12
            chances += [chance ** (PARTS_OF * part / WHOLE) for part in range(MOST_PARTS_OF)]
            chances += [chance ** (rest / WHOLE) for rest in range(PARTS_OF)]
    return tuple(chances)


@kernel
def five(table: Integers, weights: Floats, level: int, rank: int) -> float:
    """Return the chance that nobody beats a five: the more cards the others hold, the lower."""
    squares, at = table[SQUARES], OWN_CHANCES + (13 * level + rank) * (MOST_PARTS_OF + PARTS_OF)
    return weights[at + squares // PARTS_OF] * weights[at + MOST_PARTS_OF + squares % PARTS_OF]


@kernel
def weigh_hand(table: Integers, weights: Floats) -> None:
    """Store what ranks and straights are worth."""
    table[FLUSH_COUNT] = 0
    weights[JOINED] = 1.0
    weights[SAFE] = BOMBED if table[BOMB] and table[MOST] >= 5 else 1.0
    weigh_ranks(table, weights)
    ranks = ranks_of(table[HAND], 1)
    if ranks.bit_count() < 5:
        return
    first = table[BY_LENGTH + 10]
    for start in range(table[BY_LENGTH + 11]):
        if not table[first + WINDOW * start + W_MASK] & ~ranks:
            chance = five(table, weights, LEVEL_STRAIGHT, start)
            weights[CHANCES + GROUPED + start], weights[COSTS + GROUPED + start] = chance, 1 - CONTROL * chance


@kernel
def of_play(table: Integers, weights: Floats, at: int) -> tuple[float, float]:
    """Return the chance that nobody beats a combination, and the least that its cards cost."""
    kind, size, mask = table[at + KIND], table[at + SIZE], table[at + MASK]
    if size == 1:
        return of_single(table, weights, at)
    if size < 5:
        return of_group(table, weights, at)
    if kind == FLUSH:
        # The rest may hold another flush, and then needs less than the bound assumes.
        return five(table, weights, LEVEL_FLUSH, (mask.bit_length() - 1) >> 2), UNKNOWN
    if kind in (FULL_HOUSE, FOUR_ONE):
        strength = table[at + STRENGTH] % STEP
        level, place = (LEVEL_FOUR, 39) if kind == FOUR_ONE else (LEVEL_FULL_HOUSE, 26)
        cost = weights[COSTS + place + (strength >> 2)] + extras_cost(weights, mask & ~(15 << strength))
        return five(table, weights, level, strength >> 2), cost
    start = table[at + BEGIN]
    level = LEVEL_STRAIGHT if kind == STRAIGHT else LEVEL_STRAIGHT_FLUSH
    return five(table, weights, level, start), weights[COSTS + GROUPED + start]


# --- flushes


@kernel
def next_five(bits: int) -> int:
    """Return the next higher number with as many bits set."""
    low = bits & -bits
    more = bits + low
    return (more ^ bits) // low >> 2 | more


@kernel
def picked(held: int, bits: int) -> int:
    """Return the cards of a set whose positions among them are in ``bits``."""
    cards = 0
    while bits:
        if bits & 1:
            cards |= held & -held
        held &= held - 1
        bits >>= 1
    return cards


@kernel
def weigh_flushes(table: Integers, weights: Floats) -> None:
    """Store the flushes of a hand. A flush's gain stays the same while no rank of it is touched, or no card at all if
    straights run through it."""
    hand, count = table[HAND], 0
    if not table[WITH_FLUSH] or hand.bit_count() < 5:
        return
    for suit in range(4):
        held = hand >> suit & RANK_BITS
        cards = held.bit_count()
        if cards < 5:
            continue
        bits = 31
        while not bits >> cards:
            ranks = picked(held, bits)
            bits = next_five(bits)
            cost = 1 - CONTROL * five(table, weights, LEVEL_FLUSH, (ranks.bit_length() - 1) >> 2)
            touched = ranks * 15
            table[FLUSHES + 2 * count] = ranks << suit
            table[FLUSHES + 2 * count + 1] = ANY if touched & ~table[ALONE] else touched
            weights[FLUSH_COSTS + 2 * count] = cost
            weights[FLUSH_COSTS + 2 * count + 1] = weights[NEED] - cost - rest_needs(table, weights, ranks << suit)
            count += 1
    table[FLUSH_COUNT] = count


@kernel
def needs_without(table: Integers, weights: Floats, cards: int) -> float:
    """Return how many plays the hand needs without some of its cards; one of them may be a flush."""
    need = least = rest_needs(table, weights, cards)
    for number in range(table[FLUSH_COUNT]):
        flush = table[FLUSHES + 2 * number]
        if flush & cards:
            continue
        if table[FLUSHES + 2 * number + 1] & cards:
            with_it = weights[FLUSH_COSTS + 2 * number] + rest_needs(table, weights, cards | flush)
        else:
            with_it = need - weights[FLUSH_COSTS + 2 * number + 1]
        least = min(least, with_it)
    return least
