"""Kernels that rate a hand of a climbing game as seen from one seat: the chance that each combination wins its trick,
and how many plays the hand costs over all ways to split it."""

from __future__ import annotations

from games.ai.compiled import Floats, Integers, kernel
from games.rules.climbing.order import BIG, JOKERS, LITTLE
from games.titles.climbing.bot.cuts import RANKED, cheapest, counts_of
from games.titles.climbing.bot.layout import (
    ALONE,
    BEGIN,
    BY_LENGTH,
    CHANCES,
    COSTS,
    DOUBTED,
    DOUBTS,
    FIXED,
    FREE,
    HAND,
    HELD_ALL,
    HELD_EACH,
    JOINED,
    JOKERS_COST,
    KIND,
    LENGTHS,
    LONGEST,
    MASK,
    MOST,
    NEED,
    OTHERS,
    PAIR_STRAIGHT,
    ROW,
    ROW_AT,
    SAFE,
    SIZE,
    STRAIGHT,
    STRAIGHT_AT,
    STRENGTH,
    TRIPLE_STRAIGHT,
    UNSEEN,
    UNSURE,
    WIDTH,
)
from games.titles.climbing.bot.plays import lowest, ranks_of

#: what certain control of a trick is worth, in plays saved
CONTROL = 1.1
# Tables of chances, as ``weights_of`` builds them: number of half cards higher than a single → its chance; number of
# higher ranks with two, three, four cards → the chance of a pair, a triple, a four; rank → the part of a play saved on
# a card or pair of it, since it can be put on another; (other players, cards a rank in a straight, cards of the rank
# that they hold) → the chance that one given player has that many; how much room a triple and a four have for cards
# that would otherwise need a play of their own.
SINGLES = FIXED
PAIRS, TRIPLES, FOURS, SLIPS = (SINGLES + 112 + 14 * at for at in range(4))
HELD = SLIPS + 14
MOST_OTHERS = 7
ROOM = HELD + MOST_OTHERS * 20
#: the game's own tables
OWN_CHANCES = ROOM + 2


def weights_of(room: tuple[float, float], own: tuple[float, ...] = ()) -> tuple[float, ...]:
    """Return the weights from ``FIXED`` on. ``room``: the room in a triple and in a four; ``own``: the game's own."""
    weights = [0.8 ** (halves / 2) for halves in range(112)]
    for each in (0.75, 0.8, 0.9):
        weights += [float(each**higher) for higher in range(14)]
    weights += [0.4 * rank / 12 for rank in range(14)]
    for others in range(MOST_OTHERS):
        for per in range(4):
            for held in range(5):
                more = held - per + 1
                weights.append(0.0 if more < 1 else 1 - (1 - 1 / max(1, others)) ** more)
    return (*weights, *room, *own)


@kernel
def weigh_ranks(table: Integers, weights: Floats) -> None:
    """Store what cards of one rank are worth; together they never cost more than apart."""
    unseen, most, safe = table[UNSEEN], table[MOST], weights[SAFE]
    known = unseen & RANKED
    twos, threes, fours = ranks_of(known, 2), ranks_of(known, 3), ranks_of(known, 4)
    left = table[HAND] & RANKED
    while left:
        height = (left & -left).bit_length() - 1 & ~3
        number = (left >> height & 15).bit_count()
        left &= ~(15 << height)
        rank, above = height >> 2, height + 4
        # Cards of the same rank count half.
        chance = safe * weights[SINGLES + (unseen >> above).bit_count() + (unseen >> height).bit_count()]
        cost = 1 - CONTROL * chance - weights[SLIPS + rank]
        weights[CHANCES + rank], weights[COSTS + rank] = chance, cost
        if number < 2:
            continue
        chance = safe
        if most > 1:
            chance *= weights[PAIRS + (twos >> above).bit_count()] * weights[JOINED]
            if twos >> height & 1 and unseen >> height & 15 > lowest(table[HAND], height, 2) >> height:
                chance *= 0.85  # a pair of the same rank, with a higher suit
        two = min(1 - CONTROL * chance - weights[SLIPS + rank], cost + cost)
        weights[CHANCES + 13 + rank], weights[COSTS + 13 + rank] = chance, two
        if number < 3:
            continue
        chance = safe * weights[TRIPLES + (threes >> above).bit_count()] if most > 2 else safe
        three = min(1 - CONTROL * chance - weights[ROOM], cost + two)
        weights[CHANCES + 26 + rank], weights[COSTS + 26 + rank] = chance, three
        if number < 4:
            continue
        chance = weights[FOURS + (fours >> above).bit_count()] if most > 3 else 1.0
        weights[CHANCES + 39 + rank] = chance
        weights[COSTS + 39 + rank] = min(1 - CONTROL * chance - weights[ROOM + 1], cost + three, two + two)


