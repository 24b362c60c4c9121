"""How the ranks of a hand of Winner may be cut into combinations: all the ways that there are,
whatever they cost, so that what is worked out once serves in every world and every decision.

Ranks held lie four bits a rank, the threes lowest, as ``split.counts_of`` has them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple

from games.rules.winner.combos import WINDOWS
from games.rules.winner.order import DIAMONDS

Getter = Callable[[Sequence[float]], tuple[float, ...]]

#: cards of a rank → where their cost stands in a list, less the rank
GROUPS = (0, 0, 13, 26, 39)
#: cards a rank in a straight → shortest, longest
LENGTHS = ((0, 0), (3, 13), (3, 6), (2, 6))


def _places() -> tuple[dict[tuple[int, int], int], int]:
    """Return (cards a rank, length) → where the cost of the lowest straight stands, and the end."""
    places, at = {}, 52
    for per in (1, 2, 3):
        for length in range(LENGTHS[per][0], LENGTHS[per][1] + 1):
            places[per, length] = at
            at += len(WINDOWS[length])
    return places, at


STRAIGHTS, ZERO = _places()
#: how long a list of costs is; the last is 0 and stays so
WIDTH = ZERO + 1
#: ways to cut rows of ranks that are remembered before all are forgotten: some 60 MB
MOST_WAYS = 200_000
#: the row A 2 3 … K A in places of four bits
ROW = (1 << 56) - 1
#: the ranks from 3 to 9: those in no row are added up in two halves, of which there are few
HALF = 28
LOW_HALF = (1 << HALF) - 1
#: ranks of which a lone card controls nothing: it goes with a straight wherever it can
LOW_RANKS = DIAMONDS & (1 << 4 * 8) - 1
#: a bit above every count
EIGHTS = DIAMONDS * 8


class Run(NamedTuple):
    """A straight: the counts that it takes, where its cost stands, the low ranks at its ends, as
    diamonds, that it would be better with, where it begins and where another might go on."""

    taken: int
    place: int
    before: int
    after: int
    begins: tuple[int, int]
    goes_on: tuple[int, int]


def _runs() -> list[list[Run]]:
    """Return where they begin in the row → straights."""
    runs: list[list[Run]] = [[] for _ in range(14)]
    for (per, length), at in STRAIGHTS.items():
        for number, window in enumerate(WINDOWS[length]):
            start = number + (length == 13)
            before, after = (_low(start - 1), _low(start + length)) if per == 1 else (0, 0)
            run = Run(per * window.mask, at + number, before, after, (per, start), (per, start + length))
            runs[start].append(run)
    return runs


def _low(place: int) -> int:
    """Return the rank at a place of the row, as diamonds; 0 where it is none of the low ones."""
    return 1 << 4 * (place - 2) & LOW_RANKS if place >= 2 else 0


RUNS = _runs()


def in_a_row(ranks: int) -> int:
    """Return ranks, as diamonds, in the row A 2 3 … K A: an ace stands at both ends."""
    return ranks << 8 & ROW | ranks >> 44


class Shapes:
    """All ways to cut hands, under given rules."""

    def __init__(self, triple_min: int) -> None:
        self._triple_min = triple_min
        #: ranks of which there are one, and three in the next bits → ranks in no row, as fifteens,
        #: and those of each row
        self._stretches: dict[int, tuple[int, Sequence[int]]] = {}
        #: counts of a row → the ways to cut it
        self._ways: dict[int, Sequence[Getter]] = {}
        self._many = 0
        #: counts of the lower and the upper half → their costs
        self._lower: dict[int, Getter] = {0: _getter(0)}
        self._upper: dict[int, Getter] = {0: _getter(0)}

    def least(self, counts: int, costs: Sequence[float], known: dict[int, float]) -> float:
        """Return what a hand costs where it is cut best. ``known``: counts of a row → its cost, as
        far as it has been asked for with these costs."""
        ones = (counts | counts >> 1 | counts >> 2) & DIAMONDS
        if self._triple_min == 2:
            ones |= (counts & counts >> 1 | counts >> 2) << 1 & DIAMONDS << 1
        free, rows = self._stretches.get(ones) or self._stretched(ones)
        free &= counts
        lower, upper = free & LOW_HALF, free >> HALF
        cost = sum((self._lower.get(lower) or self._half(self._lower, lower, 0))(costs))
        if upper:
            cost += sum((self._upper.get(upper) or self._half(self._upper, upper, HALF))(costs))
        for ranks in rows:
            row = counts & ranks
            least = known.get(row)
            if least is None:
                ways = self._ways.get(row) or self._cut_up(row)
                least = known[row] = min([sum(way(costs)) for way in ways])
            cost += least
        return cost

    def _half(self, halves: dict[int, Getter], counts: int, shift: int) -> Getter:
        getter = halves[counts] = _getter(counts << shift)
        return getter

    def _stretched(self, ranks: int) -> tuple[int, Sequence[int]]:
        """Return the ranks that are in no straight, and those of each row of neighbours."""
        row = in_a_row(ranks & DIAMONDS)
        starts = row & row >> 4 & row >> 8
        inside = starts | starts << 4 | starts << 8
        row = in_a_row(ranks >> 1 & DIAMONDS)
        inside |= (row & row >> 4) | (row & row >> 4) << 4
        free = DIAMONDS * 15 & ~(_ranks(inside) * 15)
        stretches = self._stretches[ranks] = free, [_ranks(stretch) * 15 for stretch in _apart(inside)]
        return stretches

    def _cut_up(self, counts: int) -> Sequence[Getter]:
        """Return the ways to cut a row, save some that are never better than another."""
        if self._many > MOST_WAYS:
            self._many = 0
            self._ways.clear()
        ways: list[Getter] = []
        room = counts | EIGHTS
        fits = [run for runs in RUNS for run in runs if room - run.taken & EIGHTS == EIGHTS]
        if self._triple_min > 2:
            fits = [run for run in fits if not STRAIGHTS[3, 2] <= run.place < STRAIGHTS[3, 3]]
        _cut(counts, fits, (), ways)
        self._many += len(ways)
        self._ways[counts] = ways
        return ways


def _cut(counts: int, runs: Sequence[Run], taken: tuple[Run, ...], ways: list[Getter]) -> None:
    """Add the ways to cut counts, straights taken from left to right: none that leaves a lone low
    card at the end of a straight, or three in a row, and none of two straights that would join."""
    alone = counts & ~(counts >> 1 | counts >> 2) & LOW_RANKS
    if not alone & alone >> 4 & alone >> 8:
        for run in taken:
            if alone & run.after:
                break
        else:
            ways.append(_getter(counts, [run.place for run in taken]))
    ends = [run.goes_on for run in taken]
    for number, run in enumerate(runs):
        if alone & run.before or run.begins in ends:
            continue
        left = counts - run.taken
        room = left | EIGHTS
        fits = [other for other in runs[number:] if room - other.taken & EIGHTS == EIGHTS]
        _cut(left, fits, (*taken, run), ways)


def _getter(counts: int, taken: Sequence[int] = ()) -> Getter:
    """Return what picks the costs of all cards of each rank together, and of straights."""
    places = list(taken)
    while counts:
        rank = (counts & -counts).bit_length() - 1 >> 2
        number = counts >> 4 * rank & 15
        places.append(GROUPS[number] + rank)
        counts ^= number << 4 * rank
    while len(places) < 2:
        places.append(ZERO)
    return itemgetter(*places)


def _apart(inside: int) -> list[int]:
    """Return each stretch of a row by itself; those that share the ace are one."""
    stretches = []
    while inside:
        low = inside & -inside
        stretch = low
        while inside & stretch << 4 & ~stretch:
            stretch |= inside & stretch << 4
        inside ^= stretch
        stretches.append(stretch)
    if len(stretches) > 1 and stretches[0] & 1 and stretches[-1] >> 52:
        stretches[0] |= stretches.pop()
    return stretches


def _ranks(row: int) -> int:
    """Return the ranks, as diamonds, at places of the row."""
    return (row >> 8 | row << 44) & DIAMONDS
