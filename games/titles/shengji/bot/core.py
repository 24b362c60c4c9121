"""The play of Forty and Eighty as kernels, for playouts: no actions, no record.

It implements /rules/eighty/#6 to #10 and is checked against the rules on thousands of hands. Its players are the
policy's (``players.py``, ``many.py``): they know their own cards and what has been played. A hand being played out is
a table of integers, filled by ``lay`` and changed in place.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.ai.compiled import Floats, Integers, entry, kernel
from games.rules.shengji.hands import NAMES_HELD, POINTS, hand_of
from games.rules.shengji.playing import power_of
from games.rules.shengji.score import lead_count
from games.rules.shengji.shapes import SINGLE, shape_of, split
from games.titles.shengji.bot.chances import Seen, seen_by
from games.titles.shengji.bot.many import FOLLOWS, Many, follow, places, starts
from games.titles.shengji.bot.players import lead, pair, single
from games.titles.shengji.bot.playing import BURIED as THOUGHT_BURIED
from games.titles.shengji.bot.terms import ABOVE, FIVES, MASK, NAMES, PLACE, SUIT, TENS, VALUE, WORTH, Holding, Terms

#: places in the table of a hand; by seat: names held at least once, and twice
ONE, TWO = 0, 4
#: names played, and played twice; five bits per seat: suits it has shown to be out of
GONE, GONE_TWICE, VOIDS = 8, 9, 10
#: the challengers' points, with the bottom once they scoop it; the buried cards, and their points
POINTS_TAKEN, BURIED, BURIED_TWICE, BOTTOM = 11, 12, 13, 14
#: the banker; whether two packs are in play; the options ``bottom`` and ``follow`` by their places in
#: ``BOTTOMS`` and ``FOLLOWS``
BANKER, DOUBLE, TIMES, FOLLOW = 15, 16, 17, 18
# The trick: its leader, how many have played to it; the lead's suit, cards, pairs, pairs in the longest tractor,
# tractors, whether it is a throw, cards that count for the bottom; the best play's seat, its power, one of its bits;
# the points in the trick.
LEADER, LAID, LED, SIZE, PAIRS, LONGEST, TRACTORS, THROW, COUNT, WINNER, MOST, BEST, POT = range(19, 32)
WIDTH = 32
BOTTOMS = ("double", "times", "power")
BY_COUNT, BY_POWER = BOTTOMS.index("times"), BOTTOMS.index("power")
#: places in a world: the hands as in the table of a hand, and the buried cards
WORLD = 10
# Places in a line, the changes a choice makes to a world: the cards its seat then holds; the buried cards, −1 to keep
# those of the world; the voids; the trick, from LEADER on.
L_ONE, L_TWO, L_BURIED, L_BURIED_TWICE, L_VOIDS, L_TRICK = range(6)
LINE = L_TRICK + WIDTH - LEADER


# --- laying a hand


def ground(seat: int, banker: int, points: int, options: tuple[str, str], double: bool) -> list[int]:
    """Return the table of a hand with everything that is the same in all worlds. ``seat``: whose choices are played
    out; ``options``: ``follow`` and ``bottom``; ``double``: whether two packs are in play."""
    hand = [0] * WIDTH
    hand[POINTS_TAKEN], hand[BANKER], hand[DOUBLE] = points, banker, int(double)
    hand[FOLLOW], hand[TIMES] = FOLLOWS.index(options[0]), BOTTOMS.index(options[1])
    return hand


def world_of(holdings: Sequence[Holding], buried: Holding) -> list[int]:
    """Return a deal as kernels take it."""
    return [*(one for one, _ in holdings), *(two for _, two in holdings), *buried]


def line(
    terms: Terms, left: Holding, buried: Holding | None, voids: int, leader: int, played: Sequence[Sequence[int]]
) -> list[int]:
    """Return a choice as kernels take it. ``left``: the cards the choosing seat then holds; ``buried``: the cards it
    buried, or None; ``played``: the plays on the table, the first by ``leader``."""
    under = (-1, -1) if buried is None else buried
    if not played:
        return [*left, *under, voids, leader, *[0] * (WIDTH - LEADER - 1)]
    table = terms.table
    suit = table.suits[played[0][0]]
    parts = split(table, hand_of(played[0]))
    shape = SINGLE if len(played[0]) == 1 else shape_of(parts)
    winner, most, best, pot = leader, -1, 0, 0
    for step, cards in enumerate(played):
        seat = (leader + step) & 3
        power = max(power_of(table, shape, suit, hand_of(cards)), int(not step))
        if power > most:
            winner, most, best = seat, power, terms.bit[max(cards, key=table.strength[suit].__getitem__)]
        if any(table.suits[card] != suit for card in cards):
            voids |= 1 << 5 * seat + suit
        pot += sum(POINTS[card] for card in cards)
    lead = [suit, shape.size, shape.all_pairs, shape.longest, len(shape.tractors), int(shape.throw), lead_count(parts)]
    return [*left, *under, voids, leader, len(played), *lead, winner, most, best, pot]


@kernel
def lay(hand: Integers, terms: Integers, world: Integers, at: int, lines: Integers, chosen: int, seat: int) -> None:
    """Fill the table of a hand from a world, at place ``at``, and a seat's choice, at place ``chosen`` of ``lines``."""
    for place in range(8):
        hand[place] = world[at + place]
    hand[ONE + seat], hand[TWO + seat] = lines[chosen + L_ONE], lines[chosen + L_TWO]
    buried, twice = world[at + 8], world[at + 9]
    if lines[chosen + L_BURIED] >= 0:
        buried, twice = lines[chosen + L_BURIED], lines[chosen + L_BURIED_TWICE]
    hand[BURIED], hand[BURIED_TWICE], hand[VOIDS] = buried, twice, lines[chosen + L_VOIDS]
    tens, fives = terms[TENS], terms[FIVES]
    hand[BOTTOM] = 10 * ((buried & tens).bit_count() + (twice & tens).bit_count())
    hand[BOTTOM] += 5 * ((buried & fives).bit_count() + (twice & fives).bit_count())
    for place in range(WIDTH - LEADER):
        hand[LEADER + place] = lines[chosen + L_TRICK + place]
    out, out_twice = buried, twice
    for other in range(4):
        out_twice |= hand[TWO + other] | out & hand[ONE + other]
        out |= hand[ONE + other]
    hand[GONE_TWICE] = NAMES & ~out
    hand[GONE] = NAMES & ~out_twice if hand[DOUBLE] else hand[GONE_TWICE]


