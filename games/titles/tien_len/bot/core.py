"""The play of Tien Len as kernels, for playouts: what a hand may try, who may chop, and its points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.ai.compiled import Integers, kernel
from games.rules.climbing.score import seats_of
from games.rules.tien_len import combos
from games.rules.tien_len.combos import combo_of
from games.rules.tien_len.options import Rules
from games.rules.tien_len.order import RED_TWOS
from games.rules.tien_len.order import TWOS as ALL_TWOS
from games.rules.tien_len.score import points
from games.titles.climbing.bot import playing
from games.titles.climbing.bot.chances import of, weigh
from games.titles.climbing.bot.layout import (
    FOUR,
    HANDS,
    HOLDING,
    KIND,
    KIND_OF,
    LEADER,
    MASK,
    OUT,
    OUT_COUNT,
    OWN,
    PAIR,
    PAIR_STRAIGHT,
    PART,
    PASS_OUT,
    PASSED,
    PLAYED,
    SEATS,
    SINGLE,
    SIZE,
    STRAIGHT,
    STRENGTH,
    TOP,
    TRIPLE,
    Part,
)
from games.titles.climbing.bot.playing import Kernels, set_to_beat
from games.titles.climbing.bot.playing import answerers as all_answerers
from games.titles.climbing.bot.plays import fours, pairs, put, ranks_of, rows, singles, triples
from games.titles.tien_len.bot.chances import (
    CHOP_LADDER,
    CHOP_POINTS,
    FOUR_CHOPS_PAIR,
    LATE_CHOPS,
    LATE_FOURS,
    TWOS,
    TWOS_LEFT,
    of_play,
    weigh_hand,
)

#: if the last play is a chop: who pays (−1 if it is none), who is paid, and how much; from ``CHOPS`` on, by seat, what
#: chops have won and cost so far
PAYER, CHOPPER, AMOUNT, CHOPS = range(OWN, OWN + 4)
#: the power of a four among the choppers
POWER_OF_FOUR = 2
#: the longest straight, and the longest pair straight
LONGEST, MOST_PAIRS = 12, 12


def part_of(mask: int, rules: Rules) -> Part:
    """Return cards as playouts encode them."""
    combo = combo_of(mask)
    assert combo is not None
    start = 0
    if combo.type in ("straight", "pair-straight"):
        ranks = ranks_of(combo.mask, 1)
        row = combos.WINDOWS[ranks.bit_count()]
        start = next(at for at, window in enumerate(row) if window.mask == ranks)
    return (KIND_OF[combo.type], combo.size, combo.strength, combo.mask, start)


def own_of(state: Any) -> list[int]:
    """Return what kernels store besides the state."""
    return [*(state.chop or (-1, 0, 0)), *state.chops]


def points_of(end: Sequence[int], rules: Rules) -> list[int]:
    """Return seat → points after a hand was played out; if it is only settled for some, valid for these."""
    hands, out = list(end[HANDS : HANDS + end[SEATS]]), list(end[OUT : OUT + end[OUT_COUNT]])
    holding = end[HOLDING]
    if rules.last_loser and holding & holding - 1:
        # It is settled for those who are out: the others may take their places in any order.
        *others, last = (seat for seat, hand in enumerate(hands) if hand)
        hands, out = [hand if seat == last else 0 for seat, hand in enumerate(hands)], [*out, *others]
    scored = points(hands, seats_of(end[PLAYED], len(hands)), out, rules, None)
    return [own + chopped for own, chopped in zip(scored, end[CHOPS : CHOPS + len(hands)], strict=True)]


# --- choppers


@kernel
def is_twos(table: Integers, at: int) -> bool:
    """Return whether a play is one, two or three twos, which choppers may beat."""
    return 0 < table[at + SIZE] <= 3 and table[at + STRENGTH] >= TWOS


@kernel
def power(table: Integers, at: int) -> int:
    """Return the strength of a chopper in the ladder; 0 if a play is none (/rules/tien-len/#4)."""
    if table[at + SIZE] < 4:
        return 0
    if table[at + KIND] == FOUR:
        return POWER_OF_FOUR
    if table[at + KIND] != PAIR_STRAIGHT:
        return 0
    return 1 if table[at + SIZE] == 6 else table[at + SIZE] // 2 - 1


@kernel
def worth(table: Integers, at: int) -> int:
    """Return what a play that is chopped is worth (/rules/tien-len/#7)."""
    if is_twos(table, at):
        mask = table[at + MASK]
        return (mask & ALL_TWOS).bit_count() + (mask & RED_TWOS).bit_count()
    if table[at + KIND] == FOUR:
        return 4
    return 3 if table[at + SIZE] == 6 else 5


# --- what a hand may try


@kernel
def pair_straights(table: Integers, hand: int, shortest: int, at: int) -> int:
    """List the pair straights of at least ``shortest`` pairs."""
    ranks = ranks_of(hand, 2)
    if not ranks & ranks >> 4 & ranks >> 8:
        return at
    for length in range(shortest, min(ranks.bit_count(), MOST_PAIRS) + 1):
        end = rows(table, hand, length, 2, PAIR_STRAIGHT, -1, at)
        if end == at:
            break
        at = end
    return at


@kernel
def leads(table: Integers, seat: int, at: int) -> int:
    """List what a seat may lead."""
    hand = table[HANDS + seat]
    at = singles(table, hand, -1, at)
    at = pairs(table, hand, ranks_of(hand, 2), -1, at)
    at = fours(table, ranks_of(hand, 4), triples(table, hand, ranks_of(hand, 3), at))
    ranks = ranks_of(hand, 1)
    # two neighbours, three, and so on: if there are none of a length, there are none longer
    row, length = ranks & (1 << TWOS) - 1, 3
    row &= row >> 4
    while length <= LONGEST:
        row &= ranks >> 4 * (length - 1)
        if not row:
            break
        at = rows(table, hand, length, 1, STRAIGHT, -1, at)
        length += 1
    return pair_straights(table, hand, 3, at)


@kernel
def all_answers(table: Integers, hand: int, at: int) -> int:
    """List what a hand may play on another's play, ignoring that a pass may bar the seat."""
    kind, size, strength = table[TOP + KIND], table[TOP + SIZE], table[TOP + STRENGTH]
    if kind == SINGLE:
        at = singles(table, hand, strength, at)
    elif kind == PAIR:
        own = strength & ~3
        at = pairs(table, hand, ranks_of(hand, 2) >> own << own, strength, at)
    elif kind == STRAIGHT:
        return rows(table, hand, size, 1, kind, strength, at) if hand.bit_count() >= size else at
    elif kind == TRIPLE:
        at = triples(table, hand, ranks_of(hand, 3) >> strength + 1 << strength + 1, at)
    elif kind == FOUR:
        if strength < TWOS:
            at = fours(table, ranks_of(hand, 4) >> strength + 1 << strength + 1, at)
            if table[CHOP_LADDER]:
                at = pair_straights(table, hand, 4, at)
        return at
    else:
        count = size // 2
        at = rows(table, hand, count, 2, PAIR_STRAIGHT, strength, at)
        if table[CHOP_LADDER]:
            at = pair_straights(table, hand, count + 1, at)
            if count == 3:
                at = fours(table, ranks_of(hand, 4), at)
        return at
    if strength >= TWOS:
        at = pair_straights(table, hand, size + 2, at)
        if size == 1 or (size == 2 and table[FOUR_CHOPS_PAIR]):
            at = fours(table, ranks_of(hand, 4), at)
    return at


@kernel
def answers(table: Integers, seat: int, at: int) -> int:
    """List what a seat may play on another's play."""
    end = all_answers(table, table[HANDS + seat], at)
    if not table[PASS_OUT] or not table[PASSED] >> seat & 1:
        return end
    # A pass does not bar every play (/rules/tien-len/#6).
    kept_end = at
    for place in range(at, end, PART):
        late = table[place + KIND] == FOUR and table[LATE_FOURS] > 0
        if table[place + KIND] == PAIR_STRAIGHT and table[LATE_CHOPS]:
            late = table[place + SIZE] >= 2 * table[LATE_CHOPS]
        if late:
            kept_end = put(
                table,
                kept_end,
                table[place + KIND],
                table[place + SIZE],
                table[place + STRENGTH],
                table[place + MASK],
                table[place + PART - 1],
            )
    return kept_end


# --- the course


@kernel
def answerers(table: Integers, seat: int) -> int:
    """Return the seats, as bits, that may answer the play that ``seat`` has just made."""
    if table[LATE_CHOPS] and (is_twos(table, TOP) or power(table, TOP)):
        return table[HOLDING] & ~(1 << seat)
    return all_answerers(table, seat)


@kernel
def note(table: Integers, seat: int, at: int) -> None:
    """Store whether a play is a chop, and what it costs."""
    mine, theirs = power(table, at), power(table, TOP)
    chops = table[PAYER] >= 0 or is_twos(table, TOP) or theirs not in (0, mine)
    if table[TOP + SIZE] and mine and chops:
        amount = table[AMOUNT] if table[PAYER] >= 0 else 0
        table[AMOUNT] = amount + worth(table, TOP)
        table[PAYER], table[CHOPPER] = table[LEADER], seat
    else:
        table[PAYER] = -1
    set_to_beat(table, at)


@kernel
def end_trick(table: Integers) -> None:
    """Settle the payment of a chop."""
    if table[PAYER] >= 0 and table[CHOP_POINTS]:
        table[CHOPS + table[PAYER]] -= table[AMOUNT]
        table[CHOPS + table[CHOPPER]] += table[AMOUNT]
    table[PAYER] = -1


@kernel
def is_settled(table: Integers, seat: int) -> bool:
    """Return whether a seat's points are final."""
    return not table[HANDS + seat] and not table[CHOP_POINTS] and not table[TWOS_LEFT]


KERNELS = Kernels(
    "tien-len",
    {
        weigh: weigh_hand,
        of: of_play,
        playing.leads: leads,
        playing.answers: answers,
        playing.answerers: answerers,
        playing.note: note,
        playing.end_trick: end_trick,
        playing.is_settled: is_settled,
    },
)
