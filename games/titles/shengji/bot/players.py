"""The policy's players as kernels, for playouts: what ``playing.py`` would choose, many times faster.

Single cards and pairs are weighed as there, term by term; tests check that the two agree. ``terms``, ``dear`` and
``miss`` are tables (``chances.py``). A player knows only their own cards and what has been played.
"""

from __future__ import annotations

from typing import NamedTuple

from games.ai.compiled import Floats, Integers, kernel
from games.rules.shengji.trumps import TRUMP
from games.titles.shengji.bot.chances import (
    TRUMPLESS,
    Seen,
    hidden,
    keeping_worth,
    odds,
    part,
    wins,
    wins_pairs,
    without,
)
from games.titles.shengji.bot.sense import NEAR_THE_END
from games.titles.shengji.bot.terms import (
    ABOVE,
    AT_LEAST,
    AT_MOST,
    BELOW,
    BROKEN,
    DRAWS,
    DRAWS_NOT,
    IDLE,
    LED_OUT,
    LONG,
    MASK,
    NEXT_UP,
    NO_PAIR,
    NO_TRUMPS,
    OTHERS_VOID,
    PARTNER_VOID,
    PER_CARD,
    POINTED,
    SIDE,
    SUIT,
    TO_LEAD,
    TO_PAIRS,
    TRUMPS,
    VOIDS,
    WORTH,
)

#: number of pairs led → how much more than a lead of one card it is expected to bring
PAIRS_BRING = tuple((2 * pairs) ** 0.8 for pairs in range(28))
#: less than any play is worth
NEVER = -1e9


# --- leading


class Lead(NamedTuple):
    """A lead: its worth, the bit of its top, its pairs (0: a single card); ``asked_worth``: the worth of the single
    card asked about."""

    worth: float
    top: int
    pairs: int
    asked_worth: float


@kernel
def lead(seen: Seen, terms: Integers, dear: Floats, miss: Floats, bottom: float, asked_bit: int) -> Lead:
    """Return the lead. ``bottom``: its worth if the whole hand is one pair; ``asked_bit``: a bit, −1 for none."""
    hand, twos = seen.hand, seen.twos
    long = (hand & terms[TRUMPS]).bit_count() + (twos & terms[TRUMPS]).bit_count()
    strong = long >= 3 and long > dear[LONG] * (seen.trumps + long)
    share = part(seen, dear, 1)
    best = Lead(NEVER, -1, 0, NEVER)
    for suit in range(5):
        mask = terms[MASK + suit]
        held = hand & mask
        if not held:
            continue
        length = held.bit_count() + (twos & mask).bit_count()
        plan = _plan(seen, dear, suit, strong)
        alone = plan + dear[LED_OUT] if length == 1 and suit != TRUMP and long > 2 else plan
        chances = odds(seen, terms, miss, suit, False, 3)
        last, chance = -1, 0.0
        pairs = twos & held
        while held:
            bit = held.bit_length() - 1
            name = 1 << bit
            held ^= name
            over = hidden(seen, terms[ABOVE + bit])
            if over != last:
                last, chance = over, wins(chances, dear, miss, over, True)
            stake = terms[WORTH + bit] + dear[TO_LEAD]
            worth = (2 * chance - 1) * stake - share * keeping_worth(seen, terms, dear, bit, over) + alone
            if twos & name:
                worth -= share * dear[BROKEN + bit]
            if bit == asked_bit:
                best = Lead(best.worth, best.top, best.pairs, worth)
            if worth > best.worth:
                best = Lead(worth, bit, 0, best.asked_worth)
        if pairs:
            led_out = dear[LED_OUT] if length == 2 and suit != TRUMP and long > 2 else 0.0
            best = _lead_pairs(seen, terms, dear, miss, suit, pairs, plan, led_out, bottom, best)
    return best


@kernel
def _plan(seen: Seen, dear: Floats, suit: int, strong: bool) -> float:
    """Return the worth of leading a suit beyond the trick itself."""
    left, partner, right = without(seen, 1), without(seen, 2), without(seen, 3)
    if suit == TRUMP:
        if not seen.trumps:
            return dear[NO_TRUMPS]
        return dear[DRAWS] if strong and not left & right & TRUMPLESS else dear[DRAWS_NOT]
    plan = dear[PARTNER_VOID] if partner >> suit & 1 and not partner & TRUMPLESS else 0.0
    if (left >> suit & 1 and not left & TRUMPLESS) or (right >> suit & 1 and not right & TRUMPLESS):
        plan += dear[OTHERS_VOID]
    return plan


