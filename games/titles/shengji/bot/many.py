"""Following leads of many cards, as kernels: tractors and throws by /rules/eighty/#7 to #9, for playouts.

A follow pays what it owes under the rules (``following.py`` there). Beyond that it spends the least useful cards, gives
points to the partner, and takes the trick if it can.
"""

from __future__ import annotations

from typing import NamedTuple

from games.ai.compiled import Integers, kernel
from games.rules.shengji.hands import NAMES_HELD
from games.rules.shengji.trumps import TRUMP
from games.titles.shengji.bot.players import NEVER
from games.titles.shengji.bot.terms import MASK, PLACE, SUIT, TRUMPS, VALUE, WORTH

#: the worth of taking the trick beside its points; the cost of spending a card, per place, and of spending a trump
TAKES, A_PLACE, A_TRUMP = 10.0, 0.2, 3.0
#: what the others must play on a tractor, as the option ``follow`` has it
FOLLOWS = ("pairs", "tractor", "longest")
BY_PAIRS, BY_LONGEST = FOLLOWS.index("pairs"), FOLLOWS.index("longest")


class Many(NamedTuple):
    """A lead of many cards: its suit, how many cards, pairs (those in tractors too), pairs in its longest tractor and
    how many tractors; ``throw``: whether it has more than one part."""

    suit: int
    size: int
    pairs: int
    longest: int
    tractors: int
    throw: int


class Reply(NamedTuple):
    """A play: the names in it at least once, and twice; its power."""

    one: int
    two: int
    power: int


# --- tractors in a set of pairs


@kernel
def places(terms: Integers, pairs: int) -> int:
    """Return the places that have a pair, as a mask."""
    at = 0
    while pairs:
        at |= 1 << terms[PLACE + pairs.bit_length() - 1]
        pairs ^= 1 << (pairs.bit_length() - 1)
    return at


@kernel
def longest_run(at: int) -> int:
    """Return the length of the longest run of consecutive places in a mask of places."""
    length = 0
    while at:
        at &= at >> 1
        length += 1
    return length


@kernel
def starts(at: int, length: int) -> int:
    """Return the places where a run of ``length`` starts, as a mask."""
    mask = at
    for shift in range(1, length):
        mask &= at >> shift
    return mask


@kernel
def tractor(terms: Integers, pairs: int, low: int, length: int) -> int:
    """Return the names of a tractor from place ``low`` up, with one pair for each place."""
    names = 0
    reached = low + length - 1
    while pairs:
        name = 1 << (pairs.bit_length() - 1)
        pairs ^= name
        place = terms[PLACE + name.bit_length() - 1]
        if low <= place <= reached:
            reached = place - 1
            names |= name
    return names


# --- the least useful cards


@kernel
def spare(terms: Integers, bit: int, ours: bool) -> float:
    """Return the worth of discarding a card on a trick that is ``ours``, or not."""
    points: float = terms[WORTH + bit] if ours else -terms[WORTH + bit]
    return points - terms[PLACE + bit] * A_PLACE - (A_TRUMP if terms[SUIT + bit] == TRUMP else 0.0)


@kernel
def worth_of(terms: Integers, one: int, two: int, ours: bool) -> float:
    """Return the worth of discarding some cards."""
    worth = 0.0
    for bit in range(NAMES_HELD):
        if one >> bit & 1:
            worth += spare(terms, bit, ours) * (2 if two >> bit & 1 else 1)
    return worth


@kernel
def least_missed(terms: Integers, names: int, ours: bool) -> int:
    """Return the least useful name, the lowest of equals."""
    chosen, most = 0, NEVER
    while names:
        name = names & -names
        names ^= name
        worth = spare(terms, name.bit_length() - 1, ours)
        if worth > most:
            chosen, most = name, worth
    return chosen


@kernel
def filled(terms: Integers, one: int, two: int, pool: int, pool_twice: int, count: int, ours: bool) -> tuple[int, int]:
    """Return a play with the ``count`` least useful cards of a pool added."""
    for _ in range(count):
        name = least_missed(terms, pool, ours)
        two |= one & name
        one |= name
        if pool_twice & name:
            pool_twice ^= name
        else:
            pool ^= name
    return one, two


# --- power


