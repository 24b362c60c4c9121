"""What a player of a playout may try, as integers: the same few plays as ``games.rules.climbing.candidates`` lists,
as far as the games of the family agree."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.order import CHOICES, JOKERS, RANK_BITS, at_least, bits_of
from games.rules.climbing.windows import Window

#: choices of extra cards to weigh for each triple or four
EXTRAS = 4

#: A combination: its type, its size, its strength as the rules reckon it, its cards as bits, and of a straight, where
#: it starts among those of its length. A plain tuple, for playouts make millions.
Part = tuple[str, int, int, int, int]

#: rank → its suits held → the lowest one, two, three of them
LOWEST = tuple(
    tuple(tuple((CHOICES[size][rank][held] or (0,))[0] for held in range(16)) for rank in range(13))
    for size in (1, 2, 3)
)
ONE, TWO, THREE = LOWEST


def places(ranks: int) -> list[int]:
    """Return the heights of some cards, lowest first."""
    return [low.bit_length() - 1 for low in bits_of(ranks)]


def singles(hand: int, above: int = -1) -> list[Part]:
    """Return the lowest card of each rank, of those above a strength; each joker is a rank."""
    parts = []
    left = hand >> above + 1 << above + 1
    while left:
        low = left & -left
        height = low.bit_length() - 1
        parts.append(("single", 1, height, low, 0))
        left &= ~(15 << (height & ~3)) if height < 52 else ~low
    return parts


def pairs(hand: int, ranks: int, above: int = -1) -> list[Part]:
    """Return the lowest pair of each of these ranks; of the rank of ``above`` one of a higher suit."""
    parts = []
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        height = low.bit_length() - 1
        held = hand >> height & 15
        pair = TWO[height >> 2][held]
        if above >> 2 == height >> 2:
            # Of one's own rank only a higher suit beats.
            higher = [choice for choice in CHOICES[2][height >> 2][held] if choice >> above + 1]
            if not higher:
                continue
            pair = higher[0]
        parts.append(("pair", 2, pair.bit_length() - 1, pair, 0))
    return parts


def triples(hand: int, ranks: int) -> list[Part]:
    """Return the lowest three cards of each of these ranks."""
    return [("triple", 3, rank, THREE[rank >> 2][hand >> rank & 15], 0) for rank in places(ranks)]


def fours(ranks: int) -> list[Part]:
    """Return the fours of these ranks."""
    return [("four", 4, rank, 15 << rank, 0) for rank in places(ranks)]


def company(others: int) -> list[tuple[int, int, int]]:
    """Return (how many, height, suits) of each rank held but for jokers: those in the least company first, of these
    the lowest."""
    ranks = []
    left = others & RANK_BITS * 15
    while left:
        height = (left & -left).bit_length() - 1 & ~3
        held = left >> height & 15
        ranks.append((held.bit_count(), height, held))
        left ^= held << height
    ranks.sort()
    return ranks


def least_missed(others: int, each: int, joker_pair: bool = False) -> list[int]:
    """Return the cards, or the pairs where ``each`` is 2, that would be missed least as extra cards."""
    ranks = company(others)
    if each == 1:
        extras = [ONE[height >> 2][held] for _, height, held in ranks[:EXTRAS]] + bits_of(others & JOKERS)
    else:
        extras = [TWO[height >> 2][held] for count, height, held in ranks if count > 1]
        if joker_pair and others & JOKERS == JOKERS:
            extras.append(JOKERS)
    return extras[:EXTRAS]


def rows(hand: int, windows: Sequence[Window], per: int, kind: str, above: int = -1) -> list[Part]:
    """Return the straights of so many cards a rank that run through these windows, in their lowest suits; above a
    strength: of a higher top, or of the same top and a higher suit."""
    ranks = at_least(hand)[per - 1]
    lowest = LOWEST[per - 1]
    parts: list[Part] = []
    for start, (top, mask, row) in enumerate(windows):
        if ranks & mask != mask or 4 * top + 3 <= above:
            continue
        last = row[-1]
        held = lowest[last][hand >> 4 * last & 15]
        if 4 * top <= above:
            higher = [one for one in CHOICES[per][last][hand >> 4 * last & 15] if one >> 4 * last + (above & 3) + 1]
            if not higher:
                continue
            held = higher[0]
        cards = held + sum([lowest[rank][hand >> 4 * rank & 15] for rank in row[:-1]])
        parts.append((kind, per * len(row), 4 * top + (held.bit_length() - 1 & 3), cards, start))
    return parts
