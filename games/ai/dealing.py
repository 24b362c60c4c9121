"""Deal the unseen cards at random; all deals consistent with what is known are equally likely.

Cards that may go to the same places form a group. How many of a group go to each place is drawn place by place,
weighted by the number of deals that remain, so that no deal is rejected and none is favoured. The numbers are
computed once, as a tree of *states* whose edges are the cards that a place gets; a kernel walks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from math import comb, factorial
from random import Random

from games.ai.chance import chance_of, share, shuffle
from games.ai.compiled import PLAIN, Engine, Floats, Integers, kernel

#: bits for the room left at a place
ROOM = 7
MOST = (1 << ROOM) - 1
FACTORIALS = tuple(factorial(number) for number in range(MOST + 1))

# Places in the table of a dealer: how many places and groups there are, the first state (−1 where nothing is left to
# draw), where states and edges begin, and from COUNTS on how many cards each place gets. Behind that stand for each
# group where its cards begin, their number, how many places are open to it and where those are listed. A state is
# its first edge and how many it has, an edge the cards that a place gets and the next state.
PLACES, GROUPS, FIRST, STATES, EDGES, COUNTS = range(6)
GROUP = 4


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
        # The widest group comes last: how many of it go where is settled by then.
        self._groups = sorted(groups.items(), key=lambda group: (len(group[0]), len(group[1])))
        #: (group, index among its open places, room left) → ways to deal on, and the state
        self._known: dict[tuple[int, int, int], tuple[int, int]] = {}
        #: state → its edges as (cards, next state), and their cumulative shares of the ways
        self._states: list[tuple[list[tuple[int, int]], list[float]]] = []
        room = sum(count << ROOM * place for place, count in enumerate(counts))
        if self._groups:
            ways, self._first = self._ways(0, 0, len(self._groups[0][1]), room)
        else:
            ways, self._first = 1, -1
        self.possible = ways > 0

    def _ways(self, group: int, at: int, left: int, room: int) -> tuple[int, int]:
        """Return the number of ways to deal ``left`` cards of a group, from its open place number ``at`` on, and all
        later groups into the room there is, and the first state in which there is something to draw."""
        places = self._groups[group][0]
        if group == len(self._groups) - 1:
            return self._last_ways(places, left, room), -1
        if at >= len(places) - 1:
            if not places or room >> ROOM * places[at] & MOST < left:
                return 0, -1
            return self._ways(group + 1, 0, len(self._groups[group + 1][1]), room - (left << ROOM * places[at]))
        key = (group, at, room)
        if key not in self._known:
            self._known[key] = self._drawn(group, at, left, room)
        return self._known[key]

    def _drawn(self, group: int, at: int, left: int, room: int) -> tuple[int, int]:
        places = self._groups[group][0]
        shift = ROOM * places[at]
        later = sum(room >> ROOM * place & MOST for place in places[at + 1 :])
        edges, ways = [], []
        for here in range(max(0, left - later), min(left, room >> shift & MOST) + 1):
            on, state = self._ways(group, at + 1, left - here, room - (here << shift))
            if on:
                edges.append((here, state))
                ways.append(comb(left, here) * on)
        total = sum(ways)
        if total:
            self._states.append((edges, [end / total for end in accumulate(ways)]))
        return total, len(self._states) - 1

    def _last_ways(self, places: tuple[int, ...], left: int, room: int) -> int:
        ways = FACTORIALS[left]
        for place in range(len(self._counts)):
            count = room >> ROOM * place & MOST
            if count:
                if place not in places:
                    return 0
                ways //= FACTORIALS[count]
        return ways

    def tables(self, engine: Engine, names: Sequence[int] | None = None) -> tuple[Integers, Floats]:
        """Return the tables for ``deal``. ``names``: card → the number to write in its place."""
        count = len(self._groups)
        lists = COUNTS + len(self._counts) + GROUP * count
        start = lists + sum(len(places) for places, _ in self._groups)
        groups: list[int] = []
        opened: list[int] = []
        written: list[int] = []
        for places, cards in self._groups:
            groups += [start + len(written), len(cards), len(places), lists + len(opened)]
            opened += places
            written += cards if names is None else [names[card] for card in cards]
        states_at = start + len(written)
        edges_at = states_at + 2 * len(self._states)
        states: list[int] = []
        edges: list[int] = []
        ends: list[float] = []
        for drawn, shares in self._states:
            states += [len(ends), len(drawn)]
            for edge in drawn:
                edges += edge
            ends += shares
        head = [len(self._counts), count, self._first, states_at, edges_at, *self._counts]
        numbers = [*head, *groups, *opened, *written, *states, *edges]
        return engine.integers(numbers), engine.floats(ends or [1.0])

    def room(self) -> list[int]:
        """Return a table for ``deal`` to deal into."""
        return [0] * (sum(self._counts) + 2 * len(self._counts))

    @cached_property
    def _plain(self) -> tuple[Integers, Floats]:
        return self.tables(PLAIN)

    def deal(self, rng: Random) -> list[list[int]]:
        """Return place → cards."""
        flat = self.room()
        deal(*self._plain, chance_of(rng, PLAIN), flat)
        ends = list(accumulate(self._counts))
        return [flat[end - count : end] for end, count in zip(ends, self._counts, strict=True)]


@kernel
def deal(tables: Integers, ends: Floats, chance: Integers, dealt: Integers) -> None:
    """Deal the cards into a flat table, place after place. Behind them the table holds each place's next free index
    and its end."""
    places, groups, state = tables[PLACES], tables[GROUPS], tables[FIRST]
    free_at = 0
    for place in range(places):
        free_at += tables[COUNTS + place]
    end_at, start = free_at + places, 0
    for place in range(places):
        dealt[free_at + place] = start
        start += tables[COUNTS + place]
        dealt[end_at + place] = start
    for group in range(groups):
        about = COUNTS + places + GROUP * group
        cards, left, opened, listed = tables[about], tables[about + 1], tables[about + 2], tables[about + 3]
        shuffle(chance, tables, cards, left)
        for number in range(opened):
            place = tables[listed + number]
            if group == groups - 1:
                here = dealt[end_at + place] - dealt[free_at + place]
            elif number == opened - 1:
                here = left
            else:
                first, count = tables[tables[STATES] + 2 * state], tables[tables[STATES] + 2 * state + 1]
                edge, luck = first, share(chance)
                while edge < first + count - 1 and ends[edge] <= luck:
                    edge += 1
                here, state = tables[tables[EDGES] + 2 * edge], tables[tables[EDGES] + 2 * edge + 1]
            for _ in range(here):
                left -= 1
                dealt[dealt[free_at + place]] = tables[cards + left]
                dealt[free_at + place] += 1
