"""A policy by basic knowledge, as kernels, the same for a view and in a playout: it splits the hand into few
combinations, keeps what takes tricks for the end, goes out when it can, and obstructs whoever is almost out.

Its data starts at ``HAND`` in the table; plays are valued in plays saved.
"""

from __future__ import annotations

from games.ai.compiled import Floats, Integers, kernel
from games.titles.climbing.bot.chances import look, needs_without, of, unsure_without
from games.titles.climbing.bot.layout import (
    BEYOND,
    COUNT,
    DEAR,
    EACH,
    FEWEST,
    FOLLOWS,
    FRESH,
    HAND,
    HIGH,
    HURRIES,
    LAST_LOSER,
    LEAD,
    MASK,
    PART,
    RATE,
    RATED,
    SIZE,
    SIZES,
    STRENGTH,
    UNSEEN,
)

#: what getting rid of a card is worth, besides plays saved
CARD = 0.06
#: what keeping the lead is worth, and what winning it is worth while controls are held back
KEPT, HELD_BACK = 0.6, 0.1
#: what it costs to let a player play their last cards
LAST_CARDS = 3.0
#: the most cards with which a player may see that they go out without losing the lead, and what that is worth
FEW, SURE = 14, 50.0
#: what going out is worth; what going out with cards that cost the place costs, and being left with only such cards
GOES_OUT, LAST_PLACE, HIGH_ALONE = 100.0, 60.0, 2.5
#: worse than any play
WORST = -1e9


@kernel
def think(table: Integers, weights: Floats) -> None:
    """Prepare a decision before one play, from the player's cards and what is known about the others."""
    hand, fewest = table[HAND], table[FEWEST]
    table[COUNT] = hand.bit_count()
    # Others may go out soon: get rid of cards first.
    table[HURRIES] = int(fewest <= 4 and not table[LAST_LOSER])
    weights[EACH] = 2 * CARD if table[HURRIES] else CARD
    weights[LEAD] = HELD_BACK if table[FOLLOWS] >= 0 and fewest > 4 else KEPT
    look(table, weights)


@kernel
def rated(table: Integers, weights: Floats, at: int) -> tuple[float, float, float]:
    """Return the chance that nobody beats a play that does not go out, the least that its cards cost, and what it is
    worth apart from the lead that it may win and the cards left."""
    size, mask, left = table[at + SIZE], table[at + MASK], table[COUNT]
    chance, saved = of(table, weights, at)
    worth = weights[EACH] * size
    if table[HURRIES]:
        for place in range(2):
            dear = table[DEAR + place]
            if left >= dear > left - size:
                worth += 0.5
    if chance == 1.0:
        if left <= FEW and unsure_without(table, weights, mask) <= 1:
            worth += SURE  # takes every trick from here on, and goes out with the last play
    elif size == 1 and table[FEWEST] == 1:
        unseen = table[UNSEEN]
        higher = (unseen >> table[at + STRENGTH] + table[BEYOND]).bit_count()
        worth -= LAST_CARDS * (0.3 + higher / unseen.bit_count())
    elif table[SIZES] >> size & 1:
        worth -= LAST_CARDS * (0.25 if size == 2 else 0.08) * (1 - chance)
    high = table[HIGH]
    if high and not (table[HAND] ^ mask) & ~high:
        worth -= HIGH_ALONE
    return chance, saved, worth


@kernel
def worth_of(table: Integers, weights: Floats, at: int) -> float:
    """Return what a play is worth."""
    hand, mask = table[HAND], table[at + MASK]
    if mask == hand:
        return -LAST_PLACE if hand & table[HIGH] else GOES_OUT
    chance, _, worth = rated(table, weights, at)
    need = needs_without(table, weights, mask)
    return worth + (weights[LEAD] if need >= 2 else KEPT) * chance - need


@kernel
def worth_of_pass(table: Integers, weights: Floats) -> float:
    """Return what a pass is worth."""
    worth, follows = 0.0, table[FOLLOWS]
    if 0 < follows <= 2:
        # They lead next, and are almost out.
        worth -= LAST_CARDS * (0.6 if follows == 1 else 0.3)
    if table[HURRIES] and table[FRESH]:
        worth -= 0.08 * table[COUNT]
    return worth - needs_without(table, weights, 0)


@kernel
def best(table: Integers, weights: Floats, first: int, end: int, may_pass: bool) -> int:
    """Return the place of the best play from ``first`` to ``end``, 0 for a pass. None goes out unless that costs the
    place."""
    need, hand = needs_without(table, weights, 0), table[HAND]
    choice, most = 0, worth_of_pass(table, weights) if may_pass else WORST
    rate = RATED
    for at in range(first, end, PART):
        weights[rate + 2] = WORST
        if table[at + MASK] != hand:
            chance, saved, worth = rated(table, weights, at)
            least = need - saved
            weights[rate], weights[rate + 1] = chance, worth
            weights[rate + 2] = worth - least + (weights[LEAD] if least >= 2 else KEPT) * chance
        rate += RATE
    # The rest needs at least what the hand needs less what the play costs, so few plays need a closer look.
    while True:
        closest = 0
        rate = place = RATED
        for at in range(first, end, PART):
            if weights[rate + 2] > most and (not closest or comes_before(table, weights, at, rate, closest, place)):
                closest, place = at, rate
            rate += RATE
        if not closest:
            break
        weights[place + 2] = WORST
        rest = needs_without(table, weights, table[closest + MASK])
        worth = weights[place + 1] + ((weights[LEAD] if rest >= 2 else KEPT) * weights[place] - rest)
        if worth > most:
            choice, most = closest, worth
    if not choice and not may_pass:
        return first  # it goes out, and costs the place
    return choice


@kernel
def comes_before(table: Integers, weights: Floats, play: int, rate: int, other: int, other_rate: int) -> bool:
    """Return whether one play is examined before another: by the most it may be worth, then by its other numbers."""
    if weights[rate + 2] != weights[other_rate + 2]:
        return weights[rate + 2] > weights[other_rate + 2]
    for place in range(2):
        if weights[rate + place] != weights[other_rate + place]:
            return weights[rate + place] < weights[other_rate + place]
    for place in range(PART):
        if table[play + place] != table[other + place]:
            return table[play + place] < table[other + place]
    return False