# --- a trick


@kernel
def seen_at(hand: Integers, terms: Integers, seat: int) -> Seen:
    """Return what a seat knows of the table of a hand."""
    buried = twice = 0
    if seat == hand[BANKER]:
        buried, twice = hand[BURIED], hand[BURIED_TWICE]
    one, two = hand[ONE + seat], hand[TWO + seat]
    return seen_by(terms, seat, one, two, hand[GONE], hand[GONE_TWICE], buried, twice, hand[VOIDS], hand[DOUBLE])


@kernel
def play(hand: Integers, seat: int, bit: int) -> None:
    """Take a card from a hand and put it on the table."""
    name = 1 << bit
    if hand[TWO + seat] & name:
        hand[TWO + seat] ^= name
    else:
        hand[ONE + seat] ^= name
    if hand[GONE] & name or not hand[DOUBLE]:
        hand[GONE_TWICE] |= name
    hand[GONE] |= name


@kernel
def times(hand: Integers, count: int) -> int:
    """Return the bottom's multiplier for a last lead of ``count`` cards (/rules/eighty/#10)."""
    if hand[TIMES] == BY_COUNT:
        return 2 * count
    return 1 << count if hand[TIMES] == BY_POWER else 2


@kernel
def led(hand: Integers, terms: Integers, dear: Floats, miss: Floats, seat: int) -> None:
    """Lead a card, a pair or a tractor."""
    one, two = hand[ONE + seat], hand[TWO + seat]
    top, pairs = one.bit_length() - 1, 0
    if one & (one - 1) or two:
        stake = 0.0
        if one == two and not one & (one - 1):
            bottom = hand[BOTTOM] if seat == hand[BANKER] else THOUGHT_BURIED
            stake = float(times(hand, 2) * bottom)
        chosen = lead(seen_at(hand, terms, seat), terms, dear, miss, stake, -1)
        top, pairs = chosen.top, chosen.pairs
    suit = terms[SUIT + top]
    pot = 0
    for bit in range(top - max(pairs, 1) + 1, top + 1):
        play(hand, seat, bit)
        pot += terms[WORTH + bit]
        if pairs:
            play(hand, seat, bit)
            pot += terms[WORTH + bit]
    hand[LED], hand[SIZE], hand[PAIRS], hand[LONGEST] = suit, max(1, 2 * pairs), pairs, pairs if pairs > 1 else 0
    hand[TRACTORS], hand[THROW], hand[COUNT] = int(pairs > 1), 0, max(1, 2 * pairs)
    hand[LEADER], hand[WINNER], hand[BEST], hand[POT] = seat, seat, top, pot
    hand[MOST] = terms[VALUE + suit * NAMES_HELD + top]
    hand[LAID] = 1


