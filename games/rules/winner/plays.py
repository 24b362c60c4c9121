"""Every combination that may be led or that beats a play (winner.md 3 and 4), listed without being
written out: a lead of 18 cards has thousands, of which most callers want one.

They come in groups. A group is a list of parts, a part a list of sets of cards; a play takes one
set of each part. So a group counts as many plays as the product of its parts' lengths.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple, overload

from games.rules.core import Action
from games.rules.winner.actions import PASSES, Play
from games.rules.winner.combos import FLUSH, FOURS, WINDOWS, Combo, Window
from games.rules.winner.options import Rules
from games.rules.winner.order import CHOICES, JOKERS, at_least, bits_of, cards_of

Masks = Sequence[int]


class Group(NamedTuple):
    """Plays of one type. ``type`` is ``straight`` for straight flushes too."""

    type: str
    parts: tuple[Masks, ...]


class Plays(Sequence[Action]):
    """All plays of some groups, then the pass where there is one, as a sequence.

    Each item is made when it is asked for.
    """

    __slots__ = ("_count", "_ends", "_groups", "_passing", "_seat")

    def __init__(self, seat: int, groups: Sequence[Group], passing: bool) -> None:
        self._seat = seat
        self._groups = groups
        self._passing = passing
        ends = []
        count = 0
        for _, parts in groups:
            size = 1
            for part in parts:
                size *= len(part)
            count += size
            ends.append(count)
        self._ends = ends
        self._count = count

    def __len__(self) -> int:
        return self._count + self._passing

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < self._count:
            if self._passing and index == self._count:
                return PASSES[self._seat]
            raise IndexError(index)
        at = bisect_right(self._ends, index)
        if at:
            index -= self._ends[at - 1]
        mask = 0
        for part in reversed(self._groups[at].parts):
            index, chosen = divmod(index, len(part))
            mask |= part[chosen]
        return Play(self._seat, cards_of(mask))

    def __iter__(self) -> Iterator[Action]:
        for mask in self.masks():
            yield Play(self._seat, cards_of(mask))
        if self._passing:
            yield PASSES[self._seat]

    def masks(self) -> Iterator[int]:
        """Yield the cards of each play as bits, group by group."""
        for _, parts in self._groups:
            if len(parts) == 1:
                yield from parts[0]
            else:
                yield from map(sum, product(*parts))


# --- leading -----------------------------------------------------------------------------


def leads(hand: int, rules: Rules) -> list[Group]:
    """Return every combination in a hand."""
    levels = at_least(hand)
    groups = [Group("single", (bits_of(hand),))]
    pairs = _of_a_kind(hand, levels[1], 2)
    if rules.joker_pair and hand & JOKERS == JOKERS:
        pairs.append(JOKERS)
    if pairs:
        groups.append(Group("pair", (pairs,)))
    if levels[2]:
        groups.append(Group("triple", (_of_a_kind(hand, levels[2], 3),)))
        groups += _triples_with_extras(hand, levels[2], pairs)
        groups += _rows(hand, levels[2], 3, rules.triple_min)
    if levels[3]:
        groups.append(Group("four", (_of_a_kind(hand, levels[3], 4),)))
        groups += _fours_with_one(hand, levels[3])
        groups += _fours_with_two(hand, levels[3])
    groups += _straights(hand, levels[0])
    if len(pairs) > 2:
        groups += _rows(hand, levels[1], 2, 3)
    return groups


def _of_a_kind(hand: int, ranks: int, size: int) -> list[int]:
    """Return the sets of ``size`` cards of each of these ranks, the lowest rank first."""
    choices = CHOICES[size]
    found: list[int] = []
    for bit in bits_of(ranks):
        shift = bit.bit_length() - 1
        found += choices[shift >> 2][hand >> shift & 15]
    return found


def _triples_with_extras(hand: int, ranks: int, pairs: Masks) -> list[Group]:
    return _triples_with_one(hand, ranks) + _full_houses(hand, ranks, pairs)


def _triples_with_one(hand: int, ranks: int) -> list[Group]:
    groups = []
    for bit in bits_of(ranks):
        # With the fourth card of the rank it would be a four (winner.md 3).
        others = hand & ~(bit * 15)
        if others:
            groups.append(Group("triple+1", (_of_a_kind(hand, bit, 3), bits_of(others))))
    return groups


def _full_houses(hand: int, ranks: int, pairs: Masks) -> list[Group]:
    groups = []
    for bit in bits_of(ranks):
        others = [pair for pair in pairs if not pair & bit * 15]
        if others:
            groups.append(Group("full-house", (_of_a_kind(hand, bit, 3), others)))
    return groups


def _fours_with_one(hand: int, ranks: int) -> list[Group]:
    return [Group("four+1", ((bit * 15,), bits_of(hand ^ bit * 15))) for bit in bits_of(ranks) if hand.bit_count() >= 5]


def _fours_with_two(hand: int, ranks: int) -> list[Group]:
    groups = []
    for bit in bits_of(ranks):
        others = list(map(sum, combinations(bits_of(hand ^ bit * 15), 2)))
        if others:
            groups.append(Group("four+2", ((bit * 15,), others)))
    return groups


def _straights(hand: int, ranks: int) -> list[Group]:
    """Return straights and straight flushes of every length, from the ranks that a hand holds."""
    groups = []
    singles = CHOICES[1]
    for length in range(3, ranks.bit_count() + 1):
        found = False
        for _, mask, row in WINDOWS[length]:
            if ranks & mask == mask:
                found = True
                parts = tuple([singles[rank][hand >> 4 * rank & 15] for rank in row])
                groups.append(Group("straight", parts))
        if not found:
            break
    return groups


def _rows(hand: int, ranks: int, size: int, shortest: int) -> list[Group]:
    """Return pair straights or triple straights (``size`` cards a rank), six ranks at most."""
    groups = []
    choices = CHOICES[size]
    kind = "pair-straight" if size == 2 else "triple-straight"
    for length in range(shortest, min(6, ranks.bit_count()) + 1):
        for _, mask, row in WINDOWS[length]:
            if ranks & mask == mask:
                groups.append(Group(kind, tuple([choices[rank][hand >> 4 * rank & 15] for rank in row])))
    return groups


# --- following ---------------------------------------------------------------------------


def answers(hand: int, top: Combo, rules: Rules) -> list[Group]:
    """Return every combination in a hand that beats ``top``."""
    kind, strength = top.type, top.strength
    if hand.bit_count() < top.size and not rules.bomb:
        return []
    if kind == "single":
        higher = hand >> strength + 1 << strength + 1
        groups = [Group("single", (bits_of(higher),))] if higher else []
    elif kind == "pair":
        groups = _higher_pairs(hand, strength, rules)
    elif kind == "straight" or kind == "straight-flush":
        groups = _higher_straights(hand, top, rules)
    elif kind == "pair-straight":
        groups = _higher_pair_straights(hand, top, rules)
    else:
        groups = _higher_by_rank(hand, top, rules)
    if rules.bomb and kind != "four":
        fours = at_least(hand)[3]
        if kind in FOURS:
            fours = _above(fours, strength)
        if fours:
            groups.append(Group("four", (_of_a_kind(hand, fours, 4),)))
    return groups


def _above(ranks: int, strength: int) -> int:
    """Return those of some ranks (diamonds) that lie above a strength."""
    return ranks >> strength + 1 << strength + 1


def _higher_pairs(hand: int, strength: int, rules: Rules) -> list[Group]:
    same = strength & ~3
    twos = at_least(hand)[1] >> same << same
    found = [pair for pair in _of_a_kind(hand, twos, 2) if pair >> strength + 1]
    if rules.joker_pair and hand & JOKERS == JOKERS and strength < 52:
        found.append(JOKERS)
    return [Group("pair", (found,))] if found else []


def _higher_by_rank(hand: int, top: Combo, rules: Rules) -> list[Group]:
    """Return what beats a play that is compared by rank alone."""
    kind = top.type
    if kind == "triple-straight":
        choices = CHOICES[3]
        return [
            Group(kind, tuple([choices[rank][hand >> 4 * rank & 15] for rank in row]))
            for highest, mask, row in WINDOWS[top.size // 3]
            if 4 * highest > top.strength and at_least(hand)[2] & mask == mask
        ]
    level = 3 if kind in FOURS else 2
    ranks = _above(at_least(hand)[level], top.strength)
    if not ranks:
        return []
    if kind == "triple" or kind == "four":
        return [Group(kind, (_of_a_kind(hand, ranks, level + 1),))]
    if kind == "triple+1":
        return _triples_with_one(hand, ranks)
    if kind == "full-house":
        pairs = _of_a_kind(hand, at_least(hand)[1], 2)
        if rules.joker_pair and hand & JOKERS == JOKERS:
            pairs.append(JOKERS)
        return _full_houses(hand, ranks, pairs)
    return _fours_with_one(hand, ranks) if kind == "four+1" else _fours_with_two(hand, ranks)


def _higher_pair_straights(hand: int, top: Combo, rules: Rules) -> list[Group]:
    groups = []
    twos = at_least(hand)[1]
    choices = CHOICES[2]
    rank, suit = top.strength >> 2, top.strength & 3
    for highest, mask, row in WINDOWS[top.size // 2]:
        if twos & mask != mask or highest < rank or (highest == rank and rules.full_rank):
            continue
        parts: list[Masks] = [choices[member][hand >> 4 * member & 15] for member in row]
        if highest == rank:
            parts[-1] = _with_higher_suit(parts[-1], rank, suit)
        if parts[-1]:
            groups.append(Group("pair-straight", tuple(parts)))
    return groups


def _with_higher_suit(masks: Masks, rank: int, suit: int) -> Masks:
    """Return those sets of one rank whose highest suit is above ``suit``."""
    return [mask for mask in masks if mask >> 4 * rank + suit + 1]


def _higher_straights(hand: int, top: Combo, rules: Rules) -> list[Group]:
    groups = []
    ranks = at_least(hand)[0]
    singles = CHOICES[1]
    rank, suit = (top.strength & FLUSH - 1) >> 2, top.strength & 3
    flush = top.strength >= FLUSH
    for window in WINDOWS[top.size]:
        highest, mask, row = window
        if ranks & mask != mask:
            continue
        if flush:
            # Of equal ranks only a higher suit wins, or none where a full rank is asked for.
            lowest = 0 if highest > rank else 4 if highest < rank or rules.full_rank else suit + 1
            groups += _flushes(hand, window, range(lowest, 4))
        elif highest > rank:
            groups.append(Group("straight", tuple([singles[member][hand >> 4 * member & 15] for member in row])))
        elif highest < rank or rules.full_rank:
            groups += _flushes(hand, window, range(4))
        else:
            parts: list[Masks] = [singles[member][hand >> 4 * member & 15] for member in row]
            parts[-1] = _with_higher_suit(parts[-1], rank, suit)
            if parts[-1]:
                groups.append(Group("straight", tuple(parts)))
            # The flushes of a higher suit are among those straights.
            groups += _flushes(hand, window, range(suit + 1))
    return groups


def _flushes(hand: int, window: Window, suits: range) -> list[Group]:
    found = [window.mask << suit for suit in suits if not ~hand & window.mask << suit]
    return [Group("straight", (found,))] if found else []
