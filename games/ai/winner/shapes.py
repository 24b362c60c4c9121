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
#: what to add up of a list of costs: the ranks in no straight, then a choice for each row of ranks
Shape = tuple[Getter | None, tuple[tuple[Getter, ...], ...]]

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
#: shapes and rows remembered before all are forgotten
MOST_SHAPES, MOST_ROWS = 120_000, 60_000
#: the row A 2 3 … K A in places of four bits
ROW = (1 << 56) - 1


def in_a_row(ranks: int) -> int:
    """Return ranks, as diamonds, in the row A 2 3 … K A: an ace stands at both ends."""
    return ranks << 8 & ROW | ranks >> 44


class Run(NamedTuple):
    """A straight: where its cost stands, the counts that it takes, the rank before and after it as
    diamonds (0 where it would not grow by it), and the straights that would begin where it ends."""

    place: int
    taken: int
    before: int
    after: int
    next: tuple[int, int]
    key: tuple[int, int]


def _all_runs() -> list[Run]:
    found = []
    for (per, length), at in STRAIGHTS.items():
        for start, window in enumerate(WINDOWS[length]):
            first = start + (length == 13)
            ends = (_low(first - 1), _low(first + length)) if per == 1 else (0, 0)
            found.append(Run(at + start, per * window.mask, *ends, (per, first + length), (per, first)))
    return sorted(found, key=lambda run: (run.key[1], run.key[0]))


def _low(place: int) -> int:
    """Return the rank at a place of the row, as diamonds; 0 where it is none of the low ones."""
    rank = place - 2
    return 1 << 4 * rank if 0 <= rank < LOW else 0


#: ranks of which a lone card controls nothing: it goes with a straight wherever it can
LOW = 8
LOW_RANKS = DIAMONDS & (1 << 4 * LOW) - 1
RUNS = _all_runs()


class Shapes:
    """All ways to cut hands, under given rules."""

    def __init__(self, triple_min: int) -> None:
        self._triple_min = triple_min
        self._shapes: dict[int, Shape] = {}
        self._rows: dict[int, tuple[Getter, ...]] = {}
        two = STRAIGHTS[3, 2], STRAIGHTS[3, 3]
        self._runs = [run for run in RUNS if triple_min == 2 or not two[0] <= run.place < two[1]]

    def of(self, counts: int) -> Shape:
        """Return the ways to cut counts of ranks."""
        found = self._shapes.get(counts)
        if found is None:
            if len(self._shapes) > MOST_SHAPES or len(self._rows) > MOST_ROWS:
                self._shapes, self._rows = {}, {}
            found = self._shapes[counts] = self._shape(counts)
        return found

    def _shape(self, counts: int) -> Shape:
        ones = (counts | counts >> 1 | counts >> 2) & DIAMONDS
        row = in_a_row(ones)
        starts = row & row >> 4 & row >> 8
        if self._triple_min == 2:
            row = in_a_row((counts & counts >> 1 | counts >> 2) & DIAMONDS)
            pairs = row & row >> 4
        else:
            pairs = 0
        if not starts and not pairs:
            return _getter(counts, ()), ()
        inside = starts | starts << 4 | starts << 8 | pairs | pairs << 4
        rows = [self._row(counts & mask) for mask in _blocks(inside)]
        covered = (inside >> 8 | inside << 44) & DIAMONDS
        free = counts & ~(covered * 15)
        return _getter(free, ()) if free else None, tuple(rows)

    def _row(self, counts: int) -> tuple[Getter, ...]:
        found = self._rows.get(counts)
        if found is None:
            ways: list[Getter] = []
            fits = [run for run in self._runs if _holds(counts, run.taken)]
            self._cut(counts, fits, (), ways)
            found = self._rows[counts] = tuple(ways)
        return found

    def _cut(self, counts: int, runs: Sequence[Run], taken: tuple[Run, ...], ways: list[Getter]) -> None:
        alone = counts & ~(counts >> 1 | counts >> 2) & LOW_RANKS
        if not alone & alone >> 4 & alone >> 8 and not any(alone & run.after for run in taken):
            ways.append(_getter(counts, [run.place for run in taken]))
        for number, run in enumerate(runs):
            if alone & run.before or any(run.key == other.next for other in taken):
                continue
            left = counts - run.taken
            self._cut(left, [other for other in runs[number:] if _holds(left, other.taken)], (*taken, run), ways)


def _getter(counts: int, taken: Sequence[int]) -> Getter:
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


def _blocks(inside: int) -> list[int]:
    """Return the ranks, fifteen a rank, of each stretch of a row; those that share the ace are one."""
    found = []
    while inside:
        low = inside & -inside
        stretch = low
        while inside & stretch << 4 & ~stretch:
            stretch |= inside & stretch << 4
        inside ^= stretch
        found.append(stretch)
    if len(found) > 1 and found[0] & 1 and found[-1] >> 52:
        found[0] |= found.pop()
    return [((stretch >> 8 | stretch << 44) & DIAMONDS) * 15 for stretch in found]


def _holds(counts: int, taken: int) -> bool:
    """Say whether counts hold at least so many of each rank; all are four at most."""
    return not ((counts | DIAMONDS * 8) - taken) & DIAMONDS * 8 ^ DIAMONDS * 8
