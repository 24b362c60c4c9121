"""What a hand of Winner is worth, as ``split`` reckons it, on integers and quickly, for playouts:
chances and costs as seen from one seat, over the shapes that hands may be cut into."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import mul

from games.rules.climbing.order import BIG, JOKERS, LITTLE, at_least
from games.rules.winner.combos import FLUSH
from games.rules.winner.options import Rules
from games.rules.winner.order import DIAMONDS
from games.titles.winner.bot.shapes import GROUPS, LENGTHS, STRAIGHTS, WIDTH, Shapes, in_a_row
from games.titles.winner.bot.split import CONTROL, ROOM, SLIP
from games.titles.winner.bot.tries import Part

#: all cards but the jokers
RANKED = DIAMONDS * 15
#: half cards higher than a single → its chance; doubled, as cards of its own rank count half
SINGLE: tuple[float, ...] = tuple(0.8 ** (halves / 2) for halves in range(112))
#: ranks above of which there are two, three, four → chance of a pair, a triple, a four
PAIR, TRIPLE, FOUR = ([float(each**higher) for higher in range(14)] for each in (0.75, 0.8, 0.9))
#: players besides → cards a rank of a straight → cards of the rank that they hold, four bits → chance
#: that a certain one of them has so many
HELD = [
    [
        [
            0.0 if held.bit_count() < per else 1 - (1 - 1 / max(1, others)) ** (held.bit_count() - per + 1)
            for held in range(16)
        ]
        for per in range(4)
    ]
    for others in range(4)
]
#: the row A 2 3 … K A: place → where the cards of its rank are
PLACES = (44, 48, *range(0, 48, 4))


class Sight:
    """Chances and costs seen from a seat. ``unseen``: the cards the others hold, as bits; ``most``:
    the most that one of them holds; ``others``: how many of them are still in."""

    __slots__ = (
        "_costs",
        "_doubts",
        "_groups",
        "_jokers",
        "_most",
        "_others",
        "_rows",
        "_rules",
        "_shapes",
        "_straights",
        "_unseen",
        "_unsure_rows",
        "_unthreatened",
    )

    def __init__(self, hand: int, unseen: int, most: int, others: int, rules: Rules, shapes: Shapes) -> None:
        self._unseen, self._most, self._others = unseen, most, others
        self._rules, self._shapes = rules, shapes
        #: cards of a rank → what they cost, then straights, as ``shapes`` has them
        self._costs = costs = [0.0] * WIDTH
        #: cards of a rank → chance, in the same places
        self._groups = groups = [1.0] * 52
        #: (cards a rank, length) → where it starts → chance
        self._straights: dict[tuple[int, int], list[float]] = {}
        self._doubts: list[float] | None = None
        self._rows: dict[int, float] = {}
        self._unsure_rows: dict[int, float] = {}
        _, twos, threes, fours = at_least(unseen & RANKED)
        #: the chance that there is no bomb
        self._unthreatened = safe = float(0.93 ** fours.bit_count()) if rules.bomb and most >= 4 else 1.0
        little = 1 - (CONTROL * 0.8 if unseen >= BIG else CONTROL)
        self._jokers = (0.0, little, 1 - CONTROL, little + 1 - CONTROL)
        joined = 0.9 if rules.joker_pair and unseen & JOKERS == JOKERS else 1.0
        left = hand & RANKED
        while left:
            height = (left & -left).bit_length() - 1 & ~3
            mine = left >> height & 15
            left ^= mine << height
            rank, above = height >> 2, height + 4
            halves = 2 * (unseen >> above).bit_count() + (unseen >> height & 15).bit_count()
            cost = costs[rank] = 1 - CONTROL * safe * SINGLE[halves] - SLIP[rank]
            if not mine & mine - 1:
                continue
            chance = safe
            if most > 1:
                chance *= PAIR[(twos >> above).bit_count()] * joined * (0.85 if twos >> height & 1 else 1.0)
            groups[13 + rank] = chance
            two = costs[13 + rank] = min(1 - CONTROL * chance - SLIP[rank], cost + cost)
            number = mine.bit_count()
            if number > 2:
                chance = groups[26 + rank] = safe * TRIPLE[(threes >> above).bit_count()] if most > 2 else safe
                three = costs[26 + rank] = min(1 - CONTROL * chance - ROOM[3], cost + two)
                if number > 3:
                    chance = groups[39 + rank] = FOUR[(fours >> above).bit_count()] if most > 3 else 1.0
                    room = 0.3 if rules.bomb else ROOM[4]
                    costs[39 + rank] = min(1 - CONTROL * chance - room, cost + three, two + two)
        row = in_a_row(at_least(hand)[0])
        if row & row >> 4 & row >> 8:
            self._runs(1, row)
        row = in_a_row(at_least(hand)[1])
        if row & row >> 4 & row >> 8:
            self._runs(2, row)
        row = in_a_row(at_least(hand)[2])
        if row & row >> 4:
            self._runs(3, row)

    def _runs(self, per: int, row: int) -> None:
        shortest, longest = LENGTHS[per]
        unseen, others, most, safe = self._unseen, self._others, self._most, self._unthreatened
        table = HELD[others][per]
        each = [table[unseen >> height & 15] for height in PLACES]
        factor = 0.7 * others
        lengths = row & row >> 4
        ways = list(map(mul, each, each[1:]))
        length = 2
        while lengths:
            if length >= shortest:
                at = STRAIGHTS[per, length]
                if per * length > most:
                    chances = [safe] * len(ways)
                else:
                    chances = [1 - (0.9 if factor * way > 0.9 else factor * way) for way in reversed(ways)]
                    if length == 13:
                        chances = chances[:1]
                    chances = list(accumulate(chances, mul, initial=safe))
                    if per < 3 and not self._rules.full_rank:
                        del chances[0]
                    else:
                        chances.pop()
                    chances.reverse()
                self._straights[per, length] = chances
                self._costs[at : at + len(chances)] = [1 - CONTROL * chance for chance in chances]
            if length == longest:
                break
            ways = list(map(mul, ways, each[length:]))
            length += 1
            lengths = lengths & row >> 4 * (length - 1)

    def of(self, part: Part) -> tuple[float, float]:
        """Return the chance that nobody beats a combination, and what its cards cost at least."""
        kind, size, strength, mask, start = part
        costs = self._costs
        if kind == "single":
            chance = self._unthreatened * SINGLE[2 * (self._unseen >> strength + 1).bit_count()]
            return chance, costs[strength >> 2] if strength < 52 else self._jokers[mask >> 52]
        if kind == "pair":
            if strength < 52:
                return self._groups[13 + (strength >> 2)], costs[13 + (strength >> 2)]
            return self._unthreatened, self._jokers[3]
        if kind == "straight" or kind == "pair-straight" or kind == "triple-straight":
            per = 1 if kind == "straight" else 2 if kind == "pair-straight" else 3
            chance = self._straights[per, size // per][start]
            if strength >= FLUSH and per == 1 and chance < 0.9:
                chance = 0.9
            return chance, costs[STRAIGHTS[per, size // per] + start]
        fours = kind[:4] == "four"
        if fours:
            chance = 1.0 if size > self._most else self._groups[39 + (strength >> 2)]
        else:
            chance = self._unthreatened if size > self._most else self._groups[26 + (strength >> 2)]
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
        return self._added(self._costs, self._rows, cards) + self._jokers[cards >> 52]

    def unsure(self, cards: int) -> float:
        """Return how many combinations that may be beaten a hand must hold at least."""
        if self._doubts is None:
            self._doubts = self._doubted()
        jokers = 1 if cards & LITTLE and self._unseen >= BIG else 0
        return jokers + self._added(self._doubts, self._unsure_rows, cards)

    def _added(self, costs: Sequence[float], known: dict[int, float], cards: int) -> float:
        cards &= RANKED
        counts = (cards & DIAMONDS) + (cards >> 1 & DIAMONDS) + (cards >> 2 & DIAMONDS) + (cards >> 3 & DIAMONDS)
        return self._shapes.least(counts, costs, known)

    def _doubted(self) -> list[float]:
        """Return which combinations may be beaten, where ``costs`` has what they cost."""
        doubts = [0.0] * WIDTH
        groups = self._groups
        for rank in range(13):
            one = 1 if self._unseen >> 4 * rank or self._unthreatened < 1 else 0
            two = min(groups[13 + rank] < 1, 2 * one)
            three = min(groups[26 + rank] < 1, two + one)
            doubts[rank], doubts[13 + rank], doubts[26 + rank] = one, two, three
            doubts[39 + rank] = min(groups[39 + rank] < 1, three + one, two + two)
        for (per, length), chances in self._straights.items():
            at = STRAIGHTS[per, length]
            doubts[at : at + len(chances)] = [chance < 1 for chance in chances]
        return doubts
