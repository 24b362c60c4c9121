"""Kernels that list what a player may try in a playout: the same few plays as ``games.rules.climbing.candidates``, as
far as the games of the family agree. Each kernel writes plays into a table from ``at`` on and returns where they end.
"""

from __future__ import annotations

from games.ai.compiled import Integers, kernel
from games.rules.climbing.order import FLUSH_CARDS, JOKERS, RANK_BITS
from games.titles.climbing.bot.layout import (
    BEGIN,
    BY_LENGTH,
    FOUR,
    KIND,
    LEFT,
    MASK,
    PAIR,
    PART,
    SINGLE,
    SIZE,
    STRENGTH,
    TRIPLE,
    W_LAST,
    W_MASK,
    W_TOP,
    WINDOW,
)

#: the most choices of extra cards for each triple or four
EXTRAS = 4


@kernel
def put(table: Integers, at: int, kind: int, size: int, strength: int, mask: int, begin: int) -> int:
    """Write a play at ``at`` and return the place after it."""
    table[at + KIND], table[at + SIZE], table[at + STRENGTH] = kind, size, strength
    table[at + MASK], table[at + BEGIN] = mask, begin
    return at + PART


@kernel
def ranks_of(mask: int, least: int) -> int:
    """Return, as bits of ``RANK_BITS``, the ranks of which a set holds at least ``least`` cards."""
    one, two, three, four = mask, mask >> 1, mask >> 2, mask >> 3
    either, both = one | two, one & two
    other, others = three | four, three & four
    if least == 1:
        return (either | other) & RANK_BITS
    if least == 2:
        return (both | others | either & other) & RANK_BITS
    return (both & other | others & either) & RANK_BITS if least == 3 else both & others & RANK_BITS


@kernel
def lowest(hand: int, height: int, count: int) -> int:
    """Return the lowest ``count`` cards of a rank, given the height of its lowest card."""
    held, cards = hand >> height & 15, 0
    for _ in range(count):
        cards |= held & -held
        held &= held - 1
    return cards << height


@kernel
def higher(hand: int, height: int, count: int, suit: int) -> int:
    """Return the lowest one or two cards of a rank whose highest card is above ``suit``; 0 if there are none."""
    held, first = hand >> height & 15, 0
    if count == 2:
        first = held & -held
        held ^= first
    held = held >> suit + 1 << suit + 1
    return (first | held & -held) << height if held else 0


@kernel
def singles(table: Integers, hand: int, above: int, at: int) -> int:
    """List the lowest card above a strength in each rank, and the highest that nobody can beat, if the lowest may be
    beaten or belong to a flush; each joker is its own rank."""
    left, unseen = hand >> above + 1 << above + 1, table[LEFT] & ~hand
    while left:
        low = left & -left
        height = low.bit_length() - 1
        at = put(table, at, SINGLE, 1, height, low, 0)
        best = (left & 15 << (height & ~3)).bit_length() - 1
        suited = (hand >> (height & 3) & RANK_BITS).bit_count()
        if height < best < 52 and not unseen >> best and (unseen >> height or suited >= FLUSH_CARDS):
            at = put(table, at, SINGLE, 1, best, 1 << best, 0)
        left &= ~(15 << (height & ~3)) if height < 52 else ~low
    return at


@kernel
def pairs(table: Integers, hand: int, ranks: int, above: int, at: int) -> int:
    """List the lowest pair of each of these ranks; in the rank of ``above``, one of a higher suit."""
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        height = low.bit_length() - 1
        # Within the same rank only a higher suit beats.
        pair = higher(hand, height, 2, above & 3) if above >> 2 == height >> 2 else lowest(hand, height, 2)
        if pair:
            at = put(table, at, PAIR, 2, pair.bit_length() - 1, pair, 0)
    return at


@kernel
def triples(table: Integers, hand: int, ranks: int, at: int) -> int:
    """List the lowest three cards of each of these ranks."""
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        rank = low.bit_length() - 1
        at = put(table, at, TRIPLE, 3, rank, lowest(hand, rank, 3), 0)
    return at


@kernel
def fours(table: Integers, ranks: int, at: int) -> int:
    """List the fours of these ranks."""
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        at = put(table, at, FOUR, 4, low.bit_length() - 1, low * 15, 0)
    return at


@kernel
def straight(hand: int, per: int, mask: int) -> int:
    """Return the lowest ``per`` cards of each rank in ``mask``; the hand must hold enough of each."""
    cards = 0
    while mask:
        low = mask & -mask
        mask ^= low
        cards |= lowest(hand, low.bit_length() - 1, per)
    return cards


@kernel
def rows(table: Integers, hand: int, length: int, per: int, kind: int, above: int, at: int) -> int:
    """List the straights of a length, ``per`` cards a rank, in their lowest suits, that beat the strength ``above`` by
    a higher top, or by a higher suit at the same top; −1 for any."""
    ranks = ranks_of(hand, per)
    for start in range(table[BY_LENGTH + 2 * length + 1]):
        window = table[BY_LENGTH + 2 * length] + WINDOW * start
        top, mask = table[window + W_TOP], table[window + W_MASK]
        if mask & ~ranks or 4 * top + 3 <= above:
            continue
        last = 4 * table[window + W_LAST]
        held = lowest(hand, last, per)
        if 4 * top <= above:
            held = higher(hand, last, per, above & 3)
            if not held:
                continue
        cards = held | straight(hand, per, mask & ~(1 << last))
        at = put(table, at, kind, per * length, 4 * top + (held.bit_length() - 1 & 3), cards, start)
    return at


@kernel
def with_extras(
    table: Integers, others: int, each: int, joker_pair: bool, kind: int, size: int, strength: int, body: int, at: int
) -> int:
    """List a play with each of the cards (or pairs, if ``each`` is 2) that would be missed least as extra cards: ranks
    of which the fewest cards are held first, then the lowest."""
    listed = 0
    for count in range(each, 5):
        ranks = ranks_of(others, count)
        if count < 4:
            ranks &= ~ranks_of(others, count + 1)
        while ranks and listed < EXTRAS:
            low = ranks & -ranks
            ranks ^= low
            extra = lowest(others, low.bit_length() - 1, each)
            at = put(table, at, kind, size, strength, body | extra, 0)
            listed += 1
    jokers = others & JOKERS
    if each == 2:
        if joker_pair and jokers == JOKERS and listed < EXTRAS:
            at = put(table, at, kind, size, strength, body | JOKERS, 0)
        return at
    while jokers and listed < EXTRAS:
        low = jokers & -jokers
        jokers ^= low
        at = put(table, at, kind, size, strength, body | low, 0)
        listed += 1
    return at