@kernel
def power_of(terms: Integers, lead: Many, one: int, two: int) -> int:
    """Return the power of a follow, 0 if it cannot win. A throw with several tractors counts as unbeatable,
    because the follow's tractors would have to be cut."""
    trumps = not one & ~terms[TRUMPS]
    if trumps:
        if lead.suit == TRUMP and lead.throw:
            return 0
    elif lead.throw or one & ~terms[MASK + lead.suit]:
        return 0
    if lead.tractors > 1 or two.bit_count() < lead.pairs:
        return 0
    if lead.longest:
        begin = starts(places(terms, two), lead.longest)
        if not begin:
            return 0
        top = begin.bit_length() + lead.longest - 2
    else:
        top = -1
        names = two if lead.pairs else one
        while names:
            bit = names.bit_length() - 1
            names ^= 1 << bit
            top = max(top, terms[PLACE + bit])
    for bit in range(NAMES_HELD):
        if one >> bit & 1 and terms[PLACE + bit] == top:
            return terms[VALUE + lead.suit * NAMES_HELD + bit]
    return 0


# --- following


@kernel
def follow(terms: Integers, lead: Many, option: int, hand: int, twos: int, most: int, ours: bool) -> Reply:
    """Return the follow to a lead of many cards. ``option``: of ``FOLLOWS``; ``hand`` and ``twos``: the names held
    and those held twice; ``most``: the power of the best play so far; ``ours``: whether our side made it."""
    mask = terms[MASK + lead.suit]
    held, couples = hand & mask, twos & mask
    suited = held.bit_count() + couples.bit_count()
    if suited <= lead.size:
        rest, rest_twice = hand & ~mask, twos & ~mask
        one, two = filled(terms, held, couples, rest, rest_twice, lead.size - suited, ours)
        reply = Reply(one, two, power_of(terms, lead, one, two))
        if not suited and lead.suit != TRUMP:
            reply = _ruffed(terms, lead, hand & terms[TRUMPS], twos & terms[TRUMPS], most, ours, reply)
        return reply
    at = places(terms, couples)
    run = 0
    if lead.longest and option != BY_PAIRS:
        longest = longest_run(at)
        if option == BY_LONGEST:
            run = min(lead.longest, longest)
            run = run if run >= 2 else 0
        elif longest >= lead.longest:
            run = lead.longest
    best, worth = Reply(0, 0, 0), NEVER
    if not run:
        best = _follow_suit(terms, lead, held, couples, 0, ours)
        worth = _worth(terms, best, most, ours)
    # A tractor as long as the one led may take the trick, owed or not.
    length = run if run else lead.longest
    begin = starts(at, length) if length else 0
    while begin:
        low = begin.bit_length() - 1
        begin ^= 1 << low
        reply = _follow_suit(terms, lead, held, couples, tractor(terms, couples, low, length), ours)
        more = _worth(terms, reply, most, ours)
        if more > worth:
            best, worth = reply, more
    return best


@kernel
def _worth(terms: Integers, reply: Reply, most: int, ours: bool) -> float:
    """Return the worth of a play, with the trick if our side then has it."""
    if ours or reply.power > most:
        return TAKES + worth_of(terms, reply.one, reply.two, True)
    return worth_of(terms, reply.one, reply.two, False)


@kernel
def _follow_suit(terms: Integers, lead: Many, held: int, couples: int, names: int, ours: bool) -> Reply:
    """Return a play in the suit led with a tractor, given by its ``names``, and the pairs that are owed."""
    one = two = names
    left = couples & ~names
    owed = min(lead.pairs, couples.bit_count())
    while two.bit_count() < owed:
        name = least_missed(terms, left, ours)
        left ^= name
        one |= name
        two |= name
    count = lead.size - one.bit_count() - two.bit_count()
    one, two = filled(terms, one, two, held & ~two, couples & ~two, count, ours)
    return Reply(one, two, power_of(terms, lead, one, two))


@kernel
def _ruffed(terms: Integers, lead: Many, trumps: int, pairs: int, most: int, ours: bool, reply: Reply) -> Reply:
    """Return the trumps that kill a lead if that is worth more than the play ``reply``, else ``reply``."""
    if trumps.bit_count() + pairs.bit_count() < lead.size or pairs.bit_count() < lead.pairs or lead.tractors > 1:
        return reply
    worth = _worth(terms, reply, most, ours)
    begin = starts(places(terms, pairs), lead.longest) if lead.longest else 1
    while begin:
        low = begin.bit_length() - 1
        begin ^= 1 << low
        one = two = tractor(terms, pairs, low, lead.longest) if lead.longest else 0
        left = pairs & ~two
        while two.bit_count() < lead.pairs:
            name = least_missed(terms, left, True)
            left ^= name
            one |= name
            two |= name
        count = lead.size - one.bit_count() - two.bit_count()
        one, two = filled(terms, one, two, trumps & ~two, pairs & ~two, count, True)
        kill = Reply(one, two, power_of(terms, lead, one, two))
        more = _worth(terms, kill, most, ours)
        if kill.power > most and more > worth:
            reply, worth = kill, more
    return reply
