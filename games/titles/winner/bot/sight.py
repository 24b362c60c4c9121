"""What a hand of Winner is worth: straights in which an ace stands at both ends, bombs, jokers, extra cards."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.order import JOKERS, at_least
from games.rules.winner.combos import FLUSH, WINDOWS
from games.rules.winner.options import Rules
from games.rules.winner.order import SEQUENCE
from games.titles.climbing.bot import sight
from games.titles.climbing.bot.parts import Part
from games.titles.climbing.bot.shapes import Shapes, Straights
from games.titles.climbing.bot.sight import PER, RANKED, SINGLE

#: the row A 2 3 … K A: place → where the cards of its rank are
PLACES = tuple(4 * rank for rank in SEQUENCE)
ROW = (1 << 4 * len(SEQUENCE)) - 1
#: fewest triples in a row that are a straight → the shapes of hands
SHAPES = {least: Shapes(Straights(WINDOWS, {1: (3, 13), 2: (3, 6), 3: (least, 6)}, SEQUENCE)) for least in (2, 3)}
#: the place that a triple and a four have for cards that would need a play of their own; a bomb is kept for later
ROOM, WITH_BOMBS = (0.5, 0.8), (0.5, 0.3)


def in_a_row(ranks: int) -> int:
    """Return ranks, as diamonds, in the row A 2 3 … K A: an ace stands at both ends."""
    return ranks << 8 & ROW | ranks >> 44


class Sight(sight.Sight):
    """Chances and costs seen from a seat. ``sizes``: how many cards each of the others holds that is still in."""

    __slots__ = ("_rules",)

    def __init__(self, hand: int, unseen: int, sizes: Sequence[int], rules: Rules) -> None:
        self._rules = rules
        most = max(sizes)
        bombs = at_least(unseen & RANKED)[3].bit_count() if rules.bomb and most >= 4 else 0
        room = WITH_BOMBS if rules.bomb else ROOM
        super().__init__(hand, unseen, most, len(sizes), SHAPES[rules.triple_min], room, float(0.93**bombs))

    def _joined(self) -> float:
        return 0.9 if self._rules.joker_pair and self._unseen & JOKERS == JOKERS else 1.0

    def _weigh_straights(self, hand: int) -> None:
        ones, twos, threes, _ = at_least(hand)
        row = in_a_row(ones)
        if row & row >> 4 & row >> 8:
            self._runs(1, row, PLACES)
        row = in_a_row(twos)
        if row & row >> 4 & row >> 8:
            self._runs(2, row, PLACES)
        row = in_a_row(threes)
        if row & row >> 4:
            self._runs(3, row, PLACES)

    def _full_rank(self, per: int) -> bool:
        return per == 3 or self._rules.full_rank

    def of(self, part: Part) -> tuple[float, float]:
        kind, size, strength, mask, _ = part
        if kind == "single":
            chance = self._safe * SINGLE[2 * (self._unseen >> strength + 1).bit_count()]
            return chance, self._costs[strength >> 2] if strength < 52 else self._jokers[mask >> 52]
        if kind == "pair" or kind == "triple":
            at = 13 * (size - 1) + (strength >> 2)
            return (self._safe, self._jokers[3]) if strength >= 52 else (self._groups[at], self._costs[at])
        if kind in PER:
            chance, cost = super().of(part)
            return (0.9 if strength >= FLUSH and chance < 0.9 and kind == "straight" else chance), cost
        at = (39 if kind[:4] == "four" else 26) + (strength >> 2)
        beyond = 1.0 if at >= 39 else self._safe
        chance = beyond if size > self._most else self._groups[at]
        extra = mask & ~(15 << strength)
        return chance, self._costs[at] + (self.cost_of_extras(extra) if extra else 0.0)
