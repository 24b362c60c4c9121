"""The play of Forty and Eighty on integers, for playouts: no actions, no record.

It carries out /rules/eighty/#6 to #10: single cards and pairs by itself, tractors and
throws through the rules' own functions. It is checked against the rules on thousands of hands.
Its players are the policy's (``players.py``): they know their own cards and what has been played.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.shengji.hands import POINTS, hand_of
from games.rules.shengji.moves import follows
from games.rules.shengji.playing import power_of
from games.rules.shengji.score import lead_count, multiplier
from games.rules.shengji.shapes import Shape, shape_of, split
from games.rules.shengji.trumps import TRUMP
from games.titles.shengji.bot.players import NAMES, NOTHING, Seen
from games.titles.shengji.bot.playing import BURIED
from games.titles.shengji.bot.terms import Holding, Terms


class Table:
    """A hand being played out; changed in place. ``one`` and ``two``: seat → names held once or
    more, and twice. ``points``: what the challengers have, the bottom with it once it is scooped.
    ``gone`` and ``gone_twice``: names played, and played twice. ``voids``: seat → suits it has shown
    to be without, as bits."""

    __slots__ = (
        "banker",
        "bottom",
        "buried",
        "challengers",
        "double",
        "follow",
        "gone",
        "gone_twice",
        "one",
        "option",
        "points",
        "terms",
        "track",
        "two",
        "voids",
    )

    def __init__(
        self,
        terms: Terms,
        holdings: Sequence[Holding],
        buried: Holding,
        banker: int,
        points: int,
        voids: Sequence[int],
        options: tuple[str, str],
        double: bool,
    ) -> None:
        self.terms = terms
        self.one = [once for once, _ in holdings]
        self.two = [twice for _, twice in holdings]
        self.buried = buried
        self.banker = banker
        self.challengers = 1 - banker % 2
        self.points = points
        self.bottom = terms.worth(*buried)
        self.voids = list(voids)
        self.follow, self.option = options
        #: whether two packs are played with
        self.double = double
        out = out_twice = 0
        for once, twice in (*holdings, buried):
            out_twice |= twice | out & once
            out |= once
        self.gone_twice = NAMES & ~out
        self.gone = NAMES & ~out_twice if double else self.gone_twice
        #: (seat, cards) of every play, where somebody wants to know
        self.track: list[tuple[int, tuple[int, ...]]] | None = None

    def seen(self, seat: int) -> Seen:
        """Return what a seat makes of the table."""
        held, gone = (self.one[seat], self.two[seat]), (self.gone, self.gone_twice)
        buried = self.buried if seat == self.banker else NOTHING
        return Seen.of(self.terms, seat, held, gone, buried, self.voids, self.double)

    # --- a trick

    def trick(self, lead: int, played: list[tuple[int, ...]]) -> int:
        """Play a trick to its end and return who takes it. ``played``: the cards played to it so
        far, the first by ``lead``; they have left the hands. With none the lead is chosen."""
        terms = self.terms
        cards = played[0] if played else self._laid(lead, self._led(lead))
        if len(cards) == 1 or (len(cards) == 2 and cards[0] == cards[1]):
            return self._simple(lead, [cards, *played[1:]], len(cards))
        shape = shape_of(split(terms.table, hand_of(cards)))
        return self._complex(lead, [cards, *played[1:]], shape)

    def _simple(self, lead: int, played: list[tuple[int, ...]], size: int) -> int:
        """Play on a trick of single cards or pairs."""
        terms = self.terms
        led = terms.table.suits[played[0][0]]
        value, bit_of, points = terms.value[led], terms.bit, terms.points
        mask = terms.mask[led]
        best, winner, most, pot = -1, lead, -1, 0
        for at, cards in enumerate(played):
            pot += sum([POINTS[card] for card in cards])
            strength = value[bit_of[cards[0]]] if size == 1 or cards[0] == cards[1] else 0
            if strength > most:
                best, winner, most = bit_of[cards[0]], (lead + at) & 3, strength
            self._showed((lead + at) & 3, led, self._names(cards))
        for at in range(len(played), 4):
            seat = (lead + at) & 3
            ours = not (winner ^ seat) & 1
            if size == 1:
                held = self.one[seat] & mask or self.one[seat]
                if held & (held - 1):
                    first = self.seen(seat).single(led, best, ours, 3 - at, pot)
                else:
                    first = held.bit_length() - 1
                second = first
                self._play(seat, first)
            else:
                first, second = self.seen(seat).pair(led, best, ours, 3 - at, pot)
                self._play(seat, first)
                self._play(seat, second)
                pot += points[second]
            pot += points[first]
            self._showed(seat, led, 1 << first | 1 << second)
            strength = value[first] if first == second else 0
            if strength > most:
                best, winner, most = first, seat, strength
            if self.track is not None:
                self.track.append((seat, (terms.card[first], terms.card[second])[:size]))
        self._taken(winner, pot, size)
        return winner

    def _led(self, seat: int) -> list[int]:
        """Return the bits a seat leads."""
        hand = self.one[seat]
        if not hand & (hand - 1) and not self.two[seat]:
            return [hand.bit_length() - 1]
        return self.seen(seat).lead(self._at_stake(seat))

    def _play(self, seat: int, bit: int) -> None:
        """Take a card from a hand and put it on the table."""
        name = 1 << bit
        if self.two[seat] & name:
            self.two[seat] ^= name
        else:
            self.one[seat] ^= name
        if self.gone & name or not self.double:
            self.gone_twice |= name
        self.gone |= name

    def _names(self, cards: Sequence[int]) -> int:
        """Return the names of some cards as bits."""
        return self.terms.holding(cards)[0]

    def _showed(self, seat: int, led: int, names: int) -> None:
        """Note that a seat is without a suit, if a play shows it."""
        if names & ~self.terms.mask[led]:
            self.voids[seat] |= 1 << led

    def _at_stake(self, seat: int) -> float:
        """Return what the bottom counts to a seat, if a pair takes the last trick (/rules/eighty/#10)."""
        if self.one[seat] != self.two[seat] or self.one[seat].bit_count() != 1:
            return 0.0
        return float(multiplier(self.option, 2) * (self.bottom if seat == self.banker else BURIED))

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
            self._showed(seat, suit, self._names(cards))
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
        for action in follows(table, self.follow, seat, hand, shape, suit):
            power = power_of(table, shape, suit, hand_of(action.cards))
            brings = sum([POINTS[card] for card in action.cards])
            spent = sum(
                [table.place[card] * 0.2 + (3.0 if table.suits[card] == TRUMP else 0.0) for card in action.cards]
            )
            wins = ours or power > most
            worth = (10 + brings if wins else -brings) - spent
            if chosen is None or worth > chosen[0]:
                chosen = worth, power, action.cards
        assert chosen is not None
        return chosen[1], chosen[2]

    def _taken(self, winner: int, pot: int, count: int) -> None:
        """Count a trick; ``count``: cards of its lead as /rules/eighty/#10 counts them for the bottom."""
        if winner & 1 != self.challengers:
            return
        self.points += pot
        if not self.one[winner]:
            self.points += multiplier(self.option, count) * self.bottom

    def _laid(self, seat: int, bits: list[int]) -> tuple[int, ...]:
        """Take cards from a hand and return them, ascending."""
        for number in bits:
            self._play(seat, number)
        cards = tuple(sorted([self.terms.card[number] for number in bits]))
        if self.track is not None:
            self.track.append((seat, cards))
        return cards


def play_out(table: Table, lead: int, played: list[tuple[int, ...]]) -> int:
    """Play a hand to its end and return the challengers' points. ``played``: the cards that lie
    on the table, the first by ``lead``; they have left the hands."""
    turn = table.trick(lead, played) if played else lead
    while table.one[turn]:
        turn = table.trick(turn, [])
    return table.points
