"""How a hand of Winner splits into combinations, quickly, for playouts: the same for the same cards
whoever holds them, so that what is worked out once serves in every world."""

from __future__ import annotations

from typing import NamedTuple

from games.ai.winner.split import _RUNS, _TRIPLES, counts_of
from games.rules.winner.combos import combo_of
from games.rules.winner.options import Rules
from games.rules.winner.order import BIG, DIAMONDS, LITTLE

#: hands and splits remembered before all are forgotten: some 40 MB
MOST_PLANS, MOST_SPLITS = 60_000, 250_000


class Part(NamedTuple):
    """A combination in a plan: ``type`` (a straight flush counts as a straight), ``size``,
    ``strength`` as the rules reckon it, ``mask``: its cards as bits."""

    type: str
    size: int
    strength: int
    mask: int


Plan = tuple[Part, ...]
#: all cards but the jokers
RANKED = DIAMONDS * 15


def _costs(room: float, controls: dict[int, float]) -> tuple[float, ...]:
    return tuple(1 - room - controls.get(rank, 0.02 * rank) for rank in range(13))


#: number of a rank → rank → plays it costs, less what it controls
COSTS = (
    (),
    _costs(0.0, {12: 0.8, 11: 0.45, 10: 0.3}),
    _costs(0.0, {12: 0.95, 11: 0.65, 10: 0.45, 9: 0.35}),
    _costs(0.45, {12: 0.5, 11: 0.45, 10: 0.4}),
    _costs(0.7, {}),
)


class Planner:
    """Plans under given rules."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._runs = (_RUNS[1], _RUNS[2], _TRIPLES[rules.triple_min])
        #: rank counts → (cost, counts taken first, how many of each rank)
        self._best: dict[int, tuple[float, int]] = {0: (0.0, 0)}
        self._plans: dict[int, Plan] = {0: ()}

    def plan(self, hand: int) -> Plan:
        """Return the combinations into which a hand splits best, lowest first by rank."""
        found = self._plans.get(hand)
        if found is None:
            if len(self._plans) > MOST_PLANS or len(self._best) > MOST_SPLITS:
                self._plans, self._best = {0: ()}, {0: (0.0, 0)}
            found = self._plans[hand] = self._made(hand)
        return found

    def needs(self, hand: int) -> float:
        """Return how many plays a hand still needs, controls of the trick taken off."""
        low = hand & RANKED
        counts = (low & DIAMONDS) + (low >> 1 & DIAMONDS) + (low >> 2 & DIAMONDS) + (low >> 3 & DIAMONDS)
        known = self._best.get(counts)
        cost = (known or self._choice(counts))[0]
        return cost + (0.15 if hand & LITTLE else 0.0) - (0.1 if hand & BIG else 0.0)

    def _made(self, hand: int) -> Plan:
        parts = []
        counts, left = counts_of(hand), hand
        while counts:
            taken = self._choice(counts)[1]
            counts -= taken
            mask = 0
            while taken:
                rank = (taken & -taken).bit_length() - 1 >> 2
                number = taken >> 4 * rank & 15
                taken -= number << 4 * rank
                for _ in range(number):
                    here = left & 15 << 4 * rank
                    mask |= here & -here
                    left ^= here & -here
            combo = combo_of(mask, self._rules)
            assert combo is not None
            kind = "straight" if combo.type == "straight-flush" else combo.type
            parts.append(Part(kind, combo.size, combo.strength, mask))
        for joker, strength in ((LITTLE, 52), (BIG, 53)):
            if hand & joker:
                parts.append(Part("single", 1, strength, joker))
        parts.sort(key=lambda part: part.strength)
        return tuple(parts)

    def _choice(self, counts: int) -> tuple[float, int]:
        """Return the cost of the best split, and the first combination in it as counts of ranks."""
        known = self._best.get(counts)
        if known is not None:
            return known
        rank = (counts & -counts).bit_length() - 1 >> 2
        unit = 1 << 4 * rank
        best, first = 99.0, 0
        for size in range(1, (counts >> 4 * rank & 15) + 1):
            cost = COSTS[size][rank] + self._choice(counts - size * unit)[0]
            if cost < best:
                best, first = cost, size * unit
        for size in (1, 2, 3):
            if counts >> 4 * rank & 15 < size:
                break
            for mask, length, top in self._runs[size - 1][rank]:
                if _holds(counts, mask, size):
                    cost = 1 - 0.03 * length - 0.02 * top + self._choice(counts - size * mask)[0]
                    if cost < best:
                        best, first = cost, size * mask
        self._best[counts] = best, first
        return best, first


def _holds(counts: int, mask: int, size: int) -> bool:
    """Say whether there are so many of each rank of a mask; counts are four at most."""
    one, two, four = counts & mask, counts >> 1 & mask, counts >> 2 & mask
    if size == 1:
        return one | two | four == mask
    if size == 2:
        return two | four == mask
    return one & two | four == mask
