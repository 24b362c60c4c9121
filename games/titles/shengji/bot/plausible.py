"""How plausible a deal of the unseen cards makes the plays that were seen.

Every play of another seat is put to the policy's player with the hand that the deal gives them: what
they would have lost by it in their own eyes speaks against the deal. Nobody plays as the policy does
throughout, so a single play says only so much.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.shengji.hands import POINTS
from games.rules.shengji.view import View
from games.titles.shengji.bot.players import NOTHING, Seen
from games.titles.shengji.bot.terms import Holding, Terms

#: how much a play may speak against a deal at most, and how many points make it e times less likely
MOST, SCALE = 4.0, 1.5


class ObservedPlay(NamedTuple):
    """A play of one card that was seen. ``later``, ``later_twice``: what the seat has played from
    then on; ``gone``, ``gone_twice``: what had been played before, ``voids``: seat → suits run out;
    ``led`` is −1 for a lead, else ``best``, ``ours``, ``left`` and ``pot`` tell of the trick."""

    seat: int
    bit: int
    later: int
    later_twice: int
    gone: int
    gone_twice: int
    voids: tuple[int, ...]
    led: int
    best: int
    ours: bool
    left: int
    pot: int


class Story:
    """The plays that a seat has seen, made ready to be held against deals."""

    def __init__(self, view: View, terms: Terms) -> None:
        assert view.seat is not None and view.banker is not None
        self.terms = terms
        self.banker = view.banker
        self.double = view.to_deal == 100
        self.observed = self._told(view)

    def _told(self, view: View) -> list[ObservedPlay]:
        terms, plays = self.terms, view.plays
        observed: list[ObservedPlay] = []
        later, later_twice = [0] * 4, [0] * 4
        ends = []
        for action in reversed(plays):
            for card in action.cards:
                name = 1 << terms.bit[card]
                later_twice[action.seat] |= later[action.seat] & name
                later[action.seat] |= name
            ends.append((later[action.seat], later_twice[action.seat]))
        ends.reverse()
        gone = gone_twice = 0
        voids = [0] * 4
        for index, action in enumerate(plays):
            if index % 4 == 0:
                best, power, winner, pot = -1, -1, action.seat, 0
                led = terms.suit[terms.bit[action.cards[0]]]
            bit = terms.bit[action.cards[0]]
            size = len(plays[index - index % 4].cards)
            if action.seat != view.seat and size == 1:
                observed.append(
                    ObservedPlay(
                        action.seat,
                        bit,
                        *ends[index],
                        gone,
                        gone_twice,
                        tuple(voids),
                        led if index % 4 else -1,
                        best,
                        not (winner ^ action.seat) & 1,
                        3 - index % 4,
                        pot,
                    )
                )
            for card in action.cards:
                name = 1 << terms.bit[card]
                gone_twice |= name if not self.double else gone & name
                gone |= name
                if terms.suit[terms.bit[card]] != led:
                    voids[action.seat] |= 1 << led
                pot += POINTS[card]
            strength = terms.value[led][bit]
            if strength > power:
                best, power, winner = bit, strength, action.seat
        return observed

    def misfit(self, holdings: list[Holding], buried: Holding) -> float:
        """Return how much the plays seen speak against a deal, 0 for not at all."""
        total = 0.0
        for play in self.observed:
            seat = play.seat
            one, two = holdings[seat]
            hand, twos = one | play.later, two | play.later_twice | one & play.later
            bits = hand & self.terms.mask[play.led] or hand if play.led >= 0 else hand
            if not bits & (bits - 1):
                continue
            gone, mine = (play.gone, play.gone_twice), buried if seat == self.banker else NOTHING
            seen = Seen.of(self.terms, seat, (hand, twos), gone, mine, play.voids, self.double)
            if play.led < 0:
                weighed = [(worth, bits[0] if len(bits) == 1 else -1) for worth, bits in seen.leads(0.0)]
            else:
                weighed = seen.singles(play.led, play.best, play.ours, play.left, play.pot)
            best = worth = -1e9
            for gain, bit in weighed:
                if gain > best:
                    best = gain
                if bit == play.bit and gain > worth:
                    worth = gain
            total += min(MOST, (best - worth) / SCALE)
        return total
