"""How the ranks of a hand of a climbing game may be cut into combinations: all the ways that there are,
whatever they cost, so that what is worked out once serves in every world and every decision.

Ranks held lie four bits a rank, the threes lowest, as ``sight.counts_of`` has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from games.rules.climbing.order import RANK_BITS
from games.rules.climbing.windows import Window, Windows

Getter = Callable[[Sequence[float]], tuple[float, ...]]
#: the ranks in no row, as fifteens, and those of each row
Stretches = tuple[int, Sequence[int]]

#: cards of a rank → where their cost stands in a list, less the rank
GROUPS = (0, 0, 13, 26, 39)
#: where the costs of straights begin
GROUPED = 52
#: ways to cut rows of ranks that are remembered before all are forgotten: some 60 MB
MOST_WAYS = 200_000
#: the ranks from 3 to 9: those in no row are added up in two halves, of which there are few
HALF = 28
LOW_HALF = (1 << HALF) - 1
#: ranks of which a lone card controls nothing: it goes with a straight wherever it can
LOW_RANKS = RANK_BITS & (1 << 4 * 8) - 1
#: a bit above every count
EIGHTS = RANK_BITS * 8


class Run(NamedTuple):
    """A straight: the counts that it takes, where its cost stands, the low ranks at its ends, as
    diamonds, that it would be better with, where it begins and where another might go on."""

    taken: int
    place: int
    before: int
    after: int
    begins: tuple[int, int]
    goes_on: tuple[int, int]


class Straights(NamedTuple):
    """The straights that a game knows. ``windows``: length → windows; ``lengths``: cards a rank → shortest, longest;
    ``row``: the ranks in the order in which straights run, where those of every length between are straights too,
    else empty."""

    windows: Windows
    lengths: Mapping[int, tuple[int, int]]
    row: tuple[int, ...] = ()


class Shapes:
    """All ways to cut hands, where there are these straights. ``places``: (cards a rank, length) → where the cost of
    the lowest straight stands in a list of costs; ``width``: how long such a list is, its last a 0 that stays so."""

    def __init__(self, straights: Straights) -> None:
        self.straights = straights
        self.places: dict[tuple[int, int], int] = {}
        at = GROUPED
        for per, (shortest, longest) in straights.lengths.items():
            for length in range(shortest, longest + 1):
                self.places[per, length] = at
                at += len(straights.windows[length])
        self.zero, self.width = at, at + 1
        self._runs = self._all_runs()
        #: the shortest straights, from which rows of ranks are made
        self._shortest = [(per, straights.windows[least]) for per, (least, _) in straights.lengths.items()]
        #: whether two triples in a row are a straight
        self._short_triples = straights.lengths.get(3, (3, 3))[0] < 3
        #: ranks of which there are one, and three in the next bits → ranks in no row, as fifteens,
        #: and those of each row
        self._stretches: dict[int, Stretches] = {}
        #: counts of a row → the ways to cut it
        self._ways: dict[int, Sequence[Getter]] = {}
        self._many = 0
        #: counts of the lower and the upper half → their costs
        self._lower: dict[int, Getter] = {0: self._getter(0)}
        self._upper: dict[int, Getter] = {0: self._getter(0)}

    def _all_runs(self) -> list[Run]:
        """Return all straights, by where they begin in the row."""
        runs = []
        for (per, length), at in self.places.items():
            for number, window in enumerate(self.straights.windows[length]):
                start = self._start(window)
                ends = (start - 1, start + length) if per == 1 and start >= 0 else (-1, -1)
                before, after = map(self._low, ends)
                goes_on = (per, start + length) if start >= 0 else (per, -2)
                runs.append(Run(per * window.mask, at + number, before, after, (per, start), goes_on))
        return sorted(runs, key=lambda run: run.begins[1])

    def _start(self, window: Window) -> int:
        """Return where a window starts in the row; -1 where no row is told."""
        row, length = self.straights.row, len(window.ranks)
        return next((at for at in range(len(row)) if row[at : at + length] == window.ranks), -1)

    def _low(self, place: int) -> int:
        """Return the rank at a place of the row, as its bit; 0 where it is none of the low ones."""
        row = self.straights.row
        return 1 << 4 * row[place] & LOW_RANKS if 0 <= place < len(row) else 0

    def least(self, counts: int, costs: Sequence[float], known: dict[int, float]) -> float:
        """Return what a hand costs where it is cut best. ``known``: counts of a row → its cost, as
        far as it has been asked for with these costs."""
        return self.added(counts, self.stretches(counts), costs, known)

    def stretches(self, counts: int) -> Stretches:
        """Return the ranks that are in no straight of a hand, as fifteens, and those of each row of neighbours."""
        ones = (counts | counts >> 1 | counts >> 2) & RANK_BITS
        if self._short_triples:
            ones |= (counts & counts >> 1 | counts >> 2) << 1 & RANK_BITS << 1
        return self._stretches.get(ones) or self._stretched(ones)

    def added(self, counts: int, stretches: Stretches, costs: Sequence[float], known: dict[int, float]) -> float:
        """Return what a hand of these stretches costs where it is cut best."""
        free, rows = stretches
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
        getter = halves[counts] = self._getter(counts << shift)
        return getter

    def _stretched(self, ranks: int) -> Stretches:
        """Return the ranks that are in no straight, and those of each row of neighbours."""
        held = {3: ranks >> 1 & RANK_BITS}
        rows: list[int] = []
        for per, windows in self._shortest:
            for window in windows:
                if window.mask & ~held.get(per, ranks) & RANK_BITS:
                    continue
                joined = window.mask
                for row in [row for row in rows if row & joined]:
                    rows.remove(row)
                    joined |= row
                rows.append(joined)
        stretches = self._stretches[ranks] = RANK_BITS * 15 & ~(sum(rows) * 15), [row * 15 for row in sorted(rows)]
        return stretches

    def _cut_up(self, counts: int) -> Sequence[Getter]:
        """Return the ways to cut a row, save some that are never better than another."""
        if self._many > MOST_WAYS:
            self._many = 0
            self._ways.clear()
        ways: list[Getter] = []
        room = counts | EIGHTS
        fits = [run for run in self._runs if room - run.taken & EIGHTS == EIGHTS]
        self._cut(counts, fits, (), ways)
        self._many += len(ways)
        self._ways[counts] = ways
        return ways

    def _cut(self, counts: int, runs: Sequence[Run], taken: tuple[Run, ...], ways: list[Getter]) -> None:
        """Add the ways to cut counts, straights taken from left to right: none that leaves a lone low
        card at the end of a straight, or three in a row, and none of two straights that would join."""
        alone = counts & ~(counts >> 1 | counts >> 2) & LOW_RANKS if self.straights.row else 0
        if not alone & alone >> 4 & alone >> 8:
            for run in taken:
                if alone & run.after:
                    break
            else:
                ways.append(self._getter(counts, [run.place for run in taken]))
        ends = [run.goes_on for run in taken]
        for number, run in enumerate(runs):
            if alone & run.before or run.begins in ends:
                continue
            left = counts - run.taken
            room = left | EIGHTS
            fits = [other for other in runs[number:] if room - other.taken & EIGHTS == EIGHTS]
            self._cut(left, fits, (*taken, run), ways)

    def _getter(self, counts: int, taken: Sequence[int] = ()) -> Getter:
        """Return what picks the costs of all cards of each rank together, and of straights."""
        places = list(taken)
        while counts:
            rank = (counts & -counts).bit_length() - 1 >> 2
            number = counts >> 4 * rank & 15
            places.append(GROUPS[number] + rank)
            counts ^= number << 4 * rank
        while len(places) < 2:
            places.append(self.zero)
        return itemgetter(*places)