@kernel
def weigh_straights(table: Integers, weights: Floats, per: int, row: int, full_rank: bool) -> None:
    """Store what straights are worth. ``row``: the places for which the hand has enough cards; ``full_rank``: only a
    straight of a higher rank beats one, otherwise suits even out."""
    shortest, longest = table[LENGTHS + 2 * per], table[LENGTHS + 2 * per + 1]
    unseen, others, safe = table[UNSEEN], table[OTHERS], weights[SAFE]
    count = table[ROW]
    for place in range(count):
        held = (unseen >> table[table[ROW_AT] + place] & 15).bit_count()
        weights[HELD_EACH + place] = weights[HELD + 20 * others + 5 * per + held]
    for place in range(count - 1):
        weights[HELD_ALL + place] = weights[HELD_EACH + place] * weights[HELD_EACH + place + 1]
    factor = 0.7 * others
    lengths, length = row & row >> 4, 2
    while lengths:
        if length >= shortest:
            at = table[STRAIGHT_AT + LONGEST * per + length]
            # There is only one row of thirteen ranks.
            windows = table[BY_LENGTH + 2 * length + 1]
            unbeaten = safe
            for place in range(windows):
                start = windows - 1 - place
                chance = unbeaten
                if per * length <= table[MOST]:
                    way = factor * weights[HELD_ALL + count - length - place]
                    unbeaten *= 1 - (0.9 if way > 0.9 else way)
                    # one of the same ranks beats it by the suit of its last
                    last = table[table[ROW_AT] + count - 1 - place]
                    if not full_rank and unseen >> last & 15 > lowest(table[HAND], last, per) >> last:
                        chance = unbeaten
                weights[CHANCES + at + start], weights[COSTS + at + start] = chance, 1 - CONTROL * chance
        if length == longest:
            break
        for place in range(count - length):
            weights[HELD_ALL + place] *= weights[HELD_EACH + place + length]
        length += 1
        lengths &= row >> 4 * (length - 1)


@kernel
def weigh(table: Integers, weights: Floats) -> None:
    """Store the game's own ratings of a hand: ``SAFE``, ``JOINED``, ranks and straights."""
    raise NotImplementedError


@kernel
def weigh_more(table: Integers, weights: Floats) -> None:
    """Store the game's own ratings that depend on how many plays the hand needs."""


@kernel
def look(table: Integers, weights: Floats) -> None:
    """Rate a hand against the cards that others may hold."""
    hand, unseen = table[HAND], table[UNSEEN]
    table[DOUBTED] = 0
    for jokers in range(4):
        weights[JOKERS_COST + jokers] = 0.0
    if unseen >= LITTLE or hand >= LITTLE:
        little = 1 - (CONTROL * 0.8 if unseen >= BIG else CONTROL)
        weights[JOKERS_COST + 1], weights[JOKERS_COST + 2] = little, 1 - CONTROL
        weights[JOKERS_COST + 3] = little + 1 - CONTROL
    weigh(table, weights)
    need = cheapest(table, weights, COSTS, counts_of(hand))
    weights[NEED] = need + weights[JOKERS_COST + (hand >> 52)]
    table[ALONE] = table[FREE] | JOKERS
    weigh_more(table, weights)


@kernel
def extras_cost(weights: Floats, extra: int) -> float:
    """Return the cost of extra cards if they were played on their own."""
    cost = weights[JOKERS_COST + (extra >> 52)]
    extra &= RANKED
    while extra:
        height = (extra & -extra).bit_length() - 1 & ~3
        cost += weights[COSTS + 13 * ((extra >> height & 15).bit_count() - 1) + (height >> 2)]
        extra &= ~(15 << height)
    return cost


@kernel
def cards_a_rank(kind: int) -> int:
    """Return how many cards of each rank a type of straight has; 0 if the type is no straight."""
    if kind == STRAIGHT:
        return 1
    if kind == PAIR_STRAIGHT:
        return 2
    return 3 if kind == TRIPLE_STRAIGHT else 0


