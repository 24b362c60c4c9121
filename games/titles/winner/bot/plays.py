"""Kernels that list what a player may try in a playout of Winner: the same few plays as ``candidates``."""

from __future__ import annotations

from games.ai.compiled import Integers, kernel
from games.rules.climbing.combos import STRAIGHTS, Combo
from games.rules.climbing.order import BIG, JOKERS, LITTLE
from games.rules.winner.combos import FLUSH as FLUSH_STRENGTH
from games.rules.winner.combos import WINDOWS
from games.titles.climbing.bot.cuts import RANKED
from games.titles.climbing.bot.layout import (
    BY_LENGTH,
    FOUR,
    FOUR_ONE,
    FOUR_TWO,
    FULL_HOUSE,
    HANDS,
    KIND,
    KIND_OF,
    PAIR,
    PAIR_STRAIGHT,
    SINGLE,
    SIZE,
    STRAIGHT,
    STRENGTH,
    TOP,
    TRIPLE,
    TRIPLE_ONE,
    TRIPLE_STRAIGHT,
    W_LAST,
    W_MASK,
    W_TOP,
    WINDOW,
    Part,
)
from games.titles.climbing.bot.plays import (
    EXTRAS,
    fours,
    higher,
    lowest,
    pairs,
    put,
    ranks_of,
    singles,
    straight,
    with_extras,
)
from games.titles.winner.bot.chances import BOMB, FULL_RANK, JOKER_PAIR, TRIPLE_MIN, in_a_row

#: the longest straights
LONGEST, MOST_GROUPS = 13, 6
#: less than any strength
ANY = -99
#: what a joker costs as an extra card, more than any other card
JOKER_COMPANY = 9


def part_of(combo: Combo) -> Part:
    """Return a combination as playouts encode it."""
    kind = "straight" if combo.type == "straight-flush" else combo.type
    start = 0
    if kind in STRAIGHTS:
        ranks = ranks_of(combo.mask, 1)
        start = next(at for at, window in enumerate(WINDOWS[ranks.bit_count()]) if window.mask == ranks)
    return (KIND_OF[kind], combo.size, combo.strength, combo.mask, start)


# --- pairs, and triples and fours with extra cards


@kernel
def all_pairs(table: Integers, hand: int, ranks: int, above: int, at: int) -> int:
    """List pairs of these ranks, and the jokers if they are a pair."""
    at = pairs(table, hand, ranks, above, at)
    if table[JOKER_PAIR] and hand & JOKERS == JOKERS:
        at = put(table, at, PAIR, 2, 53, JOKERS, 0)
    return at


@kernel
def bodies(table: Integers, hand: int, rank: int, kind: int, at: int) -> int:
    """List a triple or four of a rank, given by its lowest height, with the extra cards of a type."""
    others = hand & ~(15 << rank)
    is_triple = kind in (TRIPLE, TRIPLE_ONE, FULL_HOUSE)
    count = 3 if is_triple else 4
    body = lowest(hand, rank, count)
    if kind in (TRIPLE, FOUR):
        return put(table, at, kind, count, rank, body, 0)
    if not others:
        return at
    if kind == FOUR_TWO:
        return any_two(table, others, rank, body, at)
    each = 2 if kind == FULL_HOUSE else 1
    return with_extras(table, others, each, table[JOKER_PAIR] != 0, kind, count + each, rank, body, at)


@kernel
def any_two(table: Integers, others: int, rank: int, body: int, at: int) -> int:
    """List a four with any two cards, once for each two ranks, those with the fewest cards held first."""
    before, before_mask = -1, 0
    for _ in range(EXTRAS):
        least, least_mask = 99, 0
        for first in range(0, 60, 4):
            card = card_at(others, first)
            if not card:
                continue
            for second in range(first, 60, 4):
                mask = lowest(others, first, 2) if first == second and first < 52 else card | card_at(others, second)
                if mask.bit_count() < 2:
                    continue
                cost = JOKER_COMPANY if second >= 52 else company(others, first) + company(others, second)
                if (cost, mask) > (before, before_mask) and (cost, mask) < (least, least_mask):
                    least, least_mask = cost, mask
        if least == 99:
            break
        at = put(table, at, FOUR_TWO, 6, rank, body | least_mask, 0)
        before, before_mask = least, least_mask
    return at


