"""Singles, pairs, tractors and the shapes they make (/rules/eighty/#6, #8 and #9).

Cards are passed as hands (see ``hands``), all of one suit; pairs as masks of names.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from games.rules.shengji.hands import FIRST, NAMES_HELD, ONES, SECOND, names_of, without
from games.rules.shengji.trumps import Trumps


class Shape(NamedTuple):
    """The shape that a lead asks for.

    ``tractors``: the pairs in each tractor, longest first; ``pairs``, ``singles``: how many there are besides;
    ``size``: the number of cards; ``all_pairs``: all pairs, those in tractors included; ``longest``: pairs in the
    longest tractor, 0 if there is none; ``throw``: whether there is more than one component.
    """

    tractors: tuple[int, ...]
    pairs: int
    singles: int
    size: int
    all_pairs: int
    longest: int
    throw: bool


@cache
def shape(tractors: tuple[int, ...], pairs: int, singles: int) -> Shape:
    """Return the shape of these components; ``tractors`` come longest first."""
    all_pairs = sum(tractors) + pairs
    throw = len(tractors) + pairs + singles > 1
    longest = tractors[0] if tractors else 0
    return Shape(tractors, pairs, singles, 2 * all_pairs + singles, all_pairs, longest, throw)


SINGLE = shape((), 0, 1)
PAIR = shape((), 1, 0)


class Part(NamedTuple):
    """A component: its cards as a hand, its number of pairs (0 for a single), the place of its top."""

    cards: int
    pairs: int
    top: int


# --- tractors in a set of pairs -------------------------------------------------------------


def places(table: Trumps, pairs: int) -> int:
    """Return the places that have a pair, as a mask."""
    place = table.place
    mask = 0
    for card in names_of(pairs):
        mask |= 1 << place[card]
    return mask


def longest_run(at: int) -> int:
    """Return the length of the longest run of consecutive places in a mask of places."""
    length = 0
    while at:
        at &= at >> 1
        length += 1
    return length


def top_run(at: int, length: int) -> int:
    """Return the highest place that a run of ``length`` reaches in a mask of places, −1 if there is none."""
    begin = starts(at, length)
    return begin.bit_length() + length - 2 if begin else -1


def starts(at: int, length: int) -> int:
    """Return the places where a run of ``length`` begins, as a mask."""
    mask = at
    for shift in range(1, length):
        mask &= at >> shift
    return mask


def tractors(table: Trumps, pairs: int, length: int) -> Iterator[int]:
    """Yield every tractor of ``length`` pairs in a set of pairs, as hands, highest first.

    If a place has several pairs (off-suit level cards), each of them makes a tractor of its own.
    """
    at = places(table, pairs)
    begin = starts(at, length)
    if not begin:
        return
    stacks = _stacks(table, pairs)
    for low in reversed(names_of(begin)):
        for chosen in product(*(stacks[place] for place in range(low, low + length))):
            yield pairs_of(chosen)


def pairs_of(cards: tuple[int, ...]) -> int:
    """Return the hand that holds each of these names twice."""
    return sum(FIRST[card] | SECOND[card] for card in cards)


def _stacks(table: Trumps, pairs: int) -> dict[int, list[int]]:
    """Return place → names of the pairs there, in the order S H C D."""
    stacks: dict[int, list[int]] = {}
    for card in names_of(pairs):
        stacks.setdefault(table.place[card], []).append(card)
    return stacks


# --- splitting ------------------------------------------------------------------------------


def split(table: Trumps, cards: int) -> list[Part]:
    """Return the components of cards of one suit (/rules/eighty/#9): the longest tractors first (of equals
    the higher), then pairs, then singles, each highest first."""
    parts: list[Part] = []
    pairs = cards >> NAMES_HELD
    while pairs:
        at = places(table, pairs)
        length = longest_run(at)
        if length < 2:
            break
        tractor = next(tractors(table, pairs, length))
        parts.append(Part(tractor, length, top_run(at, length)))
        pairs &= ~tractor
        cards = without(cards, tractor)
    place = table.place
    falling = sorted(names_of(cards & ONES), key=lambda card: (-place[card], card))
    parts += [Part(FIRST[c] | SECOND[c], 1, place[c]) for c in falling if pairs & FIRST[c]]
    parts += [Part(FIRST[c], 0, place[c]) for c in falling if not pairs & FIRST[c]]
    return parts


def shape_of(parts: list[Part]) -> Shape:
    """Return the shape of some components."""
    lengths = tuple(part.pairs for part in parts if part.pairs > 1)
    pairs = sum(part.pairs == 1 for part in parts)
    return shape(lengths, pairs, len(parts) - len(lengths) - pairs)


# --- fitting --------------------------------------------------------------------------------


def top_of(table: Trumps, cards: int, lead_shape: Shape) -> int:
    """Return the top place of the part that answers the shape's largest component, if the cards are cut so that it is
    as high as possible; −1 if they cannot be cut into the shape.

    The cards are of one suit, and as many as the shape has (/rules/eighty/#8 and #9).
    """
    pairs = cards >> NAMES_HELD
    if pairs.bit_count() < lead_shape.all_pairs:
        return -1
    if not lead_shape.all_pairs:
        return max(table.place[card] for card in names_of(cards & ONES))
    if not lead_shape.tractors:
        return max(table.place[card] for card in names_of(pairs))
    if len(lead_shape.tractors) == 1:
        return top_run(places(table, pairs), lead_shape.longest)
    stacks = _stacks(table, pairs)
    stock = [len(stacks.get(place, ())) for place in range(max(stacks) + 1)]
    for top in range(len(stock) - 1, -1, -1):
        rest = _without_tractor(stock, top - lead_shape.longest + 1, lead_shape.longest)
        if rest is not None and _packs(rest, lead_shape.tractors[1:], len(stock)):
            return top
    return -1


def _packs(stock: list[int], lengths: tuple[int, ...], below: int) -> bool:
    """Return whether tractors of these lengths can all be taken. ``stock``: place → number of pairs.

    ``below``: the first one must begin lower than this; tractors of equal length are tried from high to low.
    """
    if not lengths:
        return True
    for low in range(min(below, len(stock)) - 1, -1, -1):
        rest = _without_tractor(stock, low, lengths[0])
        if rest is None:
            continue
        equal = len(lengths) > 1 and lengths[1] == lengths[0]
        # Equal tractors may share the place of the off-suit level cards, but no two begin on one
        # place: every other place has one pair at most.
        if _packs(rest, lengths[1:], low if equal else len(stock)):
            return True
    return False


def _without_tractor(stock: list[int], low: int, length: int) -> list[int] | None:
    """Return the pairs of each place after a tractor is taken from ``low`` up, ``None`` if there is no such tractor."""
    if low < 0 or low + length > len(stock) or not all(stock[low : low + length]):
        return None
    return [*stock[:low], *(count - 1 for count in stock[low : low + length]), *stock[low + length :]]


def cut(table: Trumps, cards: int, lead_shape: Shape, high: bool) -> int:
    """Return high or low cards of one suit that fit a shape, as a hand; 0 if none do.

    Tractors are taken greedily, so with several of them a fitting set may be missed: use this to find candidates, never
    to decide what is legal.
    """
    fitting = 0
    left = cards
    for length in lead_shape.tractors:
        choice = list(tractors(table, left >> NAMES_HELD, length))
        if not choice:
            return 0
        fitting |= choice[0 if high else -1]
        left = without(left, choice[0 if high else -1])
    place = table.place
    pairs = sorted(names_of(left >> NAMES_HELD), key=place.__getitem__, reverse=high)[: lead_shape.pairs]
    if len(pairs) < lead_shape.pairs:
        return 0
    pair_cards = pairs_of(tuple(pairs))
    fitting |= pair_cards
    left = without(left, pair_cards)
    names = sorted(names_of(left & ONES), key=place.__getitem__, reverse=high)
    # Low cards: no pair is broken while a lone card is left.
    if not high:
        names.sort(key=lambda card: bool(left & SECOND[card]))
    singles = [card for card in names for _ in range(2 if left & SECOND[card] else 1)][: lead_shape.singles]
    if len(singles) < lead_shape.singles:
        return 0
    for card in singles:
        fitting |= SECOND[card] if fitting & FIRST[card] else FIRST[card]
    return fitting
