"""How well a deal of the unseen cards explains the plays that were seen.

The policy's player judges every play of another seat with the hand that the deal gives it. What the play
would have cost in that seat's own eyes counts against the deal. Nobody always plays as the policy does, so
the weight of a single play is capped.
"""

from __future__ import annotations

from functools import cache
from math import exp

from games.ai.chance import share
from games.ai.compiled import Engine, Floats, Integers, entry, kernel
from games.rules.shengji.hands import POINTS
from games.rules.shengji.view import View
from games.titles.shengji.bot.chances import seen_by
from games.titles.shengji.bot.core import BANKER, DOUBLE, WORLD
from games.titles.shengji.bot.players import NEVER, lead, single
from games.titles.shengji.bot.terms import MASK, Terms
from games.titles.shengji.bot.worlds import dealt_world

#: the most that a play may count against a deal, and how many points make a deal e times less likely
MOST, SCALE = 4.0, 1.5
#: steps of a table of ``exp(-misfit)``: per unit, and in all
FINE, FADED = 64, 4096

# A play of one card as it was seen, in this order: the seat; the card's bit; the names the seat has played from then
# on, at least once and twice; the names played before; voids, five bits per seat; the suit led, −1 for a lead; the
# trick's best card, whether the seat's side played it, how many seats were still to play, the points in the trick.
SEAT, BIT, LATER, LATER_TWICE, GONE, GONE_TWICE, VOIDS, LED, BEST, OURS, LEFT, POT = range(12)
OBSERVED = 12


def observed_plays(view: View, terms: Terms) -> list[int]:
    """Return the others' plays to leads of one card, one after another, laid out as above."""
    double = view.to_deal == 100
    observed: list[int] = []
    later, later_twice = [0] * 4, [0] * 4
    ends = []
    for action in reversed(view.plays):
        for card in action.cards:
            name = 1 << terms.bit[card]
            later_twice[action.seat] |= later[action.seat] & name
            later[action.seat] |= name
        ends.append((later[action.seat], later_twice[action.seat]))
    ends.reverse()
    played = played_twice = voids = 0
    for index, action in enumerate(view.plays):
        if index % 4 == 0:
            best, power, winner, pot = -1, -1, action.seat, 0
            led = terms.suit[terms.bit[action.cards[0]]]
        bit = terms.bit[action.cards[0]]
        size = len(view.plays[index - index % 4].cards)
        if action.seat != view.seat and size == 1:
            ours = int(not (winner ^ action.seat) & 1)
            observed += [action.seat, bit, *ends[index], played, played_twice, voids, led if index % 4 else -1]
            observed += [best, ours, 3 - index % 4, pot]
        for card in action.cards:
            name = 1 << terms.bit[card]
            played_twice |= name if not double else played & name
            played |= name
            if terms.suit[terms.bit[card]] != led:
                voids |= 1 << 5 * action.seat + led
            pot += POINTS[card]
        strength = terms.table.strength[led][action.cards[0]]
        if strength > power:
            best, power, winner = bit, strength, action.seat
    return observed


@kernel
def misfit(
    ground: Integers, terms: Integers, dear: Floats, miss: Floats, observed: Integers, world: Integers, at: int
) -> float:
    """Return how much the plays ``observed`` count against a deal, 0 for not at all. ``ground``: from ``core.ground``;
    the deal starts at place ``at`` of ``world``."""
    total = 0.0
    for play in range(0, len(observed), OBSERVED):
        seat, bit, led = observed[play + SEAT], observed[play + BIT], observed[play + LED]
        later = observed[play + LATER]
        hand = world[at + seat] | later
        twos = world[at + 4 + seat] | observed[play + LATER_TWICE] | world[at + seat] & later
        bits = hand
        if led >= 0 and hand & terms[MASK + led]:
            bits = hand & terms[MASK + led]
        if not bits & (bits - 1):
            continue
        buried = twice = 0
        if seat == ground[BANKER]:
            buried, twice = world[at + 8], world[at + 9]
        played, played_twice, voids = observed[play + GONE], observed[play + GONE_TWICE], observed[play + VOIDS]
        seen = seen_by(terms, seat, hand, twos, played, played_twice, buried, twice, voids, ground[DOUBLE])
        best = worth = NEVER
        if led < 0:
            leads = lead(seen, terms, dear, miss, 0.0, bit)
            best, worth = leads.worth, leads.asked_worth
        else:
            ours = observed[play + OURS] != 0
            left, pot = observed[play + LEFT], observed[play + POT]
            follows = single(seen, terms, dear, miss, led, observed[play + BEST], ours, left, pot, bit)
            best, worth = follows.worth, follows.asked_worth
        total += min(MOST, (best - worth) / SCALE)
    return total


@cache
def fading(engine: Engine) -> Floats:
    """Return the weights of deals by rising misfit."""
    return engine.floats(exp(-step / FINE) for step in range(FADED))


@entry(
    "void(int64[::1], int64[::1], float64[::1], float64[::1], int64[::1], float64[::1], int64[::1], int64[::1], int64,"
    " int64)"
)
def take_likely(
    ground: Integers,
    terms: Integers,
    dear: Floats,
    miss: Floats,
    observed: Integers,
    fading: Floats,
    chance: Integers,
    worlds: Integers,
    at: int,
    tries: int,
) -> None:
    """Pick one of ``tries`` deals, which start at place ``at`` of ``worlds``, at random by how well each explains the
    plays seen, and put it first."""
    misfits = [0.0] * tries
    least = 1e9
    for number in range(tries):
        misfits[number] = misfit(ground, terms, dear, miss, observed, worlds, at + number * WORLD)
        least = min(least, misfits[number])
    total = 0.0
    for number in range(tries):
        misfits[number] = fading[min(FADED - 1, int((misfits[number] - least) * FINE))]
        total += misfits[number]
    luck = share(chance) * total
    chosen = 0
    while chosen < tries - 1 and luck >= misfits[chosen]:
        luck -= misfits[chosen]
        chosen += 1
    for place in range(WORLD):
        worlds[at + place] = worlds[at + chosen * WORLD + place]


@entry(
    "void(int64[::1], int64[::1], float64[::1], float64[::1], int64[::1], float64[::1], int64[::1], int64[::1],"
    " int64[::1], float64[::1], int64[::1], int64[::1], float64[::1], float64[::1], int64, int64, int64)"
)
def sample(
    ground: Integers,
    terms: Integers,
    dear: Floats,
    miss: Floats,
    observed: Integers,
    fading: Floats,
    chance: Integers,
    worlds: Integers,
    tables: Integers,
    ends: Floats,
    room: Integers,
    known: Integers,
    losses: Floats,
    deviates: Floats,
    at: int,
    count: int,
    tries: int,
) -> None:
    """Deal ``count`` worlds into ``worlds`` from place ``at`` on, each picked from ``tries`` deals (``take_likely``),
    which need room at the end. The rest as for ``dealt_world``."""
    for start in range(at, at + count * WORLD, WORLD):
        for place in range(start, start + tries * WORLD, WORLD):
            dealt_world(terms, tables, ends, room, known, losses, deviates, chance, worlds, place)
        if tries > 1 and len(observed):
            take_likely(ground, terms, dear, miss, observed, fading, chance, worlds, start, tries)
