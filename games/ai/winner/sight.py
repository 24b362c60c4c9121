"""What a hand of Winner is worth, as ``split`` reckons it, on integers and quickly, for playouts:
chances and costs as seen from one seat, over the shapes that hands may be cut into."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import mul

from games.ai.winner.shapes import GROUPS, LENGTHS, STRAIGHTS, WIDTH, Shapes, in_a_row
from games.ai.winner.split import CONTROL, ROOM, SLIP
from games.ai.winner.tries import Part
from games.rules.winner.combos import FLUSH
from games.rules.winner.options import Rules
from games.rules.winner.order import BIG, DIAMONDS, JOKERS, LITTLE, at_least

#: all cards but the jokers
RANKED = DIAMONDS * 15
#: half cards higher than a single → its chance; doubled, as cards of its own rank count half
SINGLE: tuple[float, ...] = tuple(0.8 ** (halves / 2) for halves in range(112))
#: players besides → cards of a rank that they hold → chance that a certain one of them has one
HELD: tuple[tuple[float, ...], ...] = tuple(
    tuple(1 - (1 - 1 / max(1, others)) ** count for count in range(5)) for others in range(4)
)
#: cards of a rank, four bits, spread: rank → place in the row A 2 3 … K A
PLACES = (11, 12, *range(12))


class Sight:
    """Chances and costs seen from a seat. ``unseen``: the cards the others hold, as bits; ``most``:
    the most that one of them holds; ``others``: how many of them are still in."""

    __slots__ = (
        "_doubts",
        "_jokers",
        "_rows",
        "_unsure_rows",
        "bombed",
        "chances",
        "costs",
        "fours",
        "held",
        "most",
        "others",
        "pairs",
        "rules",
        "shapes",
        "triples",
        "unseen",
    )

    def __init__(self, hand: int, unseen: int, most: int, others: int, rules: Rules, shapes: Shapes) -> None:
        self.unseen, self.most, self.others = unseen, most, others
        self.rules, self.shapes = rules, shapes
        low = unseen & RANKED
        self.held = held = (low & DIAMONDS) + (low >> 1 & DIAMONDS) + (low >> 2 & DIAMONDS) + (low >> 3 & DIAMONDS)
        bombs = (held >> 2 & DIAMONDS).bit_count() if rules.bomb and most >= 4 else 0
        self.bombed = bombed = float(0.93**bombs)
        self._doubts: list[float] | None = None
        self._rows: dict[int, float] = {}
        self._unsure_rows: dict[int, float] = {}
        little = 1 - (CONTROL * 0.8 if unseen >= BIG else CONTROL)
        self._jokers = (0.0, little, 1 - CONTROL, little + 1 - CONTROL)
        self.costs = costs = [0.0] * WIDTH
        self.chances: dict[tuple[int, int], list[float]] = {}
        pairs, triples, fours = [1.0] * 13, [1.0] * 13, [1.0] * 13
        self.pairs, self.triples, self.fours = pairs, triples, fours
        above = 2 * (unseen >> 52).bit_count()
        pair = 0.9 if rules.joker_pair and unseen & JOKERS == JOKERS else 1.0
        triple = four = 1.0
        room = 1 - (0.3 if rules.bomb else ROOM[4])
        for rank in range(12, -1, -1):
            count = held >> 4 * rank & 15
            mine = hand >> 4 * rank & 15
            if mine:
                cost = costs[rank] = 1 - CONTROL * bombed * SINGLE[above + count] - SLIP[rank]
                if mine & mine - 1:
                    chance = bombed if most < 2 else bombed * (pair if count < 2 else pair * 0.85)
                    pairs[rank] = chance
                    two = 1 - CONTROL * chance - SLIP[rank]
                    if cost + cost < two:
                        two = cost + cost
                    costs[13 + rank] = two
                    number = mine.bit_count()
                    if number > 2:
                        chance = triples[rank] = bombed if most < 3 else bombed * triple
                        three = 1 - CONTROL * chance - ROOM[3]
                        if cost + two < three:
                            three = cost + two
                        costs[26 + rank] = three
                        if number > 3:
                            chance = fours[rank] = 1.0 if most < 4 else four
                            costs[39 + rank] = min(room - CONTROL * chance, cost + three, two + two)
            if count:
                above += count + count
                if count > 1:
                    pair *= 0.75
                    if count > 2:
                        triple *= 0.8
                        if count > 3:
                            four *= 0.9
        self._straights(hand)

    def _straights(self, hand: int) -> None:
        """Put in the costs of the straights that a hand may hold."""
        ones, twos, threes, _ = at_least(hand)
        row = in_a_row(ones)
        if row & row >> 4 & row >> 8:
            self._runs(1, row)
            row = in_a_row(twos)
            if row & row >> 4 & row >> 8:
                self._runs(2, row)
        row = in_a_row(threes)
        if row & row >> 4:
            self._runs(3, row)

    def _runs(self, per: int, row: int) -> None:
        shortest, longest = LENGTHS[per]
        held, others, most, bombed = self.held, self.others, self.most, self.bombed
        table = HELD[others]
        each = [table[count - per + 1] if (count := held >> 4 * rank & 15) >= per else 0.0 for rank in PLACES]
        factor = 0.7 * others
        lengths = row & row >> 4
        ways = list(map(mul, each, each[1:]))
        length = 2
        while lengths:
            if length >= shortest:
                at = STRAIGHTS[per, length]
                if per * length > most:
                    chances = [bombed] * len(ways)
                else:
                    chances = [1 - (0.9 if factor * way > 0.9 else factor * way) for way in reversed(ways)]
                    if length == 13:
                        chances = chances[:1]
                    chances = list(accumulate(chances, mul, initial=bombed))
                    if per < 3 and not self.rules.full_rank:
                        del chances[0]
                    else:
                        chances.pop()
                    chances.reverse()
                self.chances[per, length] = chances
                self.costs[at : at + len(chances)] = [1 - CONTROL * chance for chance in chances]
            if length == longest:
                break
            ways = list(map(mul, ways, each[length:]))
            length += 1
            lengths = lengths & row >> 4 * (length - 1)

    def of(self, part: Part) -> tuple[float, float]:
        """Return the chance that nobody beats a combination, and what its cards cost at least."""
        kind, size, strength, mask, start = part
        costs = self.costs
        if kind == "single":
            chance = self.bombed * SINGLE[2 * (self.unseen >> strength + 1).bit_count()]
            return chance, costs[strength >> 2] if strength < 52 else self._jokers[mask >> 52]
        if kind == "pair":
            if strength < 52:
                return self.pairs[strength >> 2], costs[13 + (strength >> 2)]
            return self.bombed, self._jokers[3]
        if kind == "straight" or kind == "pair-straight" or kind == "triple-straight":
            per = 1 if kind == "straight" else 2 if kind == "pair-straight" else 3
            chance = self.chances[per, size // per][start]
            if strength >= FLUSH and per == 1 and chance < 0.9:
                chance = 0.9
            return chance, costs[STRAIGHTS[per, size // per] + start]
        fours = kind[:4] == "four"
        if fours:
            chance = 1.0 if size > self.most else self.fours[strength >> 2]
        else:
            chance = self.bombed if size > self.most else self.triples[strength >> 2]
        cost = costs[(39 if fours else 26) + (strength >> 2)]
        extra = mask & ~(15 << strength)
        if extra:
            cost += self._jokers[extra >> 52]
            extra &= RANKED
        while extra:
            height = (extra & -extra).bit_length() - 1 & ~3
            cost += costs[GROUPS[(extra >> height & 15).bit_count()] + (height >> 2)]
            extra &= ~(15 << height)
        return chance, cost

    def needs(self, cards: int) -> float:
        """Return how many plays cards still need, controls of the trick taken off; none of them may
        be of a rank of which the hand held fewer."""
        return self._added(self.costs, self._rows, cards) + self._jokers[cards >> 52]

    def unsure(self, cards: int) -> float:
        """Return how many combinations that may be beaten a hand must hold at least."""
        if self._doubts is None:
            self._doubts = self._doubted()
        jokers = 1 if cards & LITTLE and self.unseen >= BIG else 0
        return jokers + self._added(self._doubts, self._unsure_rows, cards)

    def _added(self, costs: Sequence[float], known: dict[int, float], cards: int) -> float:
        cards &= RANKED
        counts = (cards & DIAMONDS) + (cards >> 1 & DIAMONDS) + (cards >> 2 & DIAMONDS) + (cards >> 3 & DIAMONDS)
        return self.shapes.least(counts, costs, known)

    def _doubted(self) -> list[float]:
        """Return which combinations may be beaten, where ``costs`` has what they cost."""
        doubts = [0.0] * WIDTH
        above = self.unseen >> 52
        for rank in range(12, -1, -1):
            above |= self.held >> 4 * rank & 15
            one = 1 if above or self.bombed < 1 else 0
            two = min(self.pairs[rank] < 1, 2 * one)
            three = min(self.triples[rank] < 1, two + one)
            doubts[rank], doubts[13 + rank], doubts[26 + rank] = one, two, three
            doubts[39 + rank] = min(self.fours[rank] < 1, three + one, two + two)
        for (per, length), chances in self.chances.items():
            at = STRAIGHTS[per, length]
            doubts[at : at + len(chances)] = [chance < 1 for chance in chances]
        return doubts
