"""The policy's players on integers, for playouts: what ``playing.py`` would choose, many times faster.

Single cards and pairs are weighed as there, term by term; tests hold the two together. Names are
bits in the order of ``Terms``. Who plays knows their own cards and what has been played, no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import itemgetter

from games.rules.shengji.hands import NAMES_HELD
from games.rules.shengji.trumps import TRUMP
from games.titles.shengji.bot.playing import KEPT, PARTNER_WILL, PER_CARD, SIDE_WINNER
from games.titles.shengji.bot.sense import NEAR_THE_END
from games.titles.shengji.bot.terms import Holding, Terms

NAMES = (1 << NAMES_HELD) - 1
NOTHING: Holding = (0, 0)
#: what the cards still to come to a lead of one card are thought to bring, and of so many pairs
TO_LEAD = 3 * PER_CARD
TO_PAIRS = tuple(3 * PER_CARD * (2 * pairs) ** 0.8 for pairs in range(28))
TRUMPLESS = 1 << TRUMP
#: what it costs to play one card of a pair with another
NO_PAIR = 1.5
first_of = itemgetter(0)


@cache
def misses(count: int, among: int) -> tuple[float, ...]:
    """Return how many cards → the chance that none of them is among the ``count`` cards of a hand,
    ``among`` cards being hidden."""
    share = min(1.0, count / max(1, among))
    return tuple((1.0 - share) ** ways for ways in range(109))


@cache
def misses_pairs(count: int, among: int, pairs: int) -> tuple[float, ...]:
    """Return how many tops → the chance that a hand holds no such run of pairs."""
    share = min(1.0, count / max(1, among))
    once = share ** (2 * pairs)
    return tuple((1.0 - once) ** ways for ways in range(55))


#: (step round the table, chance to ruff, chance to follow or ruff higher but for the cards, how
#: many higher cards → the chance that it has none of them)
Odds = list[tuple[int, float, float, tuple[float, ...]]]


def wins(odds: Odds, over: int, ours: bool) -> float:
    """Return the chance that our side takes a trick, ``over`` cards (or tops of pairs) being hidden that
    beat the play; ``ours``: whether our side has it now."""
    chance = 1.0 if ours else 0.0
    for step, ruffs, follows, row in odds:
        beats = ruffs + follows * (1.0 - row[over])
        if step == 2:
            chance += (1.0 - chance) * beats * PARTNER_WILL
        else:
            chance *= 1.0 - beats
    return chance


class Seen:
    """What a seat makes of the table before one play. ``once`` and ``twice``: names of which one
    copy or more, and both, are hidden from it; ``hand`` and ``twos``: its names, and those held twice; ``size``: how
    many cards; ``voids``: seat → suits it is known to be without, as bits."""

    __slots__ = ("hand", "once", "seat", "size", "terms", "total", "trumps", "twice", "twos", "voids")

    def __init__(
        self, terms: Terms, seat: int, hand: int, twos: int, once: int, twice: int, voids: Sequence[int]
    ) -> None:
        self.terms = terms
        self.seat = seat
        self.hand = hand
        self.twos = twos
        self.once = once
        self.twice = twice
        self.voids = voids
        self.size = hand.bit_count() + twos.bit_count()
        self.total = once.bit_count() + twice.bit_count()
        self.trumps = (once & terms.trumps).bit_count() + (twice & terms.trumps).bit_count()

    def hidden(self, names: int) -> int:
        """Return how many copies of some names are hidden."""
        count = (self.once & names).bit_count()
        return count + (self.twice & names).bit_count() if self.twice else count

    @classmethod
    def of(
        cls, terms: Terms, seat: int, held: Holding, gone: Holding, buried: Holding, voids: Sequence[int], double: bool
    ) -> Seen:
        """Return what a seat makes of the table. ``gone``: what has been played, ``buried``: what the seat
        has buried itself; ``double``: whether two packs are played with."""
        hand, twos = held
        one = hand | gone[0] | buried[0]
        if not double:
            return cls(terms, seat, hand, 0, NAMES & ~one, 0, voids)
        two = twos | gone[1] | buried[1] | hand & gone[0] | (hand | gone[0]) & buried[0]
        return cls(terms, seat, hand, twos, NAMES & ~two, NAMES & ~one, voids)

    # --- chances

    def odds(self, led: int, trumped: bool, left: int, pairs: int = 0) -> Odds:
        """Return of each of the ``left`` seats still to play, in turn, what its chance to beat a play is
        made of. ``trumped``: the play is of trumps on another suit; ``pairs``: 0 for a single card."""
        size, total, suit = self.size, self.total, 1 << led
        rows = []
        held = self.hidden(self.terms.mask[led])
        trumps = (self.twice & self.terms.trumps).bit_count() if pairs else self.trumps
        for step in range(1, left + 1):
            among = total - size * (step - 1)
            row = misses_pairs(size, among, pairs) if pairs else misses(size, among)
            void = self.voids[(self.seat + step) & 3]
            if led == TRUMP:
                rows.append((step, 0.0, 0.0 if void & suit else 1.0, row))
                continue
            out = 1.0 if void & suit else misses(size, total)[held]
            ruffs = 0.0 if void & TRUMPLESS else out
            if trumped:
                rows.append((step, 0.0, ruffs, row))
            else:
                rows.append((step, ruffs * (1.0 - row[trumps]), 1.0 - out, row))
        return rows

    # --- what cards are good for later

    def kept(self, bit: int, over: int) -> float:
        """Return what one card is worth in the hand; ``over``: hidden cards of its suit above it."""
        terms = self.terms
        if terms.trumps >> bit & 1:
            return KEPT * (terms.dear[bit] if over else terms.dear[bit] + 1.5)
        if not over:
            return KEPT * (SIDE_WINNER if self.hidden(terms.mask[terms.suit[bit]]) > 3 else SIDE_WINNER / 2)
        return KEPT * (terms.dear[bit] + 0.7 if over == 1 and terms.points[bit] else terms.dear[bit])

    def part(self, played: int) -> float:
        """Return how much of what cards are good for counts, after so many are played."""
        left = self.size - played
        return min(1.0, 0.4 + left / 10) if left else 0.0

    # --- leading

    def lead(self, bottom: float) -> list[int]:
        """Return the bits that are led; asked as ``leads`` is."""
        return max(self.leads(bottom), key=first_of)[1]

    def leads(self, bottom: float) -> list[tuple[float, list[int]]]:
        """Return what is worth weighing as a lead, as worth and bits. ``bottom``: what it counts for a pair
        that is all there is."""
        terms, hand, twos = self.terms, self.hand, self.twos
        trumps = terms.trumps
        long = (hand & trumps).bit_count() + (twos & trumps).bit_count()
        strong = long >= 3 and long > 0.45 * (self.trumps + long)
        part = self.part(1)
        weighed: list[tuple[float, list[int]]] = []
        for suit in range(5):
            mask = terms.mask[suit]
            held = hand & mask
            if not held:
                continue
            length = held.bit_count() + (twos & mask).bit_count()
            plan = self._plan(suit, strong)
            alone = plan + 1.0 if length == 1 and suit != TRUMP and long > 2 else plan
            odds = self.odds(suit, False, 3)
            chances: dict[int, float] = {}
            pairs = twos & held
            while held:
                bit = held.bit_length() - 1
                name = 1 << bit
                held ^= name
                over = self.hidden(terms.above[bit])
                chance = chances.get(over)
                if chance is None:
                    chance = chances[over] = wins(odds, over, True)
                worth = (2 * chance - 1) * (terms.points[bit] + TO_LEAD) - part * self.kept(bit, over) + alone
                if twos & name:
                    worth -= part * terms.broken[bit]
                weighed.append((worth, [bit]))
            if pairs:
                ended = 1.0 if length == 2 and suit != TRUMP and long > 2 else 0.0
                weighed += self._lead_pairs(suit, pairs, plan, ended, bottom)
        return weighed

    def _plan(self, suit: int, strong: bool) -> float:
        """Return what a suit has for it beyond the trick."""
        left, partner, right = (self.voids[(self.seat + step) & 3] for step in (1, 2, 3))
        if suit == TRUMP:
            if not self.trumps:
                return -1.0
            return 2.5 if strong and not left & right & TRUMPLESS else -2.0
        plan = 1.5 if partner >> suit & 1 and not partner & TRUMPLESS else 0.0
        if (left >> suit & 1 and not left & TRUMPLESS) or (right >> suit & 1 and not right & TRUMPLESS):
            plan -= 1.5
        return plan

    def _lead_pairs(
        self, suit: int, pairs: int, plan: float, ended: float, bottom: float
    ) -> list[tuple[float, list[int]]]:
        """Return the pairs and tractors of a suit with their worth."""
        terms = self.terms
        weighed: list[tuple[float, list[int]]] = []
        for top in range(pairs.bit_length() - 1, -1, -1):
            if not pairs >> top & 1:
                continue
            run, kept, points, bit = 0, 0.0, 0, top
            over = (self.twice & terms.above[top]).bit_count()
            while True:
                run += 1
                kept += 2 * self.kept(bit, self.hidden(terms.above[bit]))
                points += 2 * terms.points[bit]
                chance = wins(self.odds(suit, False, 3, run), over, True)
                stake = points + TO_PAIRS[run] + bottom
                worth = (2 * chance - 1) * stake - kept * self.part(2 * run) + plan
                weighed.append((worth + ended if run == 1 else worth, [b for b in range(bit, top + 1) for _ in (0, 1)]))
                if not (bit and pairs >> bit - 1 & 1 and terms.next_up >> bit - 1 & 1):
                    break
                bit -= 1
        return weighed

    # --- following

    def single(self, led: int, best: int, ours: bool, left: int, pot: int) -> int:
        """Return the bit played on a single card. ``best``: the best card of the trick so far,
        ``ours``: whether our side has played it; ``left``: seats still to play after this one."""
        held = self.hand & self.terms.mask[led] or self.hand
        if not held & (held - 1):
            return held.bit_length() - 1
        return max(self.singles(led, best, ours, left, pot), key=first_of)[1]

    def singles(self, led: int, best: int, ours: bool, left: int, pot: int) -> list[tuple[float, int]]:
        """Return what is worth weighing on a single card, as worth and bit; asked as ``single`` is."""
        terms, hand = self.terms, self.hand
        follows = hand & terms.mask[led]
        held = follows or hand
        trumped = led != TRUMP and terms.trumps >> best & 1 == 1
        over = terms.above[best]
        winners = held & over
        if not trumped and not follows and led != TRUMP:
            winners |= held & terms.trumps
        if not left:
            held &= ~self._silly(held, winners, led, ours)
        held = held & winners | self._alike(held & ~winners)
        odds = self.odds(led, trumped, left)
        lose = 2 * wins(odds, self.hidden(over), ours) - 1
        if winners and trumped is bool(follows):
            odds = self.odds(led, not follows, left)
        stake = pot + PER_CARD * left
        part, twos, points = self.part(1), self.twos, terms.points
        voiding = 0 if follows or not hand & terms.trumps else hand & terms.side & ~twos
        pairs: list[tuple[float, int]] = []
        chances: dict[int, float] = {}
        while held:
            name = held & -held
            held ^= name
            bit = name.bit_length() - 1
            above = self.hidden(terms.above[bit])
            if name & winners:
                share = chances.get(above)
                if share is None:
                    share = chances[above] = 2 * wins(odds, above, True) - 1
                worth = share * (stake + points[bit]) - part * self.kept(bit, above)
            else:
                worth = lose * (stake + points[bit]) - part * self.kept(bit, above)
            if twos & name:
                worth -= part * terms.broken[bit]
            elif name & voiding and not hand & terms.mask[terms.suit[bit]] & ~name:
                worth += 0.6
            pairs.append((worth, bit))
        return pairs

    def _alike(self, names: int) -> int:
        """Return of cards that lose the trick and count nothing the lowest of each suit: the others are
        missed more. Pairs and points stay as they are."""
        few = names & (self.twos | self.terms.pointed)
        idle = names & ~few
        if idle & idle - 1:
            for mask in self.terms.mask:
                some = idle & mask
                few |= some & -some
            return few
        return names

    def _silly(self, held: int, winners: int, led: int, ours: bool) -> int:
        """Return the names that the last to a trick never plays (``sense.py``); 0 where that is all."""
        terms, points = self.terms, self.terms.points
        losers, loose = held & ~winners, held & ~self.twos
        silly, left = 0, held
        needless = ours and led != TRUMP and self.size > NEAR_THE_END and held & terms.side & terms.idle != 0
        while left:
            name = left & -left
            left ^= name
            bit = name.bit_length() - 1
            lower = loose & terms.below[bit]
            mine = points[bit]
            if name & winners:
                if lower & winners & terms.at_least[mine] or (needless and name & terms.trumps):
                    silly |= name
            elif lower & losers & (terms.at_least[mine] if ours else terms.at_most[mine]):
                silly |= name
        return silly if held & ~silly else 0

    def pair(self, led: int, best: int, ours: bool, left: int, pot: int) -> tuple[int, int]:
        """Return the two bits played on a pair. ``best``: a card of the best pair so far."""
        terms, hand, twos = self.terms, self.hand, self.twos
        mask = terms.mask[led]
        held, pairs = hand & mask, twos & mask
        trumped = led != TRUMP and terms.trumps >> best & 1 == 1
        over = terms.above[best]
        lose = 2 * wins(self.odds(led, trumped, left, 1), (self.twice & over).bit_count(), ours) - 1
        stake = pot + PER_CARD * 2 * left
        part = self.part(2)
        if pairs:
            winners, tried = 0 if trumped else pairs & over, pairs
        else:
            # Only a pair of trumps can win, from a hand without the suit.
            tried = twos & terms.trumps if not held and led != TRUMP else 0
            tried = winners = tried & over if trumped else tried
        chosen, worth = (-1, -1), -1e9
        while tried:
            name = tried & -tried
            tried ^= name
            bit = name.bit_length() - 1
            share = lose
            if name & winners:
                above = (self.twice & terms.above[bit]).bit_count()
                share = 2 * wins(self.odds(led, not pairs, left, 1), above, True) - 1
            gain = share * (stake + 2 * terms.points[bit]) - part * 2 * self.kept(bit, self.hidden(terms.above[bit]))
            if gain > worth:
                chosen, worth = (bit, bit), gain
        if pairs:
            return chosen
        first, second, gain = self._two(held, lose, part)
        return chosen if worth > gain + lose * stake else (first, second)

    def _two(self, held: int, lose: float, part: float) -> tuple[int, int, float]:
        """Return the two cards that are missed least, those of the suit led first, and their worth."""
        first, gain = self._cheapest(held or self.hand, lose, part, 0)
        rest = held & ~(1 << first)
        if not rest:
            rest = self.hand & ~(1 << first) & ~held | self.twos & 1 << first
            if not rest:
                rest = self.hand & ~(1 << first)
        second, more = self._cheapest(rest, lose, part, self.twos & 1 << first)
        return first, second, gain + more

    def _cheapest(self, names: int, lose: float, part: float, broken: int) -> tuple[int, float]:
        """Return the card that is missed least and its worth; ``broken``: the pair it may complete."""
        terms, twos = self.terms, self.twos
        chosen, most = -1, -1e9
        while names:
            name = names & -names
            names ^= name
            bit = name.bit_length() - 1
            worth = lose * terms.points[bit] - part * self.kept(bit, self.hidden(terms.above[bit]))
            if name & broken:
                worth += part * NO_PAIR
            elif name & twos:
                worth -= part * NO_PAIR
            if worth > most:
                chosen, most = bit, worth
        return chosen, most