@kernel
def card_at(cards: int, height: int) -> int:
    """Return the lowest card of a rank, given by its lowest height; each joker is its own rank."""
    if height < 52:
        return lowest(cards, height, 1)
    return cards & LITTLE if height == 52 else cards & BIG


@kernel
def company(cards: int, height: int) -> int:
    """Return how many other cards of a rank there are."""
    return (cards & RANKED & 15 << height).bit_count() - 1


# --- straights


@kernel
def window_at(table: Integers, length: int, start: int) -> int:
    """Return the place of a window."""
    return table[BY_LENGTH + 2 * length] + WINDOW * start


@kernel
def group_rows(table: Integers, hand: int, per: int, length: int, above: int, at: int) -> int:
    """List straights of pairs or triples of a length, above a strength."""
    ranks = ranks_of(hand, per)
    kind = PAIR_STRAIGHT if per == 2 else TRIPLE_STRAIGHT
    for start in range(table[BY_LENGTH + 2 * length + 1]):
        window = window_at(table, length, start)
        top, mask = table[window + W_TOP], table[window + W_MASK]
        if mask & ~ranks:
            continue
        cards = straight(hand, per, mask)
        suit = 0 if per == 3 or table[FULL_RANK] else (cards >> 4 * top & 15).bit_length() - 1
        if 4 * top + suit > above:
            at = put(table, at, kind, per * length, 4 * top + suit, cards, start)
    return at


@kernel
def all_group_rows(table: Integers, hand: int, per: int, shortest: int, at: int) -> int:
    """List straights of at least ``shortest`` pairs or triples."""
    for length in range(shortest, min(MOST_GROUPS, ranks_of(hand, per).bit_count()) + 1):
        at = group_rows(table, hand, per, length, ANY, at)
    return at


@kernel
def put_straight(table: Integers, length: int, start: int, cards: int, at: int) -> int:
    """List a straight, or a straight flush."""
    window = window_at(table, length, start)
    top = table[window + W_TOP]
    suit = (cards >> 4 * top & 15).bit_length() - 1
    strength = 4 * top if table[FULL_RANK] else 4 * top + suit
    if cards == table[window + W_MASK] << suit:
        strength += FLUSH_STRENGTH
    return put(table, at, STRAIGHT, length, strength, cards, start)


@kernel
def flushes(table: Integers, hand: int, length: int, start: int, lowest_suit: int, but: int, at: int) -> int:
    """List the straight flushes of a window from ``lowest_suit`` up, except ``but``."""
    mask = table[window_at(table, length, start) + W_MASK]
    for suit in range(lowest_suit, 4):
        if not mask << suit & ~hand and mask << suit != but:
            at = put_straight(table, length, start, mask << suit, at)
    return at


@kernel
def straights(table: Integers, hand: int, length: int, start: int, at: int) -> int:
    """List a straight in its lowest suits, and the straight flushes."""
    cards = straight(hand, 1, table[window_at(table, length, start) + W_MASK])
    at = put_straight(table, length, start, cards, at)
    return flushes(table, hand, length, start, 0, cards, at)


@kernel
def starts_of(hand: int, length: int) -> int:
    """Return where straights of a length may start, as places of the row."""
    row = in_a_row(ranks_of(hand, 1))
    starts = row & row >> 4 & row >> 8
    for more in range(3, length):
        starts &= row >> 4 * more
    # There is only one row of thirteen ranks.
    return starts & 16 if length == LONGEST else starts


@kernel
def start_at(starts: int, length: int) -> int:
    """Return the number, among the windows of a length, of the first of some starts."""
    return 0 if length == LONGEST else (starts & -starts).bit_length() - 1 >> 2


@kernel
def higher_straights(table: Integers, hand: int, at: int) -> int:
    """List the straights and straight flushes that beat one."""
    length, strength = table[TOP + SIZE], table[TOP + STRENGTH]
    rank, suit, flush = (strength & FLUSH_STRENGTH - 1) >> 2, strength & 3, strength >= FLUSH_STRENGTH
    starts = starts_of(hand, length)
    while starts:
        start = start_at(starts, length)
        starts &= starts - 1
        window = window_at(table, length, start)
        top = table[window + W_TOP]
        if top > rank:
            at = flushes(table, hand, length, start, 0, 0, at) if flush else straights(table, hand, length, start, at)
        elif top < rank or table[FULL_RANK]:
            if not flush:
                at = flushes(table, hand, length, start, 0, 0, at)
        else:
            held = higher(hand, 4 * rank, 1, suit)
            if held and not flush:
                # The ace of A 2 3 is low: the top is still the last of the ranks.
                cards = straight(hand, 1, table[window + W_MASK] & ~(1 << 4 * table[window + W_LAST])) | held
                at = put_straight(table, length, start, cards, at)
            at = flushes(table, hand, length, start, suit + 1 if flush else 0, 0, at)
    return at


