"""What a hand of Winner is worth: how it splits into combinations, and how likely each of them is
to win a trick against the cards that the player has not seen."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.combos import Combo
from games.rules.climbing.order import BIG, JOKERS, LITTLE
from games.rules.winner.combos import WINDOWS
from games.rules.winner.options import Rules
from games.rules.winner.order import DIAMONDS

#: what the certain control of a trick is worth, in plays saved
CONTROL = 1.1
#: what the lead is worth when it is kept, in plays saved
LEAD = 0.6
#: rank → how much of a play a card or pair of it is worth less, since it can be put on another
SLIP = tuple(0.4 * rank / 12 for rank in range(13))
#: the place that a triple and a four have for cards that would need a play of their own
ROOM = {3: 0.5, 4: 0.8}


def counts_of(mask: int) -> int:
    """Return the cards of each rank, four bits a rank, the threes lowest; jokers left out."""
    mask &= DIAMONDS * 15
    return sum((mask >> suit & DIAMONDS) for suit in range(4))


def _runs(size: int, shortest: int, longest: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Return lowest rank held → (diamonds of the ranks, length, top), for straights whose lowest
    rank in the order 3 … A 2 it is."""
    table: list[list[tuple[int, int, int]]] = [[] for _ in range(13)]
    for length in range(shortest, longest + 1):
        for window in WINDOWS[length]:
            table[min(window.ranks)].append((window.mask, length, window.top))
    return tuple(map(tuple, table))


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
        self.bombs = 0
        if rules.bomb and self.most >= 4:
            self.bombs = sum(1 for rank in range(13) if self._count(rank) == 4)
        self._known: dict[tuple[str, int, int], float] = {}

    def _count(self, rank: int) -> int:
        return self.held >> 4 * rank & 15

    def of(self, combo: Combo) -> float:
        """Return the chance that nobody beats a combination."""
        if combo.type == "single":
            return self._bombed(0.8 ** (self.unseen >> combo.strength + 1).bit_count())
        if combo.type == "pair" and combo.strength == 53:
            return self._bombed(1.0)
        rank = 12 if combo.rank == "2" else (combo.strength & 255) >> 2
        if combo.type in ("straight", "straight-flush"):
            chance = self.chance("straight", combo.size, rank)
            return max(chance, 0.9) if combo.type == "straight-flush" else chance
        return self.chance(combo.type, combo.size, rank)

    def chance(self, kind: str, size: int, rank: int) -> float:
        """Return the chance of a type and size by its top rank; of equal ranks, suits even out."""
        key = (kind, size, rank)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._chance(kind, size, rank)
        return known

    def _chance(self, kind: str, size: int, rank: int) -> float:
        if size > self.most:
            return self._bombed(1.0)
        if kind == "single":
            higher = (self.unseen >> 4 * rank + 4).bit_count()
            return self._bombed(0.8 ** (higher + self._count(rank) / 2))
        if kind == "pair":
            return self._bombed(self._of_a_kind(rank, 2, 0.75) * (1.0 if self._count(rank) < 2 else 0.85))
        if kind in ("triple", "triple+1", "full-house"):
            return self._bombed(self._of_a_kind(rank, 3, 0.8))
        if kind in ("four", "four+1", "four+2"):
            return self._of_a_kind(rank, 4, 0.9)
        return self._bombed(self._straight(kind, size, rank))

    def _bombed(self, chance: float) -> float:
        return chance * float(0.93**self.bombs)

    def _of_a_kind(self, rank: int, least: int, each: float) -> float:
        """Return ``each`` for every rank above of which somebody may hold so many."""
        chance = 1.0
        for higher in range(rank + 1, 13):
            if self._count(higher) >= least:
                chance *= each
        if least == 2 and self.rules.joker_pair and self.unseen & JOKERS == JOKERS:
            chance *= 0.9
        return chance

    def _straight(self, kind: str, size: int, rank: int) -> float:
        per = {"pair-straight": 2, "triple-straight": 3}.get(kind, 1)
        chance = 1.0
        for window in WINDOWS[size // per]:
            lowest = rank + 1 if per == 3 or self.rules.full_rank else rank
            if window.top < lowest:
                continue
            held = 1.0
            for member in window.ranks:
                count = self._count(member)
                held *= 0.0 if count < per else 1 - (1 - 1 / max(1, self.others)) ** (count - per + 1)
            chance *= 1 - min(0.9, self.others * held * 0.7)
        return chance


class Splits:
    """The best way to split hands into combinations, by the plays that they need.

    One serves for one decision: the costs hang on what is unseen.
    """

    def __init__(self, odds: Odds) -> None:
        self.odds = odds
        rules = odds.rules
        self._runs = (_RUNS[1], _RUNS[2], _TRIPLES[rules.triple_min])
        self._costs = [[0.0] * 13 for _ in range(5)]
        for rank in range(13):
            self._costs[1][rank] = self._cost("single", 1, rank) - SLIP[rank]
            self._costs[2][rank] = self._cost("pair", 2, rank) - SLIP[rank]
            self._costs[3][rank] = self._cost("triple", 3, rank) - ROOM[3]
            self._costs[4][rank] = self._cost("four", 4, rank) - (0.3 if rules.bomb else ROOM[4])
        self._straights: dict[tuple[int, int, int], float] = {}
        self._needs: dict[int, float] = {0: 0.0}
        self._unsure: dict[int, int] = {0: 0}

    def _cost(self, kind: str, size: int, rank: int) -> float:
        return 1 - CONTROL * self.odds.chance(kind, size, rank)

    def needs(self, mask: int) -> float:
        """Return how many plays a hand still needs, controls of the trick taken off."""
        cost = self._need(counts_of(mask))
        for joker in (LITTLE, BIG):
            if mask & joker:
                cost += 1 - CONTROL * 0.8 ** (self.odds.unseen >= joker << 1)
        return cost

    def _need(self, counts: int) -> float:
        known = self._needs.get(counts)
        if known is not None:
            return known
        rank = (counts & -counts).bit_length() - 1 >> 2
        unit = 1 << 4 * rank
        best = 99.0
        for size in range(1, (counts >> 4 * rank & 15) + 1):
            best = min(best, self._costs[size][rank] + self._need(counts - size * unit))
        for size, mask, length, top in self._straights_from(counts, rank):
            best = min(best, self._straight_cost(size, length, top) + self._need(counts - size * mask))
        self._needs[counts] = best
        return best

    def _straights_from(self, counts: int, rank: int) -> list[tuple[int, int, int, int]]:
        one = (counts | counts >> 1 | counts >> 2) & DIAMONDS
        two = (counts >> 1 | counts >> 2) & DIAMONDS
        three = (counts & counts >> 1 | counts >> 2) & DIAMONDS
        straights = []
        for size, ranks in ((1, one), (2, two), (3, three)):
            if ranks >> 4 * rank & 1:
                for mask, length, top in self._runs[size - 1][rank]:
                    if ranks & mask == mask:
                        straights.append((size, mask, length, top))
        return straights

    def _straight_cost(self, size: int, length: int, top: int) -> float:
        key = (size, length, top)
        cost = self._straights.get(key)
        if cost is None:
            kind = ("straight", "pair-straight", "triple-straight")[size - 1]
            cost = self._straights[key] = self._cost(kind, size * length, top)
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
            kind = ("", "single", "pair", "triple", "four")[size]
            sure = self.odds.chance(kind, size, rank) == 1.0
            best = min(best, (not sure) + self._count_unsure(counts - (size << 4 * rank)))
        for size, mask, length, top in self._straights_from(counts, rank):
            kind = ("straight", "pair-straight", "triple-straight")[size - 1]
            sure = self.odds.chance(kind, size * length, top) == 1.0
            best = min(best, (not sure) + self._count_unsure(counts - size * mask))
        self._unsure[counts] = best
        return best


_RUNS = ((), _runs(1, 3, 13), _runs(2, 3, 6))
_TRIPLES = {2: _runs(3, 2, 6), 3: _runs(3, 3, 6)}
