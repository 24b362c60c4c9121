"""What a hand of Tien Len is worth: straights, and choppers that are kept for the twos."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.order import TWO, at_least
from games.rules.tien_len.combos import WINDOWS
from games.titles.climbing.bot import sight
from games.titles.climbing.bot.parts import Part
from games.titles.climbing.bot.shapes import Shapes, Straights

SHAPES = Shapes(Straights(WINDOWS, {1: (3, 12), 2: (3, 6)}))
#: the ranks in which straights run, and their cards
HEIGHTS = range(0, 4 * TWO, 4)
TWOS = 4 * TWO
BELOW_TWO = (1 << TWOS) - 1
#: triples take nothing along; a four is worth keeping, for it chops
ROOM = (0.0, 0.3)
#: cards that a chopper has at least, and what twos are worth less while somebody may hold one
CHOPPER, CHOPPED = 4, 0.97


class Sight(sight.Sight):
    """Chances and costs seen from a seat."""

    __slots__ = ()

    def __init__(self, hand: int, unseen: int, sizes: Sequence[int]) -> None:
        super().__init__(hand, unseen, max(sizes), len(sizes), SHAPES, ROOM, 1.0)

    def _weigh_straights(self, hand: int) -> None:
        if len(self._ranks) < 3:
            return
        ones, twos, _, _ = at_least(hand & BELOW_TWO)
        if ones & ones >> 4 & ones >> 8:
            self._runs(1, ones, HEIGHTS)
            if twos & twos >> 4 & twos >> 8:
                self._runs(2, twos, HEIGHTS)

    def of(self, part: Part) -> tuple[float, float]:
        if part[2] < TWOS or part[1] > 3 or self._most < CHOPPER:
            return super().of(part)
        chance, cost = super().of(part)
        return chance * CHOPPED, cost