@kernel
def _lead_pairs(
    seen: Seen,
    terms: Integers,
    dear: Floats,
    miss: Floats,
    suit: int,
    pairs: int,
    plan: float,
    led_out: float,
    bottom: float,
    best: Lead,
) -> Lead:
    """Return the best pair or tractor of a suit, or the lead that was ``best`` before."""
    next_up = terms[NEXT_UP]
    for top in range(pairs.bit_length() - 1, -1, -1):
        if not pairs >> top & 1:
            continue
        run, keeps, points, bit = 0, 0.0, 0, top
        over = (seen.twice & terms[ABOVE + top]).bit_count()
        while True:
            run += 1
            keeps += 2 * keeping_worth(seen, terms, dear, bit, hidden(seen, terms[ABOVE + bit]))
            points += 2 * terms[WORTH + bit]
            chance = wins_pairs(seen, terms, dear, miss, suit, False, 3, run, over, True)
            stake = points + dear[TO_LEAD] * dear[TO_PAIRS] * PAIRS_BRING[run] + bottom
            worth = (2 * chance - 1) * stake - keeps * part(seen, dear, 2 * run) + plan
            if run == 1:
                worth += led_out
            if worth > best.worth:
                best = Lead(worth, top, run, best.asked_worth)
            if not (bit and pairs >> (bit - 1) & 1 and next_up >> (bit - 1) & 1):
                break
            bit -= 1
    return best


# --- following


class Follow(NamedTuple):
    """A follow with one card: its worth and bit; ``asked_worth``: the worth of the card asked about."""

    worth: float
    bit: int
    asked_worth: float


@kernel
def single(
    seen: Seen,
    terms: Integers,
    dear: Floats,
    miss: Floats,
    led: int,
    best: int,
    ours: bool,
    left: int,
    pot: int,
    asked_bit: int,
) -> Follow:
    """Return the follow to a single card. ``best``: the best card of the trick so far; ``ours``: whether our side
    played it; ``left``: seats still to play after this one; ``asked_bit``: a bit, −1 for none."""
    hand, twos = seen.hand, seen.twos
    follows = hand & terms[MASK + led]
    held = follows if follows else hand
    trumped = led != TRUMP and terms[SUIT + best] == TRUMP
    over = terms[ABOVE + best]
    winners = held & over
    if not trumped and not follows and led != TRUMP:
        winners |= held & terms[TRUMPS]
    if not left:
        held &= ~_silly(seen, terms, held, winners, led, ours)
    held = held & winners | _alike(seen, terms, held & ~winners)
    chances = odds(seen, terms, miss, led, trumped, left)
    lose = 2 * wins(chances, dear, miss, hidden(seen, over), ours) - 1
    if winners and trumped == (follows != 0):
        chances = odds(seen, terms, miss, led, follows == 0, left)
    stake = pot + dear[PER_CARD] * left
    share = part(seen, dear, 1)
    voiding = 0 if follows or not hand & terms[TRUMPS] else hand & terms[SIDE] & ~twos
    chosen, most, asked_worth = -1, NEVER, NEVER
    last, wins_then = -1, 0.0
    while held:
        name = held & -held
        held ^= name
        bit = name.bit_length() - 1
        above = hidden(seen, terms[ABOVE + bit])
        if name & winners:
            if above != last:
                last, wins_then = above, 2 * wins(chances, dear, miss, above, True) - 1
            worth = wins_then * (stake + terms[WORTH + bit]) - share * keeping_worth(seen, terms, dear, bit, above)
        else:
            worth = lose * (stake + terms[WORTH + bit]) - share * keeping_worth(seen, terms, dear, bit, above)
        if twos & name:
            worth -= share * dear[BROKEN + bit]
        elif name & voiding and not hand & terms[MASK + terms[SUIT + bit]] & ~name:
            worth += dear[VOIDS]
        if bit == asked_bit:
            asked_worth = worth
        if worth > most:
            chosen, most = bit, worth
    return Follow(most, chosen, asked_worth)


