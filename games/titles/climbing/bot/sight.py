"""What a hand of a climbing game is worth as seen from one seat, on integers: the chance of each combination to win
its trick, and what the hand costs in plays over the shapes that it may be cut into."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import mul

from games.rules.climbing.order import BIG, JOKERS, LITTLE, RANK_BITS, at_least
from games.titles.climbing.bot.parts import Part
from games.titles.climbing.bot.shapes import GROUPS, Shapes

#: what the certain control of a trick is worth, in plays saved
CONTROL = 1.1
#: what the lead is worth when it is kept, in plays saved
LEAD = 0.6
#: rank → how much of a play a card or pair of it is worth less, since it can be put on another
SLIP = tuple(0.4 * rank / 12 for rank in range(13))
#: a cost that is not known to be the least: what is left is always looked at
UNKNOWN = 99.0
#: all cards but the jokers
RANKED = RANK_BITS * 15
#: what jokers cost where there are none
NO_JOKERS = (0.0, 0.0, 0.0, 0.0)
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
    for others in range(7)
]
#: cards of each rank in a straight, by its type
PER = {"straight": 1, "pair-straight": 2, "triple-straight": 3}


class Sight:
    """Chances and costs seen from a seat. ``unseen``: the cards the others may hold, as bits; ``most``: the most that
    one of them holds; ``others``: how many of them are still in; ``safe``: the chance that there is no bomb;
    ``room``: the place that a triple and a four have for cards that would need a play of their own."""

    __slots__ = (
        "_alone",
        "_costs",
        "_doubts",
        "_groups",
        "_hand",
        "_jokers",
        "_most",
        "_need",
        "_others",
        "_ranks",
        "_rows",
        "_safe",
        "_shapes",
        "_straights",
        "_unseen",
        "_unsure",
        "_unsure_rows",
    )

    def __init__(
        self, hand: int, unseen: int, most: int, others: int, shapes: Shapes, room: tuple[float, float], safe: float
    ) -> None:
        self._hand, self._unseen, self._most, self._others = hand, unseen, most, others
        self._shapes, self._safe = shapes, safe
        #: cards of a rank → what they cost, then straights, as ``shapes`` has them
        self._costs = [0.0] * shapes.width
        #: cards of a rank → chance, in the same places
        self._groups = [1.0] * 52
        #: the ranks that the hand holds
        self._ranks: list[int] = []
        #: (cards a rank, length) → where it starts → chance
        self._straights: dict[tuple[int, int], list[float]] = {}
        self._rows: dict[int, float] = {}
        if unseen >= LITTLE or hand >= LITTLE:
            little = 1 - (CONTROL * 0.8 if unseen >= BIG else CONTROL)
            #: jokers → what they cost
            self._jokers = (0.0, little, 1 - CONTROL, little + 1 - CONTROL)
        else:
            self._jokers = NO_JOKERS
        self._weigh_ranks(hand, room)
        self._weigh_straights(hand)
        counts = counts_of(hand)
        stretches = shapes.stretches(counts)
        #: what the whole hand needs
        self._need = shapes.added(counts, stretches, self._costs, self._rows) + self._jokers[hand >> 52]
        #: the cards of ranks that are in no straight
        self._alone = stretches[0] | JOKERS
        self._doubts: list[float] | None = None
        self._unsure_rows: dict[int, float] = {}
        self._unsure = 0.0

    # --- chances and costs

    def _weigh_ranks(self, hand: int, room: tuple[float, float]) -> None:
        """Note what cards of one rank are worth; fewer of them never cost less than they do apart."""
        costs, groups, ranks = self._costs, self._groups, self._ranks
        unseen, most, safe = self._unseen, self._most, self._safe
        _, twos, threes, fours = at_least(unseen & RANKED)
        joined = self._joined()
        left = hand & RANKED
        while left:
            height = (left & -left).bit_length() - 1 & ~3
            mine = left >> height & 15
            left ^= mine << height
            rank, above = height >> 2, height + 4
            ranks.append(rank)
            # Cards of its own rank count half.
            halves = (unseen >> above).bit_count() + (unseen >> height).bit_count()
            chance = groups[rank] = safe * SINGLE[halves]
            cost = costs[rank] = 1 - CONTROL * chance - SLIP[rank]
            if not mine & mine - 1:
                continue
            chance = safe
            if most > 1:
                chance *= PAIR[(twos >> above).bit_count()] * joined
                if twos >> height & 1:
                    chance *= 0.85
            groups[13 + rank] = chance
            two = 1 - CONTROL * chance - SLIP[rank]
            costs[13 + rank] = two = two if two < cost + cost else cost + cost
            number = mine.bit_count()
            if number > 2:
                chance = groups[26 + rank] = safe * TRIPLE[(threes >> above).bit_count()] if most > 2 else safe
                three = costs[26 + rank] = min(1 - CONTROL * chance - room[0], cost + two)
                if number > 3:
                    chance = groups[39 + rank] = FOUR[(fours >> above).bit_count()] if most > 3 else 1.0
                    costs[39 + rank] = min(1 - CONTROL * chance - room[1], cost + three, two + two)

    def _joined(self) -> float:
        """Return the chance that no two jokers beat a pair."""
        return 1.0

    def _weigh_straights(self, hand: int) -> None:
        """Note what the straights in a hand are worth."""

    def _full_rank(self, per: int) -> bool:
        """Say whether only a straight of a higher rank beats one: else suits even out."""
        return per == 3

    def _runs(self, per: int, row: int, heights: Sequence[int]) -> None:
        """Note what straights are worth where ``row`` has the places of which the hand has cards enough."""
        shortest, longest = self._shapes.straights.lengths[per]
        unseen, others, most, safe = self._unseen, self._others, self._most, self._safe
        table = HELD[others][per]
        each = [table[unseen >> height & 15] for height in heights]
        factor = 0.7 * others
        lengths = row & row >> 4
        ways = list(map(mul, each, each[1:]))
        length = 2
        while lengths:
            if length >= shortest:
                at = self._shapes.places[per, length]
                if per * length > most:
                    chances = [safe] * len(ways)
                else:
                    chances = [1 - (0.9 if factor * way > 0.9 else factor * way) for way in reversed(ways)]
                    # Of thirteen ranks there is one row.
                    del chances[len(self._shapes.straights.windows[length]) :]
                    chances = list(accumulate(chances, mul, initial=safe))
                    if self._full_rank(per):
                        chances.pop()
                    else:
                        del chances[0]
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
        if size == 1:
            chance = self._safe * SINGLE[2 * (self._unseen >> strength + 1).bit_count()]
            return chance, costs[strength >> 2] if strength < 52 else self._jokers[mask >> 52]
        if kind in PER:
            per = PER[kind]
            return self._straights[per, size // per][start], costs[self._shapes.places[per, size // per] + start]
        at = 13 * (size - 1) + (strength >> 2)
        return self._groups[at], costs[at]

    def beyond(self, strength: int) -> int:
        """Return the height from which cards beat a single one."""
        return strength + 1

    def cost_of_extras(self, extra: int) -> float:
        """Return what cards cost that go with others."""
        costs = self._costs
        cost = self._jokers[extra >> 52]
        extra &= RANKED
        while extra:
            height = (extra & -extra).bit_length() - 1 & ~3
            cost += costs[GROUPS[(extra >> height & 15).bit_count()] + (height >> 2)]
            extra &= ~(15 << height)
        return cost

    # --- a whole hand

    def needs(self, cards: int) -> float:
        """Return how many plays cards still need, controls of the trick taken off; none of them may
        be of a rank of which the hand held fewer."""
        return self._shapes.least(counts_of(cards), self._costs, self._rows) + self._jokers[cards >> 52]

    def needs_without(self, cards: int) -> float:
        """Return how many plays the hand needs when some of its cards are gone."""
        if cards & ~self._alone:
            return self.needs(self._hand ^ cards)
        if not cards:
            return self._need
        jokers = self._jokers[(self._hand ^ cards) >> 52] - self._jokers[self._hand >> 52] if cards >> 52 else 0.0
        return self._need - self._saved(cards, self._costs) + jokers

    def unsure_without(self, cards: int) -> float:
        """Return how many combinations that may be beaten the hand must hold at least when some cards are gone."""
        doubts = self._doubts
        if doubts is None:
            doubts = self._doubts = self._doubted()
            self._unsure = self._shapes.least(counts_of(self._hand), doubts, self._unsure_rows)
        rest = self._hand ^ cards
        jokers = 1 if rest & LITTLE and self._unseen >= BIG else 0
        if cards & ~(self._alone | JOKERS):
            return jokers + self._shapes.least(counts_of(rest), doubts, self._unsure_rows)
        return jokers + self._unsure - self._saved(cards, doubts)

    def _saved(self, cards: int, costs: Sequence[float]) -> float:
        """Return what a hand costs less without some cards of ranks that are in no straight."""
        saved, hand = 0.0, self._hand
        cards &= RANKED
        while cards:
            height = (cards & -cards).bit_length() - 1 & ~3
            held, rank = hand >> height & 15, height >> 2
            left = held & ~(cards >> height)
            saved += costs[GROUPS[held.bit_count()] + rank]
            if left:
                saved -= costs[GROUPS[left.bit_count()] + rank]
            cards &= ~(15 << height)
        return saved

    def _doubted(self) -> list[float]:
        """Return which combinations may be beaten, where ``costs`` has what they cost."""
        doubts = [0.0] * self._shapes.width
        groups = self._groups
        for rank in self._ranks:
            if groups[rank] < 1:
                doubts[rank] = 1
                doubts[13 + rank] = groups[13 + rank] < 1
                doubts[26 + rank] = groups[26 + rank] < 1
                # Of two pairs that nothing beats neither is in doubt.
                doubts[39 + rank] = groups[39 + rank] < 1 and groups[13 + rank] < 1
        for (per, length), chances in self._straights.items():
            at = self._shapes.places[per, length]
            doubts[at : at + len(chances)] = [chance < 1 for chance in chances]
        return doubts


def counts_of(cards: int) -> int:
    """Return the cards of each rank, four bits a rank; jokers left out."""
    cards &= RANKED
    return (cards & RANK_BITS) + (cards >> 1 & RANK_BITS) + (cards >> 2 & RANK_BITS) + (cards >> 3 & RANK_BITS)