@kernel
def followed(hand: Integers, terms: Integers, dear: Floats, miss: Floats, seat: int) -> None:
    """Follow with a card, a pair or more."""
    suit, left, pot = hand[LED], 3 - hand[LAID], hand[POT]
    ours = not (hand[WINNER] ^ seat) & 1
    mask = terms[MASK + suit]
    value = VALUE + suit * NAMES_HELD
    if hand[SIZE] == 1:
        held = hand[ONE + seat] & mask
        if not held:
            held = hand[ONE + seat]
        first = held.bit_length() - 1
        if held & (held - 1):
            seen = seen_at(hand, terms, seat)
            first = single(seen, terms, dear, miss, suit, hand[BEST], ours, left, pot, -1).bit
        play(hand, seat, first)
        one, best, power = 1 << first, first, terms[value + first]
        pot += terms[WORTH + first]
    elif hand[SIZE] == 2 and hand[PAIRS]:
        first, second = pair(seen_at(hand, terms, seat), terms, dear, miss, suit, hand[BEST], ours, left, pot)
        play(hand, seat, first)
        play(hand, seat, second)
        one, best, power = 1 << first | 1 << second, first, terms[value + first] if first == second else 0
        pot += terms[WORTH + first] + terms[WORTH + second]
    else:
        shape = Many(suit, hand[SIZE], hand[PAIRS], hand[LONGEST], hand[TRACTORS], hand[THROW])
        chosen = follow(terms, shape, hand[FOLLOW], hand[ONE + seat], hand[TWO + seat], hand[MOST], ours)
        one, best, power = chosen.one, chosen.one.bit_length() - 1, chosen.power
        for bit in range(NAMES_HELD):
            if chosen.one >> bit & 1:
                play(hand, seat, bit)
                pot += terms[WORTH + bit]
            if chosen.two >> bit & 1:
                play(hand, seat, bit)
                pot += terms[WORTH + bit]
    if one & ~mask:
        hand[VOIDS] |= 1 << 5 * seat + suit
    hand[POT] = pot
    if power > hand[MOST]:
        hand[MOST], hand[WINNER], hand[BEST] = power, seat, best
    hand[LAID] += 1


