"""Which deals of the unseen cards are likely, from what the others did: a player who passed or
played as hardly anybody would with a hand, hardly holds it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.rules.cards import PACK_52, PACK_54
from games.rules.winner.actions import Pass, Play
from games.rules.winner.combos import combo_of, unbeatable
from games.rules.winner.options import Rules
from games.rules.winner.order import mask_of
from games.rules.winner.view import WinnerView
from games.titles.climbing.bot.mind import going_out
from games.titles.climbing.bot.parts import Part
from games.titles.winner.bot.core import mind
from games.titles.winner.bot.tries import answers, leads, part_of

#: chance of a step towards what surprises more
SURPRISE = 0.1
#: what was done with more cards than this is not looked into: it tells little of the cards that are
#: left, and takes long, for many cards can be cut in many ways
FEW = 8


class ObservedPlay(NamedTuple):
    """What a player did. ``later``: the cards that they have played since, with this play; ``gone``: those that were
    out of play; ``top``: the play to beat; the rest as for ``core.mind``; ``part``: the play as (type, size, rank),
    ``None`` for a pass."""

    later: int
    gone: int
    sizes: Sequence[int]
    top: Part | None
    follows: int | None
    fresh: bool
    part: tuple[str, int, int] | None


def observed_plays(view: WinnerView, rules: Rules) -> list[list[ObservedPlay]]:
    """Return seat → what it did that it could have done otherwise, the last first."""
    actions = [action for action in view.memory if isinstance(action, Play | Pass)]
    counts = list(view.counts)
    later = [0] * view.seats
    for action in actions:
        if isinstance(action, Play):
            later[action.seat] |= mask_of(action.cards)
            counts[action.seat] += len(action.cards)
    by_seat: list[list[ObservedPlay]] = [[] for _ in later]
    gone = leader = passes = played = 0
    top: Part | None = None
    for action in actions:
        seat = action.seat
        sizes = [count for other, count in enumerate(counts) if count and other != seat]
        follows = None if top is None else counts[leader]
        fresh = not played >> seat & 1
        played_part, combo, before = None, None, top
        if isinstance(action, Play):
            combo = combo_of(mask_of(action.cards), rules)
            assert combo is not None
            top, leader, passes = part_of(combo), seat, 0
            played_part = top[0], top[1], top[2] >> 2
        if seat != view.seat and view.counts[seat] and counts[seat] <= FEW:
            by_seat[seat].append(ObservedPlay(later[seat], gone, sizes, before, follows, fresh, played_part))
        if combo is not None:
            later[seat] ^= combo.mask
            gone |= combo.mask
            counts[seat] -= combo.size
            played |= 1 << seat
            if unbeatable(combo, rules):
                top = None
        else:
            passes += 1
            if passes >= sum(1 for count in counts if count) - (1 if counts[leader] else 0):
                top, passes = None, 0
    for observed in by_seat:
        observed.reverse()
    return by_seat


class Likely:
    """Makes deals likely: unseen cards change places until nothing that was done is surprising."""

    def __init__(self, view: WinnerView, rules: Rules, known: Sequence[int]) -> None:
        self._rules, self._known = rules, known
        self._pack = mask_of(PACK_54 if rules.jokers else PACK_52)
        self._observed = observed_plays(view, rules)
        #: how many plays there are to go by
        self.observed = sum(map(len, self._observed))
        #: those who may hold what is not known
        self.seats = [
            seat for seat, count in enumerate(view.counts) if seat != view.seat and count > known[seat].bit_count()
        ]

    def surprises(self, seat: int, hand: int, most: int) -> int:
        """Return how many of a seat's plays are surprising if this is its hand; no more than ``most``
        are counted."""
        misses = 0
        pack, rules = self._pack, self._rules
        for later, gone, sizes, top, follows, fresh, played_part in self._observed[seat]:
            held = hand | later
            parts = leads(held, rules) if top is None else answers(held, top, rules)
            part = going_out(held, parts)
            if parts and part is None:
                part = mind(held, pack ^ held ^ gone, sizes, follows, fresh, rules).best(parts, top is not None)
            if (None if part is None else (part[0], part[1], part[2] >> 2)) != played_part:
                misses += 1
                if misses > most:
                    return misses
        return misses

    def settle(self, hands: list[int], steps: int, rng: Random) -> None:
        """Change unseen cards about, in place, in so many steps at most: towards what surprises
        less, now and then to what surprises more, lest it end where no step leads on."""
        if len(self.seats) < 2:
            return
        now = {seat: self.surprises(seat, hands[seat], 99) for seat in self.seats}
        for _ in range(steps):
            surprising = [seat for seat in self.seats if now[seat]]
            if not surprising:
                return
            one = rng.choice(surprising)
            other = rng.choice([seat for seat in self.seats if seat != one])
            change = _any(hands[one] & ~self._known[one], rng) | _any(hands[other] & ~self._known[other], rng)
            most = now[one] + now[other] + (rng.random() < SURPRISE)
            ours = self.surprises(one, hands[one] ^ change, most)
            if ours > most:
                continue
            theirs = self.surprises(other, hands[other] ^ change, most - ours)
            if ours + theirs <= most:
                hands[one] ^= change
                hands[other] ^= change
                now[one], now[other] = ours, theirs


def _any(cards: int, rng: Random) -> int:
    """Return one of the cards."""
    for _ in range(rng.randrange(cards.bit_count())):
        cards &= cards - 1
    return cards & -cards
