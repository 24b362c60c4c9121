"""The play of Big Two as kernels, for playouts: what a hand may try, and its points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.ai.compiled import Integers, kernel
from games.rules.big_two.combos import STEP, combo_of
from games.rules.big_two.options import Rules
from games.rules.big_two.score import points
from games.rules.climbing.order import RANK_BITS
from games.rules.climbing.score import seats_of
from games.titles.big_two.bot.chances import (
    BOMB,
    BY_SUIT,
    LADDER_CLIMBS,
    LAST_CARD,
    LEVEL_FLUSH,
    LEVEL_FOUR,
    LEVEL_FULL_HOUSE,
    LEVEL_STRAIGHT,
    LEVEL_STRAIGHT_FLUSH,
    WITH_FLUSH,
    needs_without,
    next_five,
    of_play,
    picked,
    weigh_flushes,
    weigh_hand,
)
from games.titles.climbing.bot import chances, playing
from games.titles.climbing.bot.layout import (
    BEGIN,
    BY_LENGTH,
    FLUSH,
    FOUR_ONE,
    FULL_HOUSE,
    HANDS,
    HOLDING,
    KIND,
    KIND_OF,
    MASK,
    OUT,
    PART,
    PASS_OUT,
    PASSED,
    PLAYED,
    SEATS,
    SINGLE,
    SIZE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRENGTH,
    TOP,
    W_LAST,
    W_MASK,
    W_TOP,
    WINDOW,
    Part,
)
from games.titles.climbing.bot.playing import Kernels, next_of
from games.titles.climbing.bot.plays import (
    higher,
    lowest,
    pairs,
    put,
    ranks_of,
    singles,
    straight,
    triples,
    with_extras,
)

#: duties when the next player has one card left: to play the highest single, and not to pass
HIGHEST, FORCED = 1, 2
#: cards of a hand of five
FIVE = 5


def part_of(mask: int, rules: Rules) -> Part:
    """Return cards as playouts encode them."""
    combo = combo_of(mask, rules)
    assert combo is not None
    start = 0
    if combo.type in ("straight", "straight-flush"):
        start = rules.rows.by_ranks[ranks_of(combo.mask, 1)].top
    return (KIND_OF[combo.type], combo.size, combo.strength, combo.mask, start)


def own_of(state: Any) -> list[int]:
    """Return what kernels store besides the state: nothing."""
    return []


def points_of(end: Sequence[int], rules: Rules) -> list[int]:
    """Return seat → points after a hand was played out."""
    hands = end[HANDS : HANDS + end[SEATS]]
    return points(hands, seats_of(end[PLAYED], len(hands)), end[OUT], rules)


# --- five cards


@kernel
def put_straight(table: Integers, window: int, cards: int, at: int) -> int:
    """List a straight, or a straight flush, of a window."""
    suit = (cards >> 4 * table[window + W_LAST] & 15).bit_length() - 1
    kind, level = STRAIGHT, LEVEL_STRAIGHT
    if cards == table[window + W_MASK] << suit:
        kind, level = STRAIGHT_FLUSH, LEVEL_STRAIGHT_FLUSH
    top = table[window + W_TOP]
    return put(table, at, kind, FIVE, STEP * level + 4 * top + suit, cards, top)


@kernel
def suited(table: Integers, hand: int, window: int, lowest_suit: int, but: int, at: int) -> int:
    """List the straight flushes of a window from ``lowest_suit`` up, except ``but``."""
    for suit in range(lowest_suit, 4):
        cards = table[window + W_MASK] << suit
        if not cards & ~hand and cards != but:
            at = put_straight(table, window, cards, at)
    return at


@kernel
def straights(table: Integers, hand: int, window: int, at: int) -> int:
    """List a straight in its lowest suits, and the straight flushes."""
    cards = straight(hand, 1, table[window + W_MASK])
    return suited(table, hand, window, 0, cards, put_straight(table, window, cards, at))


@kernel
def higher_straights(table: Integers, hand: int, window: int, strength: int, flush: bool, at: int) -> int:
    """List the straights of a window that beat a straight, or a straight flush if ``flush``."""
    top, suit, mine, last = strength >> 2, strength & 3, table[window + W_TOP], 4 * table[window + W_LAST]
    lowest_suit = 0 if mine > top else 4 if mine < top else suit + 1
    if flush:
        return suited(table, hand, window, lowest_suit, 0, at)
    if lowest_suit == 0:
        return straights(table, hand, window, at)
    first = at
    at = suited(table, hand, window, 0, 0, at)
    held = higher(hand, last, 1, lowest_suit - 1)
    if held:
        cards = held | straight(hand, 1, table[window + W_MASK] & ~(1 << last))
        for listed in range(first, at, PART):
            if table[listed + MASK] == cards:
                return at
        at = put_straight(table, window, cards, at)
    return at


@kernel
def all_straights(table: Integers, hand: int, kind: int, strength: int, at: int) -> int:
    """List the straights and straight flushes that beat a five of a type; all if ``kind`` is −1."""
    ranks = ranks_of(hand, 1)
    if ranks.bit_count() < FIVE:
        return at
    first = table[BY_LENGTH + 2 * FIVE]
    for window in range(first, first + WINDOW * table[BY_LENGTH + 2 * FIVE + 1], WINDOW):
        if table[window + W_MASK] & ~ranks:
            continue
        if kind == -1:
            at = straights(table, hand, window, at)
        elif kind in (STRAIGHT, STRAIGHT_FLUSH):
            at = higher_straights(table, hand, window, strength, kind == STRAIGHT_FLUSH, at)
        else:
            at = suited(table, hand, window, 0, 0, at)
    return at


@kernel
def is_row(table: Integers, ranks: int) -> bool:
    """Return whether ranks are those of a straight."""
    first = table[BY_LENGTH + 2 * FIVE]
    for window in range(first, first + WINDOW * table[BY_LENGTH + 2 * FIVE + 1], WINDOW):
        if table[window + W_MASK] == ranks:
            return True
    return False


@kernel
def flush_strength(table: Integers, height: int) -> int:
    """Return the number by which flushes are compared, from the height of the top card."""
    return (height & 3) << 4 | height >> 2 if table[BY_SUIT] else height


@kernel
def flushes(table: Integers, hand: int, above: int, at: int) -> int:
    """List the flushes above a strength that are not straights, one for each set of ranks."""
    for suit in range(4):
        held = hand >> suit & RANK_BITS
        cards, bits = held.bit_count(), 31
        while not bits >> cards:
            ranks = picked(held, bits)
            bits = next_five(bits)
            strength = flush_strength(table, (ranks << suit).bit_length() - 1)
            listed = strength <= above or is_row(table, ranks)
            for other in range(suit):
                same = ranks << other
                if not same & ~hand and flush_strength(table, same.bit_length() - 1) > above:
                    listed = True
            if not listed:
                at = put(table, at, FLUSH, FIVE, STEP * LEVEL_FLUSH + strength, ranks << suit, 0)
    return at


@kernel
def full_houses(table: Integers, hand: int, ranks: int, at: int) -> int:
    """List full houses with triples of these ranks, with the pairs that would be missed least."""
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        rank = low.bit_length() - 1
        strength, body, others = STEP * LEVEL_FULL_HOUSE + rank, lowest(hand, rank, 3), hand & ~(low * 15)
        at = with_extras(table, others, 2, False, FULL_HOUSE, FIVE, strength, body, at)
    return at


@kernel
def fours_and_one(table: Integers, hand: int, ranks: int, at: int) -> int:
    """List fours of these ranks, with the cards that would be missed least."""
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        strength, others = STEP * LEVEL_FOUR + low.bit_length() - 1, hand & ~(low * 15)
        at = with_extras(table, others, 1, False, FOUR_ONE, FIVE, strength, low * 15, at)
    return at


@kernel
def level_of(kind: int) -> int:
    """Return the level of a type of five."""
    if kind == STRAIGHT:
        return LEVEL_STRAIGHT
    if kind == FLUSH:
        return LEVEL_FLUSH
    if kind == FULL_HOUSE:
        return LEVEL_FULL_HOUSE
    return LEVEL_FOUR if kind == FOUR_ONE else LEVEL_STRAIGHT_FLUSH


@kernel
def fives_on(table: Integers, hand: int, at: int) -> int:
    """List the fives of each type that beat one."""
    kind, strength = table[TOP + KIND], table[TOP + STRENGTH] % STEP
    level, climbs = level_of(kind), table[LADDER_CLIMBS] != 0
    above = ~0 << strength + 1
    at = all_straights(table, hand, kind, strength, at)
    if table[WITH_FLUSH] and (level == LEVEL_FLUSH or (level < LEVEL_FLUSH and climbs)):
        at = flushes(table, hand, strength if level == LEVEL_FLUSH else -1, at)
    if level == LEVEL_FULL_HOUSE or (level < LEVEL_FULL_HOUSE and climbs):
        threes = ranks_of(hand, 3)
        at = full_houses(table, hand, threes & above if level == LEVEL_FULL_HOUSE else threes, at)
    if level <= LEVEL_FOUR:
        fours = ranks_of(hand, 4)
        at = fours_and_one(table, hand, fours & above if level == LEVEL_FOUR else fours, at)
    return at


# --- what a hand may try


@kernel
def is_last_card(table: Integers, seat: int) -> bool:
    """Return whether the next player to act has one card left and that matters (/rules/big-two/#6)."""
    if not table[LAST_CARD]:
        return False
    others = table[HOLDING] & ~(1 << seat)
    if table[PASS_OUT]:
        others &= ~table[PASSED]
    if not others:
        return False
    return table[HANDS + next_of(others, seat)].bit_count() == 1


@kernel
def highest_single(table: Integers, hand: int, first: int, end: int) -> int:
    """Of plays listed singles first, keep only the hand's highest single card and the longer plays."""
    if table[first + SIZE] > 1:
        return end
    height = hand.bit_length() - 1
    kept_end = put(table, first, SINGLE, 1, height, 1 << height, 0)
    for at in range(first + PART, end, PART):
        if table[at + SIZE] > 1:
            kept_end = put(
                table,
                kept_end,
                table[at + KIND],
                table[at + SIZE],
                table[at + STRENGTH],
                table[at + MASK],
                table[at + BEGIN],
            )
    return kept_end


@kernel
def leads(table: Integers, seat: int, at: int) -> int:
    """List what a seat may lead: each type and rank once, in the lowest suits."""
    hand, end = table[HANDS + seat], at
    threes = ranks_of(hand, 3)
    end = singles(table, hand, -1, end)
    end = pairs(table, hand, ranks_of(hand, 2), -1, end)
    end = full_houses(table, hand, threes, triples(table, hand, threes, end))
    end = all_straights(table, hand, -1, 0, end)
    if table[WITH_FLUSH]:
        end = flushes(table, hand, -1, end)
    end = fours_and_one(table, hand, ranks_of(hand, 4), end)
    return highest_single(table, hand, at, end) if is_last_card(table, seat) else end


@kernel
def answers(table: Integers, seat: int, at: int) -> int:
    """List what a seat may play on another's play."""
    hand, size, strength, end = table[HANDS + seat], table[TOP + SIZE], table[TOP + STRENGTH], at
    if hand.bit_count() < size:
        return at
    if size == FIVE:
        return fives_on(table, hand, at)
    if size == 1:
        end = singles(table, hand, strength, end)
    elif size == 2:
        own = strength & ~3
        end = pairs(table, hand, ranks_of(hand, 2) >> own << own, strength, end)
    else:
        end = triples(table, hand, ranks_of(hand, 3) >> strength + 1 << strength + 1, end)
    if table[BOMB] and hand.bit_count() >= FIVE:
        # SINGLE is not a type of five, so straight flushes alone are listed.
        end = all_straights(table, hand, SINGLE, 0, fours_and_one(table, hand, ranks_of(hand, 4), end))
    return highest_single(table, hand, at, end) if end > at and size == 1 and is_last_card(table, seat) else end


@kernel
def may_pass(table: Integers, seat: int, at: int) -> bool:
    """Return whether a seat with the answers listed from ``at`` on may pass."""
    if table[LAST_CARD] != FORCED or table[at + KIND] != SINGLE:
        return True
    return not is_last_card(table, seat)


KERNELS = Kernels(
    "big-two",
    {
        chances.weigh: weigh_hand,
        chances.weigh_more: weigh_flushes,
        chances.of: of_play,
        chances.needs_without: needs_without,
        playing.leads: leads,
        playing.answers: answers,
        playing.may_pass: may_pass,
    },
)