@kernel
def trick(hand: Integers, terms: Integers, dear: Floats, ours: Floats, miss: Floats, side: int) -> int:
    """Play a trick to its end, choosing the lead if nothing has been played, and return who takes it. ``ours``: how
    the seats of ``side`` (0 or 1) weigh plays, the others by ``dear``."""
    if not hand[LAID]:
        seat = hand[LEADER]
        led(hand, terms, ours if seat & 1 == side else dear, miss, seat)
    while hand[LAID] < 4:
        seat = (hand[LEADER] + hand[LAID]) & 3
        followed(hand, terms, ours if seat & 1 == side else dear, miss, seat)
    winner: int = hand[WINNER]
    if (winner ^ hand[BANKER]) & 1:
        hand[POINTS_TAKEN] += hand[POT]
        if not hand[ONE + winner]:
            hand[POINTS_TAKEN] += times(hand, hand[COUNT]) * hand[BOTTOM]
    hand[LEADER], hand[LAID] = winner, 0
    return winner


@kernel
def play_out(
    ground: Integers,
    terms: Integers,
    dear: Floats,
    ours: Floats,
    miss: Floats,
    hand: Integers,
    world: Integers,
    at: int,
    lines: Integers,
    chosen: int,
    seat: int,
) -> int:
    """Play a hand to its end and return the challengers' points. ``ground``: the part that is the same in all worlds;
    ``ours``: how the side of ``seat`` weighs plays, the others by ``dear``; ``hand``: room for the table; the rest as
    for ``lay``."""
    for place in range(WIDTH):
        hand[place] = ground[place]
    lay(hand, terms, world, at, lines, chosen, seat)
    turn = hand[LEADER]
    if hand[LAID]:
        turn = trick(hand, terms, dear, ours, miss, seat & 1)
    while hand[ONE + turn]:
        turn = trick(hand, terms, dear, ours, miss, seat & 1)
    return hand[POINTS_TAKEN]


# --- choices

# A choice: how many parts it has if it is a throw, else 0; where its line starts; then for each part, in the order in
# which beaten parts are led (/rules/eighty/#9), its suit, pairs, the bit of its top, and where its line starts.
C_PARTS, C_LINE, C_FIRST = range(3)
PART = 4


@kernel
def stands(terms: Integers, world: Integers, at: int, lines: Integers, choice: int, seat: int) -> int:
    """Return the line that a choice results in, in a world: for a throw that is beaten, the line of one part."""
    for number in range(lines[choice + C_PARTS]):
        part = choice + C_FIRST + PART * number
        mask, pairs, top = terms[MASK + lines[part]], lines[part + 1], lines[part + 2]
        for step in range(1, 4):
            other = at + ((seat + step) & 3)
            if pairs > 1:
                begin = starts(places(terms, world[other + 4] & mask), pairs)
                beaten = begin.bit_length() + pairs - 2 > terms[PLACE + top] if begin else False
            else:
                beaten = (world[other + 4] if pairs else world[other]) & terms[ABOVE + top] != 0
            if beaten:
                return lines[part + 3]
    return lines[choice + C_LINE]


@entry(
    "void(int64[::1], int64[::1], float64[::1], float64[::1], float64[::1], int64[::1], int64, int64[::1], int64[::1],"
    " int64, int64[::1], int64[::1])"
)
def try_out(
    ground: Integers,
    terms: Integers,
    dear: Floats,
    ours: Floats,
    miss: Floats,
    worlds: Integers,
    count: int,
    lines: Integers,
    choices: Integers,
    seat: int,
    hand: Integers,
    points: Integers,
) -> None:
    """Play a seat's choices out in ``count`` worlds, and write the challengers' points, world after world.
    ``choices``: where each starts in ``lines``; ``hand``: room for a table; ``ours``: as for ``play_out``."""
    number = 0
    for at in range(0, count * WORLD, WORLD):
        for choice in range(len(choices)):
            line = stands(terms, worlds, at, lines, choices[choice], seat)
            points[number] = play_out(ground, terms, dear, ours, miss, hand, worlds, at, lines, line, seat)
            number += 1