@kernel
def _alike(seen: Seen, terms: Integers, names: int) -> int:
    """Return ``names`` with only the lowest of each suit among cards without points that are not in a pair, because
    the others are more useful later."""
    few = names & (seen.twos | terms[POINTED])
    idle = names & ~few
    if idle & (idle - 1):
        for suit in range(5):
            some = idle & terms[MASK + suit]
            few |= some & -some
        return few
    return names


@kernel
def _silly(seen: Seen, terms: Integers, held: int, winners: int, led: int, ours: bool) -> int:
    """Return the names that the last to a trick never plays (``sense.py``), or 0 if that is every name held."""
    losers, loose = held & ~winners, held & ~seen.twos
    silly, left = 0, held
    idle = held & terms[SIDE] & terms[IDLE]
    needless = ours and led != TRUMP and seen.size > NEAR_THE_END and idle != 0
    while left:
        name = left & -left
        left ^= name
        bit = name.bit_length() - 1
        lower = loose & terms[BELOW + bit]
        mine = terms[WORTH + bit]
        if name & winners:
            if lower & winners & terms[AT_LEAST + mine] or (needless and name & terms[TRUMPS]):
                silly |= name
        elif lower & losers & (terms[AT_LEAST + mine] if ours else terms[AT_MOST + mine]):
            silly |= name
    return silly if held & ~silly else 0


@kernel
def pair(
    seen: Seen, terms: Integers, dear: Floats, miss: Floats, led: int, best: int, ours: bool, left: int, pot: int
) -> tuple[int, int]:
    """Return the two bits played on a pair. ``best``: a card of the best pair so far."""
    hand, twos = seen.hand, seen.twos
    mask = terms[MASK + led]
    held, pairs = hand & mask, twos & mask
    trumped = led != TRUMP and terms[SUIT + best] == TRUMP
    over = terms[ABOVE + best]
    above = (seen.twice & over).bit_count()
    lose = 2 * wins_pairs(seen, terms, dear, miss, led, trumped, left, 1, above, ours) - 1
    stake = pot + dear[PER_CARD] * 2 * left
    share = part(seen, dear, 2)
    if pairs:
        winners, candidates = 0 if trumped else pairs & over, pairs
    else:
        # From a hand void in the suit, only a pair of trumps can win.
        candidates = twos & terms[TRUMPS] if not held and led != TRUMP else 0
        candidates = winners = candidates & over if trumped else candidates
    chosen, worth = -1, NEVER
    while candidates:
        name = candidates & -candidates
        candidates ^= name
        bit = name.bit_length() - 1
        gains = lose
        if name & winners:
            above = (seen.twice & terms[ABOVE + bit]).bit_count()
            gains = 2 * wins_pairs(seen, terms, dear, miss, led, pairs == 0, left, 1, above, True) - 1
        keeps = keeping_worth(seen, terms, dear, bit, hidden(seen, terms[ABOVE + bit]))
        gain = gains * (stake + 2 * terms[WORTH + bit]) - share * 2 * keeps
        if gain > worth:
            chosen, worth = bit, gain
    if pairs:
        return chosen, chosen
    first, second, gain = _two(seen, terms, dear, held, lose, share)
    return (chosen, chosen) if worth > gain + lose * stake else (first, second)


@kernel
def _two(seen: Seen, terms: Integers, dear: Floats, held: int, lose: float, share: float) -> tuple[int, int, float]:
    """Return the two least useful cards, those of the suit led first, and their worth."""
    first, gain = _cheapest(seen, terms, dear, held if held else seen.hand, lose, share, 0)
    name = 1 << first
    rest = held & ~name
    if not rest:
        rest = seen.hand & ~name & ~held | seen.twos & name
    second, more = _cheapest(seen, terms, dear, rest, lose, share, seen.twos & name)
    return first, second, gain + more


@kernel
def _cheapest(
    seen: Seen, terms: Integers, dear: Floats, names: int, lose: float, share: float, broken: int
) -> tuple[int, float]:
    """Return the least useful card and its worth; ``broken``: the pair it may complete."""
    chosen, most = -1, NEVER
    while names:
        name = names & -names
        names ^= name
        bit = name.bit_length() - 1
        worth = lose * terms[WORTH + bit] - share * keeping_worth(
            seen, terms, dear, bit, hidden(seen, terms[ABOVE + bit])
        )
        if name & broken:
            worth += share * dear[NO_PAIR]
        elif name & seen.twos:
            worth -= share * dear[NO_PAIR]
        if worth > most:
            chosen, most = bit, worth
    return chosen, most
