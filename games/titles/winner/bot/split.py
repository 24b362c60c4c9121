"""What a hand of Winner is worth: how it splits into combinations, and how likely each of them is to win a trick
against the cards that the player has not seen. ``sight`` reckons the same on integers, for playouts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, repeat
from operator import mul

from games.rules.climbing.combos import Combo
from games.rules.climbing.order import BIG, JOKERS, LITTLE, RANK_BITS, at_least
from games.rules.climbing.windows import Windows
from games.rules.winner.combos import WINDOWS
from games.rules.winner.options import Rules
from games.titles.climbing.bot.sight import CONTROL, SLIP, counts_of

#: the place that a triple and a four have for cards that would need a play of their own
ROOM = {3: 0.5, 4: 0.8}
#: so many cards of one rank → what they are called
KINDS = ("", "single", "pair", "triple", "four")
#: cards of each rank in a straight, counted from 0 → what it is called
ROWS = ("straight", "pair-straight", "triple-straight")

#: lowest rank held → (one bit for each rank, length, top) of the straights whose lowest rank it is
Runs = tuple[tuple[tuple[int, int, int], ...], ...]


def runs(windows: Windows, shortest: int, longest: int) -> Runs:
    """Return the straights of some lengths, each under the lowest of its ranks."""
    table: list[list[tuple[int, int, int]]] = [[] for _ in range(13)]
    for length in range(shortest, min(longest, len(windows) - 1) + 1):
        for window in windows[length]:
            table[min(window.ranks)].append((window.mask, length, window.top))
    return tuple(map(tuple, table))


@lru_cache
def _times(chance: float) -> tuple[float, ...]:
    """Return number of ranks → a chance taken so often."""
    return tuple(accumulate(repeat(chance, 13), mul, initial=1.0))


class Odds:
    """Chances of winning a trick, seen from one seat.

    ``unseen``: the cards the others may hold, as bits; ``counts``: how many each of the others
    that are still in holds. Chances are between 0 and 1; 1 is certain.
    """

    def __init__(self, unseen: int, counts: Sequence[int], rules: Rules) -> None:
        self.rules = rules
        self.unseen = unseen
        self.others = len(counts)
        self.most = max(counts, default=0)
        self.held = counts_of(unseen)
        #: so many cards, less one → the ranks of which they are unseen, a bit each
        self._enough = at_least(unseen & RANK_BITS * 15)
        self._known: dict[tuple[str, int, int], float] = {}
        self._bombs = 0
        if rules.bomb and self.most >= 4:
            self._bombs = sum(1 for rank in range(13) if self.count(rank) == 4)

    def count(self, rank: int) -> int:
        """Return how many cards of a rank are unseen."""
        return self.held >> 4 * rank & 15

    def of(self, combo: Combo) -> float:
        """Return the chance that nobody beats a combination."""
        if combo.type == "pair" and combo.strength == 53:
            return self.threatened(1.0)
        if combo.type == "straight-flush":
            return max(self.chance("straight", combo.size, (combo.strength & 255) >> 2), 0.9)
        if combo.type == "single":
            return self.threatened(0.8 ** (self.unseen >> combo.strength + 1).bit_count())
        return self.chance(combo.type, combo.size, 12 if combo.rank == "2" else (combo.strength & 255) >> 2)

    def chance(self, kind: str, size: int, rank: int) -> float:
        """Return the chance of a type and size by its top rank; of equal ranks, suits even out."""
        key = (kind, size, rank)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self.reckoned(kind, size, rank)
        return known

    def reckoned(self, kind: str, size: int, rank: int) -> float:
        """Return a chance that is not known yet."""
        if size > self.most:
            return self.threatened(1.0)
        if kind == "single":
            higher = (self.unseen >> 4 * rank + 4).bit_count()
            return self.threatened(0.8 ** (higher + self.count(rank) / 2))
        if kind == "pair":
            return self.threatened(self.of_a_kind(rank, 2, 0.75) * (1.0 if self.count(rank) < 2 else 0.85))
        if kind in ("triple", "triple+1", "full-house"):
            return self.threatened(self.of_a_kind(rank, 3, 0.8))
        if kind in ("four", "four+1", "four+2"):
            return self.of_a_kind(rank, 4, 0.9)
        return self.threatened(self.straight(kind, size, rank))

    def threatened(self, chance: float) -> float:
        """Return a chance less that of bombs, which beat other types too."""
        return chance * float(0.93**self._bombs)

    def of_a_kind(self, rank: int, least: int, each: float) -> float:
        """Return ``each`` for every rank above of which somebody may hold so many."""
        chance = _times(each)[(self._enough[least - 1] >> 4 * rank + 4).bit_count()]
        if least == 2 and self.rules.joker_pair and self.unseen & JOKERS == JOKERS:
            chance *= 0.9
        return chance

    def straight(self, kind: str, size: int, rank: int) -> float:
        """Return the chance that nobody has a higher straight: by suit of equal rank, but for triples."""
        per = ROWS.index(kind) + 1
        chance = 1.0
        for window in WINDOWS[size // per]:
            if window.top < self.least_top(rank, per):
                continue
            held = 1.0
            for member in window.ranks:
                count = self.count(member)
                held *= 0.0 if count < per else 1 - (1 - 1 / max(1, self.others)) ** (count - per + 1)
            chance *= 1 - min(0.9, self.others * held * 0.7)
        return chance

    def least_top(self, rank: int, per: int) -> int:
        """Return the lowest top of a straight that beats one."""
        return rank + 1 if per == 3 or self.rules.full_rank else rank


class Splits:
    """The best way to split hands into combinations, by the plays that they need.

    One serves for one decision: the costs hang on what is unseen.
    """

    def __init__(self, odds: Odds) -> None:
        self.odds = odds
        room = (ROOM[3], 0.3 if odds.rules.bomb else ROOM[4])
        self._runs = ((1, _RUNS[1]), (2, _RUNS[2]), (3, _TRIPLES[odds.rules.triple_min]))
        #: so many cards → what a card or pair of a rank can be put on, and what a triple and a four take along
        self._less = ((), SLIP, SLIP, (room[0],) * 13, (room[1],) * 13)
        self._costs: list[list[float | None]] = [[None] * 13 for _ in range(5)]
        self._straights: dict[tuple[int, int, int], float] = {}
        self._needs: dict[int, float] = {0: 0.0}
        self._unsure: dict[int, int] = {0: 0}

    def cost(self, kind: str, size: int, rank: int) -> float:
        """Return what a combination costs: a play, less what it controls."""
        return 1 - CONTROL * self.odds.chance(kind, size, rank)

    def needs(self, mask: int) -> float:
        """Return how many plays a hand still needs, controls of the trick taken off."""
        cost = self.need(counts_of(mask))
        for joker in (LITTLE, BIG):
            if mask & joker:
                cost += 1 - CONTROL * 0.8 ** (self.odds.unseen >= joker << 1)
        return cost

    def need(self, counts: int) -> float:
        """Return the same of cards of each rank."""
        known = self._needs.get(counts)
        if known is not None:
            return known
        rank = (counts & -counts).bit_length() - 1 >> 2
        unit = 1 << 4 * rank
        best = 99.0
        for size in range(1, (counts >> 4 * rank & 15) + 1):
            cost = self._costs[size][rank]
            if cost is None:
                cost = self._costs[size][rank] = self.cost(KINDS[size], size, rank) - self._less[size][rank]
            best = min(best, cost + self.need(counts - size * unit))
        for size, mask, length, top in self._straights_from(counts, rank):
            best = min(best, self._straight_cost(size, length, top) + self.need(counts - size * mask))
        self._needs[counts] = best
        return best

    def _straights_from(self, counts: int, rank: int) -> list[tuple[int, int, int, int]]:
        straights = []
        for size, table in self._runs:
            if size == 1:
                ranks = (counts | counts >> 1 | counts >> 2) & RANK_BITS
            elif size == 2:
                ranks = (counts >> 1 | counts >> 2) & RANK_BITS
            else:
                ranks = (counts & counts >> 1 | counts >> 2) & RANK_BITS
            if ranks >> 4 * rank & 1:
                for mask, length, top in table[rank]:
                    if ranks & mask == mask:
                        straights.append((size, mask, length, top))
        return straights

    def _straight_cost(self, size: int, length: int, top: int) -> float:
        key = (size, length, top)
        cost = self._straights.get(key)
        if cost is None:
            cost = self._straights[key] = self.cost(ROWS[size - 1], size * length, top)
        return cost

    def unsure(self, mask: int) -> int:
        """Return how many combinations that may be beaten a hand must hold at least."""
        jokers = sum(1 for joker in (LITTLE, BIG) if mask & joker and self.odds.unseen >= joker << 1)
        return jokers + self._count_unsure(counts_of(mask))

    def _count_unsure(self, counts: int) -> int:
        known = self._unsure.get(counts)
        if known is not None:
            return known
        rank = (counts & -counts).bit_length() - 1 >> 2
        best = 99
        for size in range(1, (counts >> 4 * rank & 15) + 1):
            sure = self.odds.chance(KINDS[size], size, rank) == 1.0
            best = min(best, (not sure) + self._count_unsure(counts - (size << 4 * rank)))
        for size, mask, length, top in self._straights_from(counts, rank):
            sure = self.odds.chance(ROWS[size - 1], size * length, top) == 1.0
            best = min(best, (not sure) + self._count_unsure(counts - size * mask))
        self._unsure[counts] = best
        return best


_RUNS = ((), runs(WINDOWS, 3, 13), runs(WINDOWS, 3, 6))
_TRIPLES = {2: runs(WINDOWS, 2, 6), 3: runs(WINDOWS, 3, 6)}
