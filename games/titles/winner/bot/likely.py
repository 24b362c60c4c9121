"""Which deals of the unseen cards are likely, judged by the others' actions: a player is unlikely to
hold a hand with which hardly anybody would have passed or played as they did."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.ai.compiled import Engine, Floats, Integers, shared_entry
from games.rules.cards import PACK_52, PACK_54
from games.rules.winner.actions import Pass, Play
from games.rules.winner.combos import combo_of, unbeatable
from games.rules.winner.options import Rules
from games.rules.winner.order import mask_of
from games.rules.winner.view import WinnerView
from games.titles.climbing.bot.choosing import best, think
from games.titles.climbing.bot.layout import (
    FEWEST,
    FOLLOWS,
    FRESH,
    HAND,
    HANDS,
    KIND,
    MASK,
    MOST,
    OTHERS,
    PART,
    PARTS,
    PASS,
    SIZE,
    SIZES,
    STRENGTH,
    TOP,
    UNSEEN,
    Terms,
)
from games.titles.winner.bot.core import KERNELS
from games.titles.winner.bot.plays import answers, leads, part_of

#: the chance of allowing a step that leads to more surprises
SURPRISE = 0.1
#: actions with more cards in hand than this are ignored: they say little about the cards that are left, and take long
#: to check, since many cards can be split in many ways
FEW = 8


# A player's action as kernels encode it: the cards that they have played from this play on; those already played; how
# many others were in, the fewest and the most cards that they held, and which numbers, as bits; how many the player to
# be beaten held, −1 at a lead; whether the player had made no play; the type, size and rank of the play (size 0 for a
# pass); the play to beat.
LATER, GONE, OTHERS_IN, THEIR_FEWEST, THEIR_MOST, THEIR_SIZES, THEIRS, WAS_FRESH, DID = range(9)
BEFORE = DID + 3
OBSERVED = BEFORE + PART


def observed_plays(view: WinnerView, rules: Rules) -> list[list[list[int]]]:
    """Return seat → its actions with at most ``FEW`` cards in hand, last first; empty for the viewer and those out."""
    actions = [action for action in view.memory if isinstance(action, Play | Pass)]
    counts = list(view.counts)
    later = [0] * view.seats
    for action in actions:
        if isinstance(action, Play):
            later[action.seat] |= mask_of(action.cards)
            counts[action.seat] += len(action.cards)
    by_seat: list[list[list[int]]] = [[] for _ in later]
    played_cards = leader = passes = played = 0
    top = PASS
    for action in actions:
        seat = action.seat
        sizes = [count for other, count in enumerate(counts) if count and other != seat]
        follows = counts[leader] if top[SIZE] else -1
        fresh = int(not played >> seat & 1)
        did, combo, before = (0, 0, 0), None, top
        if isinstance(action, Play):
            combo = combo_of(mask_of(action.cards), rules)
            assert combo is not None
            top, leader, passes = part_of(combo), seat, 0
            did = top[KIND], top[SIZE], top[STRENGTH] >> 2
        if seat != view.seat and view.counts[seat] and counts[seat] <= FEW:
            known = [len(sizes), min(sizes), max(sizes), sum(1 << count for count in {*sizes})]
            by_seat[seat].append([later[seat], played_cards, *known, follows, fresh, *did, *before])
        if combo is not None:
            later[seat] ^= combo.mask
            played_cards |= combo.mask
            counts[seat] -= combo.size
            played |= 1 << seat
            if unbeatable(combo, rules):
                top = PASS
        else:
            passes += 1
            if passes >= sum(1 for count in counts if count) - (1 if counts[leader] else 0):
                top, passes = PASS, 0
    for observed in by_seat:
        observed.reverse()
    return by_seat


@shared_entry("int64(int64[::1], float64[::1], int64[::1], int64, int64, int64)")
def surprises(table: Integers, weights: Floats, observed: Integers, pack: int, hand: int, most: int) -> int:
    """Return how many of a seat's plays are surprising if this is its hand; counting stops at ``most`` + 1. ``pack``:
    all cards."""
    misses = 0
    for at in range(0, len(observed), OBSERVED):
        held = hand | observed[at + LATER]
        table[HANDS] = table[HAND] = held
        table[UNSEEN] = pack ^ held ^ observed[at + GONE]
        table[OTHERS], table[FEWEST] = observed[at + OTHERS_IN], observed[at + THEIR_FEWEST]
        table[MOST], table[SIZES] = observed[at + THEIR_MOST], observed[at + THEIR_SIZES]
        table[FOLLOWS], table[FRESH] = observed[at + THEIRS], observed[at + WAS_FRESH]
        for place in range(PART):
            table[TOP + place] = observed[at + BEFORE + place]
        follows = table[TOP + SIZE] > 0
        end = answers(table, 0, PARTS) if follows else leads(table, 0, PARTS)
        played = 0
        for part in range(PARTS, end, PART):
            if table[part + MASK] == held:
                played = part
                break
        if not played and end > PARTS:
            think(table, weights)
            played = best(table, weights, PARTS, end, follows)
        size = table[played + SIZE] if played else 0
        if size != observed[at + DID + 1] or (
            size
            and (table[played + KIND] != observed[at + DID] or table[played + STRENGTH] >> 2 != observed[at + DID + 2])
        ):
            misses += 1
            if misses > most:
                return misses
    return misses


#: Winner's version; made with its module, so that what identifies its kernels never changes (``compiled.code``)
SURPRISES = KERNELS.complete(surprises)


class Likely:
    """Makes deals likely by swapping unseen cards until no action is surprising."""

    def __init__(self, view: WinnerView, rules: Rules, terms: Terms, known: Sequence[int], engine: Engine) -> None:
        self._known = known
        self._pack = mask_of(PACK_54 if rules.jokers else PACK_52)
        observed = observed_plays(view, rules)
        #: how many plays were observed
        self.observed = sum(map(len, observed))
        #: the seats that may hold unknown cards
        self.seats = [
            seat for seat, count in enumerate(view.counts) if seat != view.seat and count > known[seat].bit_count()
        ]
        self._observed = [engine.integers(number for play in plays for number in play) for plays in observed]
        self._tables = terms.tables(engine)
        self._surprises: Any = engine.of(SURPRISES)

    def surprises(self, seat: int, hand: int, most: int) -> int:
        """Return how many of a seat's plays are surprising if this is its hand; counting stops at ``most`` + 1."""
        misses: int = self._surprises(*self._tables, self._observed[seat], self._pack, hand, most)
        return misses

    def settle(self, hands: list[int], steps: int, rng: Random) -> None:
        """Swap unseen cards in place, in at most ``steps`` steps, towards fewer surprises; now and then allow one more,
        to escape from where no step improves."""
        if len(self.seats) < 2:
            return
        now = {seat: self.surprises(seat, hands[seat], 99) for seat in self.seats}
        for _ in range(steps):
            surprising = [seat for seat in self.seats if now[seat]]
            if not surprising:
                return
            first = rng.choice(surprising)
            other = rng.choice([seat for seat in self.seats if seat != first])
            change = _any(hands[first] & ~self._known[first], rng) | _any(hands[other] & ~self._known[other], rng)
            most = now[first] + now[other] + (rng.random() < SURPRISE)
            ours = self.surprises(first, hands[first] ^ change, most)
            if ours > most:
                continue
            theirs = self.surprises(other, hands[other] ^ change, most - ours)
            if ours + theirs <= most:
                hands[first] ^= change
                hands[other] ^= change
                now[first], now[other] = ours, theirs


def _any(cards: int, rng: Random) -> int:
    """Return one of the cards."""
    for _ in range(rng.randrange(cards.bit_count())):
        cards &= cards - 1
    return cards & -cards
