"""What a hand of Big Two is worth, as kernels: hands of five climb over one another, and one of them may be a flush."""

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

#: type of five → the chance that three whole hands have nothing above the lowest of it, and what the highest has more
FIVES = {
    "straight": (0.30, 0.12),
    "flush": (0.45, 0.12),
    "full-house": (0.62, 0.28),
    "four+1": (0.93, 0.05),
    "straight-flush": (0.98, 0.02),
}
#: places of types of five among their chances
LEVEL_STRAIGHT, LEVEL_FLUSH, LEVEL_FULL_HOUSE, LEVEL_FOUR, LEVEL_STRAIGHT_FLUSH = range(5)
#: the squares of thirteen cards in each of three hands
WHOLE = 3 * 13 * 13
#: a chance is made of two, for squares are told in so many parts and what is left
PARTS_OF, MOST_PARTS_OF = 32, 24
#: what a bomb that somebody may have takes from a play that is none
BOMBED = 0.97
#: the place that a triple has for a pair, and a four for a single
ROOM = (0.5, 0.6)
#: a cost that is not known to be the least: what is left is always looked at
UNKNOWN = 99.0
#: every card
ANY = RANK_BITS * 15
#: ``doubling`` → cards left from which each costs more; ``last_card`` → what kernels read
DEAR_FROM = {"10": (10,), "8": (8, 10), "none": ()}
LAST_CARDS = ("off", "highest", "forced")
# The options of the rules that kernels read.
WITH_FLUSH, BY_SUIT, LADDER_CLIMBS, BOMB, LAST_CARD = range(RULES, RULES + 5)


def terms_of(rules: Rules) -> Terms:
    """Return what rules come to."""
    own = (rules.flush, rules.by_suit, rules.ladder, rules.bomb, LAST_CARDS.index(rules.last_card))
    return _terms_of(rules.rows.windows, rules.pass_out, rules.doubling, tuple(map(int, own)))


@lru_cache
def _terms_of(windows: tuple[Window, ...], pass_out: bool, doubling: str, own: tuple[int, ...]) -> Terms:
    straights = Straights((*((),) * 5, windows), {1: (5, 5)})
    numbers = numbers_of(straights, pass_out, last_loser=False, dear=DEAR_FROM[doubling], rules=own)
    return Terms(numbers, weights_of(ROOM, fives()))


@lru_cache
def fives() -> tuple[float, ...]:
    """Return of each type of five and rank its chance by the squares of what the others hold: the first by so many
    parts of them, then by what is left."""
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
    """Return the chance of a five: the more cards the others hold, the less it is."""
    squares, at = table[SQUARES], OWN_CHANCES + (13 * level + rank) * (MOST_PARTS_OF + PARTS_OF)
    return weights[at + squares // PARTS_OF] * weights[at + MOST_PARTS_OF + squares % PARTS_OF]


@kernel
def weigh_hand(table: Integers, weights: Floats) -> None:
    """Note what ranks and straights are worth."""
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
    """Return the chance that nobody beats a combination, and what its cards cost at least."""
    kind, size, mask = table[at + KIND], table[at + SIZE], table[at + MASK]
    if size == 1:
        return of_single(table, weights, at)
    if size < 5:
        return of_group(table, weights, at)
    if kind == FLUSH:
        # What is left may hold another flush, and then needs less than the hand without this one.
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
    """Return the next number with as many bits."""
    low = bits & -bits
    more = bits + low
    return (more ^ bits) // low >> 2 | more


@kernel
def picked(held: int, bits: int) -> int:
    """Return of the cards in a set those whose place among them is in ``bits``."""
    cards = 0
    while bits:
        if bits & 1:
            cards |= held & -held
        held &= held - 1
        bits >>= 1
    return cards


@kernel
def weigh_flushes(table: Integers, weights: Floats) -> None:
    """Note the flushes of a hand: where no rank of one is touched the hand gains as much by it as before, anywhere
    where straights run through them."""
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
    """Return how many plays the hand needs when some of its cards are gone, one of those left may be a flush."""
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
