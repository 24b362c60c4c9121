"""Dealing the unseen cards at random, all deals that agree with what is known equally likely.

Cards that may go to the same places form a group. How many of a group go where is drawn by the
number of deals that it leaves, so that no deal is thrown away and none is favoured.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import factorial
from random import Random

Split = tuple[int, ...]


class Dealer:
    """Deals ``cards`` to places. ``counts``: place → how many it gets; they must use up all cards.
    ``barred``: place → the names it cannot hold, as bits."""

    def __init__(self, cards: Sequence[int], counts: Sequence[int], barred: Sequence[int]) -> None:
        assert sum(counts) == len(cards)
        self._counts = tuple(counts)
        places = [place for place, count in enumerate(counts) if count]
        groups: dict[tuple[int, ...], list[int]] = {}
        for card in cards:
            open_to = tuple(place for place in places if not barred[place] >> card & 1)
            groups.setdefault(open_to, []).append(card)
        # The widest group comes last: what is left then is dealt in one way only.
        self._groups = sorted(groups.items(), key=lambda group: (len(group[0]), len(group[1])))
        self._ways: dict[tuple[int, Split], int] = {}
        self._splits: dict[tuple[int, Split], tuple[list[Split], list[int]]] = {}
        self.possible = self._count(0, self._counts) > 0

    def deal(self, rng: Random) -> list[list[int]]:
        """Return place → cards."""
        dealt: list[list[int]] = [[] for _ in self._counts]
        left = self._counts
        for number, (_, cards) in enumerate(self._groups):
            split = self._drawn(number, left, rng)
            shuffled = cards[:]
            rng.shuffle(shuffled)
            start = 0
            for place, count in enumerate(split):
                if count:
                    dealt[place] += shuffled[start : start + count]
                    start += count
            left = tuple(a - b for a, b in zip(left, split, strict=True))
        return dealt

    def _drawn(self, number: int, left: Split, rng: Random) -> Split:
        if number == len(self._groups) - 1:
            return left
        splits, ends = self._table(number, left)
        return splits[0] if len(splits) == 1 else splits[bisect_right(ends, rng.randrange(ends[-1]))]

    def _table(self, number: int, left: Split) -> tuple[list[Split], list[int]]:
        """Return the possible splits of a group and the running sum of the deals each leaves."""
        key = (number, left)
        table = self._splits.get(key)
        if table is None:
            splits, ways = [], []
            places, cards = self._groups[number]
            for split in _splits(len(cards), places, left, 0):
                rest = tuple(a - b for a, b in zip(left, split, strict=True))
                count = _arrangements(len(cards), split) * self._count(number + 1, rest)
                if count:
                    splits.append(split)
                    ways.append(count)
            table = self._splits[key] = splits, list(accumulate(ways))
        return table

    def _count(self, number: int, left: Split) -> int:
        """Return in how many ways the groups from ``number`` on can be dealt into what is left."""
        if number == len(self._groups):
            return 1
        key = (number, left)
        if key not in self._ways:
            places, cards = self._groups[number]
            if number == len(self._groups) - 1:
                fits = all(place in places for place, count in enumerate(left) if count)
                self._ways[key] = _arrangements(len(cards), left) if fits else 0
            else:
                ends = self._table(number, left)[1]
                self._ways[key] = ends[-1] if ends else 0
        return self._ways[key]


def _splits(count: int, places: Sequence[int], left: Split, at: int) -> Iterator[Split]:
    """Yield the ways to put ``count`` cards into places that have so much room left."""
    if at == len(places):
        if not count:
            yield (0,) * len(left)
        return
    place = places[at]
    for here in range(min(count, left[place]) + 1):
        for rest in _splits(count - here, places, left, at + 1):
            yield (*rest[:place], here, *rest[place + 1 :])


def _arrangements(count: int, split: Split) -> int:
    """Return in how many ways ``count`` different cards fall into parts of these sizes."""
    ways = factorial(count)
    for part in split:
        ways //= factorial(part)
    return ways
