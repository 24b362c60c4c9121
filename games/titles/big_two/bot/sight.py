"""What a hand of Big Two is worth: hands of five climb over one another, and one of them may be a flush."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.rules.big_two.combos import STEP
from games.rules.big_two.options import Rules
from games.rules.big_two.rows import ROWS
from games.rules.climbing.order import RANK_BITS, at_least, bits_of
from games.rules.climbing.windows import Windows
from games.titles.climbing.bot import sight
from games.titles.climbing.bot.parts import Part
from games.titles.climbing.bot.shapes import GROUPED, Shapes, Straights
from games.titles.climbing.bot.sight import CONTROL, SINGLE

#: type of five → the chance that three whole hands have nothing above the lowest of it, and what the highest has more
FIVES = {
    "straight": (0.30, 0.12),
    "flush": (0.45, 0.12),
    "full-house": (0.62, 0.28),
    "four+1": (0.93, 0.05),
    "straight-flush": (0.98, 0.02),
}
#: cards of a whole hand, and how many others hold one
WHOLE, OTHERS = 13, 3
#: what a bomb that somebody may have takes from a play that is none
BOMBED = 0.97
#: the place that a triple has for a pair, and a four for a single
ROOM = (0.5, 0.6)
#: the straights that a table knows → the same by length
WINDOWS: dict[object, Windows] = {rows.windows: ((),) * 5 + (rows.windows,) for rows in ROWS.values()}


@lru_cache
def shapes_of(straights: Windows) -> Shapes:
    """Return the shapes of hands where there are these straights; what has been worked out is kept."""
    return Shapes(Straights(straights, {1: (5, 5)}))


@lru_cache(maxsize=4096)
def chances(sizes: tuple[int, ...]) -> dict[str, tuple[float, ...]]:
    """Return type of five → its chances by rank, where the others hold so many cards."""
    against = sum([(count / WHOLE) ** 2 for count in sizes if count >= 5]) / OTHERS
    return {
        kind: tuple(float((least + more * rank / 12) ** against) for rank in range(13))
        for kind, (least, more) in FIVES.items()
    }


class Flush(NamedTuple):
    """A flush in a hand. ``ranks``: its ranks, as fifteens: where none of them is touched the hand gains as much by it
    as before, ``ANY`` where straights run through them; ``gain``: the plays that it saves the whole hand."""

    cards: int
    ranks: int
    cost: float
    gain: float


#: every card
ANY = RANK_BITS * 15
#: what a hand needs without some cards where no flush is thought of; to ask ``super`` so often takes long
WITHOUT_FLUSH = sight.Sight.needs_without


class Sight(sight.Sight):
    """Chances and costs seen from a seat at a table with these rules."""

    __slots__ = ("_fives", "_flushes")

    def __init__(self, hand: int, unseen: int, sizes: Sequence[int], rules: Rules) -> None:
        most = max(sizes)
        #: type of five → rank → chance
        self._fives = chances(tuple(sizes))
        self._flushes: Sequence[Flush] = ()
        windows = WINDOWS[rules.rows.windows]
        safe = BOMBED if rules.bomb and most >= 5 else 1.0
        super().__init__(hand, unseen, most, len(sizes), shapes_of(windows), ROOM, safe)
        if rules.flush and hand.bit_count() >= 5:
            self._flushes = self._flushes_in(hand)

    def _weigh_straights(self, hand: int) -> None:
        if len(self._ranks) < 5:
            return
        ranks = at_least(hand)[0]
        windows, chances = self._shapes.straights.windows[5], self._fives["straight"]
        for start, window in enumerate(windows):
            if not window.mask & ~ranks:
                self._costs[GROUPED + start] = 1 - CONTROL * chances[start]
                self._straights[1, 5] = list(chances[: len(windows)])

    def of(self, part: Part) -> tuple[float, float]:
        kind, size, strength, mask, start = part
        if size == 1:
            return self._safe * SINGLE[2 * (self._unseen >> strength + 1).bit_count()], self._costs[strength >> 2]
        if size < 5:
            at = 13 * (size - 1) + (strength >> 2)
            return self._groups[at], self._costs[at]
        strength %= STEP
        if kind == "straight" or kind == "straight-flush":
            return self._fives[kind][start], self._costs[GROUPED + start]
        if kind == "flush":
            # What is left may hold another flush, and then needs less than the hand without this one.
            return self._fives[kind][(mask.bit_length() - 1) >> 2], sight.UNKNOWN
        body = (39 if kind == "four+1" else 26) + (strength >> 2)
        return self._fives[kind][strength >> 2], self._costs[body] + self.cost_of_extras(mask & ~(15 << strength))

    def needs_without(self, cards: int) -> float:
        best = least = WITHOUT_FLUSH(self, cards)
        if not self._flushes:
            return best
        for flush in self._flushes:
            if flush.cards & cards:
                continue
            if flush.ranks & cards:
                least = min(least, flush.cost + WITHOUT_FLUSH(self, cards | flush.cards))
            elif best - flush.gain < least:
                least = best - flush.gain
        return least

    def _flushes_in(self, hand: int) -> list[Flush]:
        """Return the flushes of a hand."""
        flushes = []
        chances = self._fives["flush"]
        for suit in range(4):
            held = hand >> suit & RANK_BITS
            if held.bit_count() < 5:
                continue
            for ranks in map(sum, combinations(bits_of(held), 5)):
                cost = 1 - CONTROL * chances[(ranks.bit_length() - 1) >> 2]
                gain = self._need - cost - WITHOUT_FLUSH(self, ranks << suit)
                touched = ranks * 15
                flushes.append(Flush(ranks << suit, touched if not touched & ~self._alone else ANY, cost, gain))
        return flushes
