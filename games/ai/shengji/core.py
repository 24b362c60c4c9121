"""The play of Forty and Eighty on integers, for playouts: no actions, no record.

It carries out sections 6 to 10 of forty-eighty.md: single cards and pairs by itself, tractors and
throws through the rules' own functions. It is checked against the rules on thousands of hands.
Its players know their own cards and which cards are still out.
"""

from __future__ import annotations

from games.ai.shengji.terms import Terms
from games.rules.shengji.choices import follows
from games.rules.shengji.hands import POINTS, hand_of
from games.rules.shengji.playing import power_of
from games.rules.shengji.score import lead_count, multiplier
from games.rules.shengji.shapes import Shape, shape_of, split
from games.rules.shengji.trumps import TRUMP

#: a value from which a play is a trump
RUFF = 100
#: what a card still to come is thought to bring to a trick
TO_COME = 1


class Table:
    """A hand being played out; changed in place. ``one`` and ``two``: seat → names held once or
    more, and twice. ``points``: what the challengers have, the bottom with it once it is scooped."""

    __slots__ = ("bottom", "challengers", "follow", "one", "option", "points", "terms", "track", "two")

    def __init__(
        self,
        terms: Terms,
        one: list[int],
        two: list[int],
        challengers: int,
        points: int,
        bottom: int,
        options: tuple[str, str],
    ) -> None:
        self.terms = terms
        self.one = one
        self.two = two
        self.challengers = challengers
        self.points = points
        self.bottom = bottom
        self.follow, self.option = options
        #: (seat, cards) of every play, where somebody wants to know
        self.track: list[tuple[int, tuple[int, ...]]] | None = None

    # --- a trick

    def trick(self, lead: int, played: list[tuple[int, ...]]) -> int:
        """Play a trick to its end and return who takes it. ``played``: the cards played to it so
        far, the first by ``lead``; they have left the hands. With none the lead is chosen."""
        terms = self.terms
        if not played:
            bits = self._lead(lead)
            cards = self._laid(lead, bits)
        else:
            cards = played[0]
        if len(cards) == 1 or (len(cards) == 2 and cards[0] == cards[1]):
            return self._simple(lead, [cards, *played[1:]], len(cards))
        shape = shape_of(split(terms.table, hand_of(cards)))
        return self._complex(lead, [cards, *played[1:]], shape)

    def _simple(self, lead: int, played: list[tuple[int, ...]], size: int) -> int:
        """Play on a trick of single cards or pairs."""
        terms = self.terms
        led = terms.table.suits[played[0][0]]
        value, bit_of = terms.value[led], terms.bit
        best, winner, most, pot = -1, lead, -1, 0
        for at, cards in enumerate(played):
            pot += sum([POINTS[card] for card in cards])
            strength = value[bit_of[cards[0]]] if size == 1 or cards[0] == cards[1] else 0
            if strength > most:
                best, winner, most = bit_of[cards[0]], (lead + at) & 3, strength
        follow = self._single if size == 1 else self._pair
        points, one, two = terms.points, self.one, self.two
        for at in range(len(played), 4):
            seat = (lead + at) & 3
            first, second = follow(seat, led, best, most, not (winner ^ seat) & 1, 3 - at, pot)
            bit = 1 << first
            if two[seat] & bit:
                two[seat] ^= bit
            else:
                one[seat] ^= bit
            pot += points[first]
            if size == 2:
                bit = 1 << second
                if two[seat] & bit:
                    two[seat] ^= bit
                else:
                    one[seat] ^= bit
                pot += points[second]
            strength = value[first] if first == second else 0
            if strength > most:
                best, winner, most = first, seat, strength
            if self.track is not None:
                self.track.append((seat, (terms.card[first], terms.card[second])[:size]))
        self._taken(winner, pot, size if size == 2 else 1)
        return winner

    def _complex(self, lead: int, played: list[tuple[int, ...]], shape: Shape) -> int:
        """Play on a trick led by a tractor or a throw, by the rules' own functions."""
        terms = self.terms
        table = terms.table
        suit = table.suits[played[0][0]]
        most, winner, pot = -1, lead, 0
        for at in range(4):
            seat = (lead + at) & 3
            if at < len(played):
                cards = played[at]
                power = power_of(table, shape, suit, hand_of(cards))
            else:
                power, cards = self._fitting(seat, suit, shape, most, not (winner ^ seat) & 1)
                self._laid(seat, [terms.bit[card] for card in cards])
            pot += sum([POINTS[card] for card in cards])
            if power > most or at == 0:
                most, winner = max(power, 1) if at == 0 else power, seat
        self._taken(winner, pot, lead_count(split(table, hand_of(played[0]))))
        return winner

    def _fitting(self, seat: int, suit: int, shape: Shape, most: int, ours: bool) -> tuple[int, tuple[int, ...]]:
        """Return power and cards of a follow to a lead of many cards."""
        terms = self.terms
        table = terms.table
        chosen: tuple[float, int, tuple[int, ...]] | None = None
        hand = terms.hand(self.one[seat], self.two[seat])
        for made in follows(table, self.follow, seat, hand, shape, suit):
            power = power_of(table, shape, suit, hand_of(made.cards))
            brings = sum([POINTS[card] for card in made.cards])
            spent = sum([table.place[card] * 0.2 + (3.0 if table.suits[card] == TRUMP else 0.0) for card in made.cards])
            wins = ours or power > most
            worth = (10 + brings if wins else -brings) - spent
            if chosen is None or worth > chosen[0]:
                chosen = worth, power, made.cards
        assert chosen is not None
        return chosen[1], chosen[2]

    def _taken(self, winner: int, pot: int, count: int) -> None:
        """Count a trick; ``count``: cards of its lead as section 10 counts them for the bottom."""
        if winner & 1 != self.challengers:
            return
        self.points += pot
        if not self.one[winner]:
            self.points += multiplier(self.option, count) * self.bottom

    def _laid(self, seat: int, bits: list[int]) -> tuple[int, ...]:
        """Take cards from a hand and return them, ascending."""
        one, two = self.one, self.two
        for number in bits:
            bit = 1 << number
            if two[seat] & bit:
                two[seat] ^= bit
            else:
                one[seat] ^= bit
        cards = tuple(sorted([self.terms.card[number] for number in bits]))
        if self.track is not None:
            self.track.append((seat, cards))
        return cards

    def _others(self, seat: int) -> int:
        one = self.one
        return one[seat ^ 1] | one[seat ^ 2] | one[seat ^ 3]

    def _other_pairs(self, seat: int) -> int:
        """Return the names of which both copies are out, as far as a seat can tell."""
        one, two = self.one, self.two
        a, b, c = one[seat ^ 1], one[seat ^ 2], one[seat ^ 3]
        return two[seat ^ 1] | two[seat ^ 2] | two[seat ^ 3] | a & b | a & c | b & c

    # --- leading

    def _lead(self, seat: int) -> list[int]:
        """Return the bits a seat leads: sure pairs, sure cards, trumps from strength, else low."""
        terms = self.terms
        hand, pairs, others = self.one[seat], self.two[seat], self._others(seat)
        if pairs:
            found = self._lead_pair(seat, pairs)
            if found:
                return found
        trumps, out = hand & terms.trumps, others & terms.trumps
        for suit in range(4):
            held = hand & terms.mask[suit]
            if held:
                top = held.bit_length() - 1
                if not others & terms.above[top] and (not out or (others & terms.mask[suit]).bit_count() > 3):
                    return [top]
        if out and trumps:
            mine = trumps.bit_count() + (pairs & trumps).bit_count()
            if mine > 2 and 2 * mine >= out.bit_count():
                top = trumps.bit_length() - 1
                if not out & terms.above[top]:
                    return [top]
                plain = trumps & ~terms.pointed or trumps
                return [(plain & -plain).bit_length() - 1]
        plain = hand & terms.low
        if plain:
            return [self._from_longest(hand, plain)]
        for some in (hand & terms.side & ~terms.pointed, trumps & ~terms.pointed, hand & terms.fives, hand):
            if some:
                return [(some & -some).bit_length() - 1]
        raise AssertionError("a seat leads from no cards")

    def _from_longest(self, hand: int, plain: int) -> int:
        """Return the lowest of some plain cards in the side suit that the hand holds most of."""
        chosen, most = -1, 0
        for suit in self.terms.mask[:TRUMP]:
            inside = plain & suit
            if inside and (length := (hand & suit).bit_count()) > most:
                chosen, most = (inside & -inside).bit_length() - 1, length
        return chosen

    def _lead_pair(self, seat: int, pairs: int) -> list[int]:
        """Return a pair or tractor that no pair out beats, as bits; none where there is none."""
        terms = self.terms
        out = self._other_pairs(seat)
        for suit in range(5):
            held = pairs & terms.mask[suit]
            if not held:
                continue
            top = held.bit_length() - 1
            if out & terms.above[top]:
                continue
            low = top
            while low and held & terms.next_up & 1 << low - 1:
                low -= 1
            return [number for number in range(low, top + 1) for _ in range(2)]
        return []

    # --- following

    def _single(self, seat: int, led: int, best: int, most: int, ours: bool, left: int, pot: int) -> tuple[int, int]:
        """Return the bit a seat plays on a single card, twice. ``best``: the best card of the trick,
        ``most`` its value; ``ours``: whether the side holds it; ``left``: seats still to play."""
        terms = self.terms
        hand = self.one[seat]
        held = hand & terms.mask[led]
        if held:
            if not held & (held - 1):
                return held.bit_length() - 1, held.bit_length() - 1
            return self._in_suit(seat, held, led, best, most, ours, left, pot)
        trumps = hand & terms.trumps
        others = self._others(seat)
        sure = ours and (
            not left
            or (
                not others & terms.above[best]
                and (led == TRUMP or most >= RUFF or (others & terms.mask[led]).bit_count() > 1)
            )
        )
        if sure:
            side = hand & terms.side
            for some in (side & terms.tens, side & terms.fives):
                if some:
                    low = (some & -some).bit_length() - 1
                    return low, low
        elif trumps and led != TRUMP and not (ours and left == 1 and most > RUFF):
            over = trumps & terms.above[best] if most >= RUFF else trumps
            if (
                over
                and (
                    pot >= 5
                    or 2 * trumps.bit_count() >= hand.bit_count()
                    or (over & terms.pointed and (others & terms.mask[led]).bit_count() > 3)
                )
                and not (ours and pot < 10)
            ):
                with_points = over & terms.pointed
                # Nobody behind will overruff while the suit is still about: points come home.
                safe = not left or (others & terms.mask[led]).bit_count() > 3
                chosen = with_points if with_points and safe else over & ~terms.pointed or over
                chosen = chosen & ~self.two[seat] or chosen
                low = (chosen & -chosen).bit_length() - 1
                return low, low
        low = self._let_go(hand, sure, self.two[seat])
        return low, low

    def _in_suit(
        self, seat: int, held: int, led: int, best: int, most: int, ours: bool, left: int, pot: int
    ) -> tuple[int, int]:
        """Return the bit of the suit led that a seat plays, twice."""
        terms = self.terms
        ruffed = most >= RUFF and led != TRUMP
        over = 0 if ruffed else held & terms.above[best]
        chosen = 0
        if ours:
            if not left or (not ruffed and not self._others(seat) & terms.above[best]):
                chosen = held & terms.tens or held & terms.fives
            elif over and left == 1 and pot >= 5:
                top = over.bit_length() - 1
                if not self._others(seat) & terms.above[top]:
                    return top, top
        elif over:
            if not left:
                # Not the command of trumps for nothing.
                if led != TRUMP or pot:
                    chosen = over & terms.pointed or over
            else:
                top = over.bit_length() - 1
                if not self._others(seat) & terms.above[top]:
                    if led != TRUMP or pot + TO_COME * left >= 8:
                        return top, top
                elif left == 1 and led != TRUMP:
                    chosen = 1 << top if not 1 << top & terms.pointed else 0
        if not chosen:
            loose = held & ~self.two[seat]
            chosen = loose & ~terms.pointed or held & ~terms.pointed or held & terms.fives or held
        low = (chosen & -chosen).bit_length() - 1
        return low, low

    def _let_go(self, hand: int, give: bool, twice: int = 0) -> int:
        """Return the bit of a card that is least missed; ``give``: points are welcome; ``twice``: pairs,
        which are kept together where others will do."""
        terms = self.terms
        if give:
            some = hand & terms.tens & terms.side or hand & terms.fives & terms.side
            if some:
                return (some & -some).bit_length() - 1
        loose = hand & ~twice
        for some in (
            loose & terms.low,
            hand & terms.low,
            loose & terms.side & ~terms.pointed,
            loose & terms.trumps & ~terms.pointed,
            hand & ~terms.pointed,
            hand & terms.fives,
        ):
            if some:
                return (some & -some).bit_length() - 1
        return (hand & -hand).bit_length() - 1

    def _pair(self, seat: int, led: int, best: int, most: int, ours: bool, left: int, pot: int) -> tuple[int, int]:
        """Return the two bits a seat plays on a pair."""
        terms = self.terms
        hand, twice = self.one[seat], self.two[seat]
        held, pairs = hand & terms.mask[led], twice & terms.mask[led]
        if pairs:
            over = pairs & terms.above[best] if most < RUFF or led == TRUMP else 0
            if ours and (not left or not self._other_pairs(seat) & terms.above[best]):
                chosen = pairs & terms.tens or pairs & terms.fives or pairs & ~terms.pointed
            elif ours:
                chosen = pairs & ~terms.pointed or pairs & terms.fives or pairs
            elif over:
                chosen = over & terms.pointed if not left else over
                chosen = chosen or over
            else:
                chosen = pairs & ~terms.pointed or pairs & terms.fives or pairs
            low = (chosen & -chosen).bit_length() - 1
            return low, low
        if not held and led != TRUMP and not ours:
            ruffs = twice & terms.trumps
            over = ruffs & terms.above[best] if most >= RUFF else ruffs
            if over and pot + TO_COME * left >= 5:
                low = (over & -over).bit_length() - 1
                return low, low
        give = ours and (not left or not self._other_pairs(seat) & terms.above[best])
        first = self._let_go(held or hand, give, twice)
        # A second copy of the first card may be all there is, never of the suit led: that was a pair.
        rest = held & ~(1 << first)
        if not rest:
            rest = hand & ~(1 << first) | twice & 1 << first
            rest &= ~terms.mask[led]
            if not rest:
                rest = twice & 1 << first or hand & ~(1 << first)
        return first, self._let_go(rest, give, twice)


def play_out(table: Table, lead: int, played: list[tuple[int, ...]]) -> int:
    """Play a hand to its end and return the challengers' points. ``played``: the cards that lie
    on the table, the first by ``lead``; they have left the hands."""
    turn = table.trick(lead, played) if played else lead
    while table.one[turn]:
        turn = table.trick(turn, [])
    return table.points