@kernel
def higher_pair_straights(table: Integers, hand: int, at: int) -> int:
    """List the straights of pairs that beat one."""
    length, rank, suit = table[TOP + SIZE] // 2, table[TOP + STRENGTH] >> 2, table[TOP + STRENGTH] & 3
    ranks = ranks_of(hand, 2)
    if ranks.bit_count() < length:
        return at
    for start in range(table[BY_LENGTH + 2 * length + 1]):
        window = window_at(table, length, start)
        top, mask = table[window + W_TOP], table[window + W_MASK]
        if mask & ~ranks or top < rank or (top == rank and table[FULL_RANK]):
            continue
        held = lowest(hand, 4 * top, 2) if top > rank else higher(hand, 4 * top, 2, suit)
        if not held:
            continue
        cards = straight(hand, 2, mask & ~(1 << 4 * top)) | held
        height = 0 if table[FULL_RANK] else held.bit_length() - 1 & 3
        at = put(table, at, PAIR_STRAIGHT, 2 * length, 4 * top + height, cards, start)
    return at


# --- what a hand may try


@kernel
def leads(table: Integers, seat: int, at: int) -> int:
    """List what a seat may lead: each type and rank once, in the lowest suits."""
    hand = table[HANDS + seat]
    twos, threes, foursome = ranks_of(hand, 2), ranks_of(hand, 3), ranks_of(hand, 4)
    at = all_pairs(table, hand, twos, -1, singles(table, hand, -1, at))
    while threes:
        rank = (threes & -threes).bit_length() - 1
        threes &= threes - 1
        at = bodies(table, hand, rank, TRIPLE, at)
        at = bodies(table, hand, rank, TRIPLE_ONE, at)
        at = bodies(table, hand, rank, FULL_HOUSE, at)
    at = all_group_rows(table, hand, 3, table[TRIPLE_MIN], at)
    while foursome:
        rank = (foursome & -foursome).bit_length() - 1
        foursome &= foursome - 1
        at = bodies(table, hand, rank, FOUR, at)
        at = bodies(table, hand, rank, FOUR_ONE, at)
        at = bodies(table, hand, rank, FOUR_TWO, at)
    for length in range(3, LONGEST + 1):
        starts = starts_of(hand, length)
        if not starts:
            break
        while starts:
            at = straights(table, hand, length, start_at(starts, length), at)
            starts &= starts - 1
    return all_group_rows(table, hand, 2, 3, at)


@kernel
def answers(table: Integers, seat: int, at: int) -> int:
    """List what a seat may play on another's play."""
    hand, kind, size, strength = table[HANDS + seat], table[TOP + KIND], table[TOP + SIZE], table[TOP + STRENGTH]
    if hand.bit_count() < size and not table[BOMB]:
        return at
    if kind == SINGLE:
        at = singles(table, hand, strength, at)
    elif kind == PAIR:
        if strength < 52:
            own = strength & ~3
            at = all_pairs(table, hand, ranks_of(hand, 2) >> own << own, strength, at)
    elif kind == STRAIGHT:
        at = higher_straights(table, hand, at)
    elif kind == PAIR_STRAIGHT:
        at = higher_pair_straights(table, hand, at)
    elif kind == TRIPLE_STRAIGHT:
        at = group_rows(table, hand, 3, size // 3, strength, at)
    else:
        is_triple = kind in (TRIPLE, TRIPLE_ONE, FULL_HOUSE)
        ranks = ranks_of(hand, 3 if is_triple else 4) >> strength + 1 << strength + 1
        while ranks:
            rank = (ranks & -ranks).bit_length() - 1
            ranks &= ranks - 1
            at = bodies(table, hand, rank, kind, at)
    if table[BOMB] and kind != FOUR:
        bombs = ranks_of(hand, 4)
        if kind in (FOUR_ONE, FOUR_TWO):
            bombs = bombs >> strength + 1 << strength + 1
        at = fours(table, bombs, at)
    return at
