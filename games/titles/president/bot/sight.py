"""What a hand of President is worth: sets of one rank, and twos that clear."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.order import TWO, at_least
from games.rules.president.combos import BEST
from games.rules.president.options import Rules
from games.titles.climbing.bot import sight
from games.titles.climbing.bot.parts import Part
from games.titles.climbing.bot.shapes import Shapes, Straights
from games.titles.climbing.bot.sight import CONTROL, FOUR, PAIR, RANKED, SINGLE, SLIP, TRIPLE

SHAPES = Shapes(Straights((), {}))
#: a set has no place for other cards
ROOM = (0.0, 0.0)


class Sight(sight.Sight):
    """Chances and costs seen from a seat; cards as they rank now. ``clears``: whether twos end the trick at once."""

    __slots__ = ("_clears", "_equal")

    def __init__(self, hand: int, unseen: int, sizes: Sequence[int], rules: Rules, clears: bool) -> None:
        self._clears = clears
        #: heights of a rank that do not beat a card of it
        self._equal = 0 if rules.equal_beats else 4
        super().__init__(hand, unseen, max(sizes), len(sizes), SHAPES, ROOM, 1.0)

    def _weigh_ranks(self, hand: int, room: tuple[float, float]) -> None:
        costs, groups, ranks = self._costs, self._groups, self._ranks
        unseen, most, equal, cleared = self._unseen, self._most, self._equal, self._clears
        _, twos, threes, fours = at_least(unseen & RANKED)
        left = hand & RANKED
        while left:
            height = (left & -left).bit_length() - 1 & ~3
            number = (left >> height & 15).bit_count()
            left &= ~(15 << height)
            rank, above = height >> 2, height + equal
            ranks.append(rank)
            sure = cleared and rank == TWO
            chance = groups[rank] = 1.0 if sure else SINGLE[2 * (unseen >> above).bit_count()]
            cost = costs[rank] = 1 - CONTROL * chance - SLIP[rank]
            if number < 2:
                continue
            chance = groups[13 + rank] = 1.0 if sure or most < 2 else PAIR[(twos >> above).bit_count()]
            two = costs[13 + rank] = min(1 - CONTROL * chance - SLIP[rank], cost + cost)
            if number > 2:
                chance = groups[26 + rank] = 1.0 if sure or most < 3 else TRIPLE[(threes >> above).bit_count()]
                three = costs[26 + rank] = min(1 - CONTROL * chance, cost + two)
                if number > 3:
                    chance = groups[39 + rank] = 1.0 if sure or most < 4 else FOUR[(fours >> above).bit_count()]
                    costs[39 + rank] = min(1 - CONTROL * chance, cost + three, two + two)

    def of(self, part: Part) -> tuple[float, float]:
        _, size, strength, mask, _ = part
        if strength >= BEST:
            return 1.0, self._jokers[mask >> 52]
        at = 13 * (size - 1) + (strength >> 2)
        return self._groups[at], self._costs[at]

    def beyond(self, strength: int) -> int:
        return strength + 4