@kernel
def of_straight(table: Integers, weights: Floats, at: int) -> tuple[float, float]:
    """Return the chance that nobody beats a straight, and the least that its cards cost."""
    per = cards_a_rank(table[at + KIND])
    place = table[STRAIGHT_AT + LONGEST * per + table[at + SIZE] // per] + table[at + BEGIN]
    return weights[CHANCES + place], weights[COSTS + place]


@kernel
def of_single(table: Integers, weights: Floats, at: int) -> tuple[float, float]:
    """Return the chance that nobody beats a card, and what it costs."""
    strength = table[at + STRENGTH]
    chance = weights[SAFE] * weights[SINGLES + 2 * (table[UNSEEN] >> strength + 1).bit_count()]
    return chance, weights[COSTS + (strength >> 2)] if strength < 52 else weights[
        JOKERS_COST + (table[at + MASK] >> 52)
    ]


@kernel
def of_group(table: Integers, weights: Floats, at: int) -> tuple[float, float]:
    """Return the chance that nobody beats cards of one rank, and what they cost."""
    place = 13 * (table[at + SIZE] - 1) + (table[at + STRENGTH] >> 2)
    return weights[CHANCES + place], weights[COSTS + place]


@kernel
def of(table: Integers, weights: Floats, at: int) -> tuple[float, float]:
    """Return the chance that nobody beats a combination, and the least that its cards cost; each game defines it."""
    raise NotImplementedError


# --- a whole hand


@kernel
def needs(table: Integers, weights: Floats, cards: int) -> float:
    """Return how many plays ``cards`` still need, less the tricks they control; of no rank may they hold more than the
    hand did."""
    return cheapest(table, weights, COSTS, counts_of(cards)) + weights[JOKERS_COST + (cards >> 52)]


@kernel
def rest_needs(table: Integers, weights: Floats, cards: int) -> float:
    """Return how many plays the hand needs without some of its cards, ignoring flushes."""
    hand = table[HAND]
    if cards & ~table[ALONE]:
        return needs(table, weights, hand ^ cards)
    if not cards:
        return weights[NEED]
    jokers = 0.0
    if cards >> 52:
        jokers = weights[JOKERS_COST + ((hand ^ cards) >> 52)] - weights[JOKERS_COST + (hand >> 52)]
    return weights[NEED] - saved(table, weights, COSTS, cards) + jokers


@kernel
def needs_without(table: Integers, weights: Floats, cards: int) -> float:
    """Return how many plays the hand needs without some of its cards."""
    return rest_needs(table, weights, cards)


@kernel
def unsure_without(table: Integers, weights: Floats, cards: int) -> float:
    """Return the least number of beatable combinations that the hand holds without some of its cards."""
    hand = table[HAND]
    if not table[DOUBTED]:
        table[DOUBTED] = 1
        doubt(table, weights)
        weights[UNSURE] = cheapest(table, weights, DOUBTS, counts_of(hand))
    rest = hand ^ cards
    jokers = 1.0 if rest & LITTLE and table[UNSEEN] >= BIG else 0.0
    if cards & ~table[ALONE]:
        return jokers + cheapest(table, weights, DOUBTS, counts_of(rest))
    return jokers + weights[UNSURE] - saved(table, weights, DOUBTS, cards)


@kernel
def saved(table: Integers, weights: Floats, at: int, cards: int) -> float:
    """Return how much less a hand costs without some cards whose ranks are in no straight."""
    less, hand = 0.0, table[HAND]
    cards &= RANKED
    while cards:
        height = (cards & -cards).bit_length() - 1 & ~3
        held, rank = hand >> height & 15, height >> 2
        left = held & ~(cards >> height)
        less += weights[at + 13 * (held.bit_count() - 1) + rank]
        if left:
            less -= weights[at + 13 * (left.bit_count() - 1) + rank]
        cards &= ~(15 << height)
    return less


@kernel
def doubt(table: Integers, weights: Floats) -> None:
    """Store which combinations may be beaten."""
    for place in range(WIDTH):
        weights[DOUBTS + place] = 1.0 if weights[CHANCES + place] < 1 else 0.0
    for rank in range(13):
        # If nothing beats a pair, two such pairs are not in doubt either; the same goes for single cards.
        weights[DOUBTS + 39 + rank] *= weights[DOUBTS + 13 + rank]
        for count in range(1, 4):
            weights[DOUBTS + 13 * count + rank] *= weights[DOUBTS + rank]
