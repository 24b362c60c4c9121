"""How playout players judge the table, as kernels: hidden cards, chances of winning a trick, the later use of cards.
Each term matches one in ``playing.py``.

Names are bits in the order of ``Terms``; ``terms``, ``dear`` and ``miss`` are the tables of ``terms.py`` and of
``misses`` below.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.ai.compiled import Engine, Floats, Integers, kernel
from games.rules.shengji.trumps import TRUMP
from games.titles.shengji.bot.terms import (
    DEAR,
    GUARDED,
    KEPT,
    LATE,
    LATER,
    MASK,
    NAMES,
    PARTNER_WILL,
    SIDE_WINNER,
    SIDE_WINNER_LATE,
    SUIT,
    TOP_TRUMP,
    TRUMPS,
    WORTH,
)

TRUMPLESS = 1 << TRUMP
#: the most cards in a hand, the most hidden cards, and how many cards of one suit may be hidden
HELD_MOST, HIDDEN_MOST, WAYS = 25, 108, 40


@cache
def misses(engine: Engine) -> Floats:
    """Return the table of chances that a hand has none of a number of hidden cards; ``row`` finds its rows."""
    shares = (min(1.0, count / max(1, among)) for count in range(HELD_MOST + 1) for among in range(HIDDEN_MOST + 1))
    return engine.floats((1.0 - share) ** ways for share in shares for ways in range(WAYS))


@kernel
def row(count: int, among: int) -> int:
    """Return where the chances start for a hand of ``count`` cards out of ``among`` hidden ones."""
    return (count * (HIDDEN_MOST + 1) + max(1, among)) * WAYS


@kernel
def power(base: float, times: int) -> float:
    result = 1.0
    for _ in range(times):
        result *= base
    return result


class Seen(NamedTuple):
    """What a seat knows of the table before a play. ``once`` and ``twice``: names with at least one copy, and with
    both, hidden from it; ``hand`` and ``twos``: names it holds, and those it holds twice; ``size``: how many cards it
    holds; ``total`` and ``trumps``: how many cards are hidden, and how many of those are trumps; ``voids``: five bits
    per seat, the suits it is known to be out of."""

    seat: int
    hand: int
    twos: int
    once: int
    twice: int
    size: int
    total: int
    trumps: int
    voids: int


@kernel
def seen_from(terms: Integers, seat: int, hand: int, twos: int, once: int, twice: int, voids: int) -> Seen:
    """Return what a seat knows of the table, given its own cards and the hidden ones."""
    trumps = terms[TRUMPS]
    return Seen(
        seat,
        hand,
        twos,
        once,
        twice,
        hand.bit_count() + twos.bit_count(),
        once.bit_count() + twice.bit_count(),
        (once & trumps).bit_count() + (twice & trumps).bit_count(),
        voids,
    )


@kernel
def seen_by(
    terms: Integers,
    seat: int,
    hand: int,
    twos: int,
    played: int,
    played_twice: int,
    buried: int,
    buried_twice: int,
    voids: int,
    double: int,
) -> Seen:
    """Return what a seat knows of the table. ``played``: the cards played; ``buried``: the cards the seat
    itself buried; ``double``: whether two packs are in play."""
    one = hand | played | buried
    if not double:
        return seen_from(terms, seat, hand, 0, NAMES & ~one, 0, voids)
    two = twos | played_twice | buried_twice | hand & played | (hand | played) & buried
    return seen_from(terms, seat, hand, twos, NAMES & ~two, NAMES & ~one, voids)


@kernel
def hidden(seen: Seen, names: int) -> int:
    """Return how many copies of some names are hidden."""
    return (seen.once & names).bit_count() + (seen.twice & names).bit_count()


@kernel
def without(seen: Seen, step: int) -> int:
    """Return the suits that the seat ``step`` places on is known to be out of."""
    return seen.voids >> 5 * ((seen.seat + step) & 3) & 31


# --- chances


class Odds(NamedTuple):
    """For each seat still to play, the parts of its chance to beat a single card: the chance that it ruffs, the chance
    that it may follow (or ruff higher) if it has the cards, and where its chances of lacking them start in ``miss``."""

    ruffs_next: float
    follows_next: float
    row_next: int
    ruffs_partner: float
    follows_partner: float
    row_partner: int
    ruffs_last: float
    follows_last: float
    row_last: int


@kernel
def step_chances(void: int, out: float, lacks_trumps: float, led: int, trumped: bool) -> tuple[float, float]:
    """Return a seat's chances to ruff, and to follow or ruff higher if it has the cards. ``void``: suits it is known
    to be out of; ``out``: otherwise, its chance to be out of the suit led; ``trumped``: it must beat a trump."""
    if led == TRUMP:
        return 0.0, 0.0 if void & TRUMPLESS else 1.0
    if void >> led & 1:
        out = 1.0
    ruffs = 0.0 if void & TRUMPLESS else out
    if trumped:
        return 0.0, ruffs
    return ruffs * (1.0 - lacks_trumps), 1.0 - out


@kernel
def odds(seen: Seen, terms: Integers, miss: Floats, led: int, trumped: bool, left: int) -> Odds:
    """Return the odds of the ``left`` seats still to play. ``trumped``: the play to beat ruffs another suit."""
    size, total = seen.size, seen.total
    first, second, third = row(size, total), row(size, total - size), row(size, total - 2 * size)
    out = miss[first + hidden(seen, terms[MASK + led])]
    ruffs_next = follows_next = ruffs_partner = follows_partner = ruffs_last = follows_last = 0.0
    if left:
        ruffs_next, follows_next = step_chances(without(seen, 1), out, miss[first + seen.trumps], led, trumped)
    if left > 1:
        ruffs_partner, follows_partner = step_chances(without(seen, 2), out, miss[second + seen.trumps], led, trumped)
    if left > 2:
        ruffs_last, follows_last = step_chances(without(seen, 3), out, miss[third + seen.trumps], led, trumped)
    return Odds(
        ruffs_next, follows_next, first, ruffs_partner, follows_partner, second, ruffs_last, follows_last, third
    )


@kernel
def wins(odds: Odds, dear: Floats, miss: Floats, over: int, ours: bool) -> float:
    """Return the chance that our side takes a trick. ``over``: how many hidden cards beat the play; ``ours``:
    whether our side is winning it now."""
    chance = 1.0 if ours else 0.0
    chance *= 1.0 - (odds.ruffs_next + odds.follows_next * (1.0 - miss[odds.row_next + over]))
    beats = odds.ruffs_partner + odds.follows_partner * (1.0 - miss[odds.row_partner + over])
    chance += (1.0 - chance) * beats * dear[PARTNER_WILL]
    chance *= 1.0 - (odds.ruffs_last + odds.follows_last * (1.0 - miss[odds.row_last + over]))
    return chance


@kernel
def wins_pairs(
    seen: Seen,
    terms: Integers,
    dear: Floats,
    miss: Floats,
    led: int,
    trumped: bool,
    left: int,
    pairs: int,
    over: int,
    ours: bool,
) -> float:
    """Return the chance that our side takes a trick of ``pairs`` pairs. ``over``: how many hidden tops beat it;
    the rest as for ``odds`` and ``wins``."""
    out = miss[row(seen.size, seen.total) + hidden(seen, terms[MASK + led])]
    trumps = (seen.twice & terms[TRUMPS]).bit_count()
    chance = 1.0 if ours else 0.0
    for step in range(1, left + 1):
        share = min(1.0, seen.size / max(1, seen.total - seen.size * (step - 1)))
        lacks = 1.0 - power(share, 2 * pairs)
        ruffs, follows = step_chances(without(seen, step), out, power(lacks, trumps), led, trumped)
        beats = ruffs + follows * (1.0 - power(lacks, over))
        if step == 2:
            chance += (1.0 - chance) * beats * dear[PARTNER_WILL]
        else:
            chance *= 1.0 - beats
    return chance


# --- the later use of cards


@kernel
def keeping_worth(seen: Seen, terms: Integers, dear: Floats, bit: int, over: int) -> float:
    """Return the worth of keeping a card in hand; ``over``: how many higher cards of its suit are hidden."""
    worth: float = dear[DEAR + bit]
    if terms[SUIT + bit] == TRUMP:
        return dear[KEPT] * (worth if over else worth + dear[TOP_TRUMP])
    if not over:
        many = hidden(seen, terms[MASK + terms[SUIT + bit]]) > 3
        return dear[KEPT] * (dear[SIDE_WINNER] if many else dear[SIDE_WINNER_LATE])
    return dear[KEPT] * (worth + dear[GUARDED] if over == 1 and terms[WORTH + bit] else worth)


@kernel
def part(seen: Seen, dear: Floats, played: int) -> float:
    """Return the share of the cards' later use that still counts once ``played`` more are played."""
    left = seen.size - played
    return min(1.0, dear[LATE] + left * dear[LATER]) if left else 0.0
