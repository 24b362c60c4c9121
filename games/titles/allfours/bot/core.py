"""The play of All Fours on integers, for playouts: cards as bits, no actions, no record.

It carries out /rules/all-fours/#5 and #6 for hands that are dealt and begged, and is checked
against the rules on thousands of hands. Its players know their own cards and which cards are out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.rules.allfours.score import PIPS

JACK = 9
BIT = tuple(1 << card for card in range(52))
OF_SUIT = tuple(8191 << 13 * suit for suit in range(4))
#: the higher cards of a card's suit, as bits
ABOVE = tuple(sum(1 << other for other in range(card + 1, card - card % 13 + 13)) for card in range(52))
#: what a pip is worth beside a point: some twenty decide the point for Game
PIPS_A_POINT = 20.0


class Terms:
    """What the cards count under a trump and options: ``pips``, ``worth`` of taking a card (in
    pips), ``keep`` of still holding it."""

    __slots__ = ("keep", "pips", "trump", "trumps", "worth")

    def __init__(self, trump: int, ten: int, game_cards: str, low: str) -> None:
        self.trump = trump
        self.trumps = OF_SUIT[trump]
        self.pips = PIPS[ten, game_cards, trump]
        worth = [float(pips) for pips in self.pips]
        worth[13 * trump + JACK] += PIPS_A_POINT
        if low == "won":
            for rank in range(4):
                worth[13 * trump + rank] += 8.0 - 2 * rank
        self.worth = worth
        self.keep = [_keep(card, trump, worth[card]) for card in range(52)]


def _keep(card: int, trump: int, worth: float) -> float:
    """Return what a card is still good for in the hand: to win others, and be brought home."""
    rank = card % 13
    if card // 13 == trump:
        return 2.0 + 0.35 * rank + 0.25 * worth
    return 0.12 * rank + (1.5 if rank == 12 else 0.0)


@lru_cache(maxsize=64)
def terms_of(trump: int, ten: int, game_cards: str, low: str) -> Terms:
    """Return the terms of a trump and the options that count."""
    return Terms(trump, ten, game_cards, low)


def play_out(
    terms: Terms, hands: list[int], lead: int, trick: list[int], pips: list[int], taken: dict[int, int]
) -> None:
    """Play a hand to its end. ``hands``: seat → cards as bits, used up. ``trick``: cards lying on
    the table, the first by ``lead``. ``pips``: by side, added to; ``taken``: trump → side that
    took it, added to."""
    players = len(hands)
    trump, trumps, values = terms.trump, terms.trumps, terms.pips
    seat = (lead + len(trick)) % players
    while trick or hands[seat]:
        best = place = -1
        for at, card in enumerate(trick):
            if best < 0 or beats(card, best, trump):
                best, place = card, at
        for at in range(len(trick), players):
            card = choose(terms, hands, seat, trick, best, (place - at) % 2 == 0)
            hands[seat] ^= BIT[card]
            if best < 0 or beats(card, best, trump):
                best, place = card, at
            trick.append(card)
            seat = (seat + 1) % players
        lead = seat = (seat + place) % players
        side = seat & 1
        for card in trick:
            pips[side] += values[card]
            if BIT[card] & trumps:
                taken[card] = side
        trick = []


def beats(card: int, best: int, trump: int) -> bool:
    """Say whether a card played after the best one of a trick beats it."""
    suit = card // 13
    return card > best if suit == best // 13 else suit == trump


def choose(terms: Terms, hands: Sequence[int], seat: int, trick: Sequence[int], best: int, ours: bool) -> int:
    """Return the card a seat plays; ``best``: the best one of the trick, −1 at a lead; ``ours``:
    whether the seat's side holds it."""
    hand = hands[seat]
    if not hand & (hand - 1):
        return hand.bit_length() - 1
    if best < 0:
        return _lead(terms, hands, seat)
    trumps, worth, keep = terms.trumps, terms.worth, terms.keep
    suit = OF_SUIT[trick[0] // 13]
    allowed = hand & suit
    allowed = (allowed | hand & trumps) if allowed else hand
    if suit == trumps and hand & suit:
        allowed = hand & suit
    winners = allowed & ABOVE[best]
    if not BIT[best] & trumps:
        winners |= allowed & trumps
    stake = 1.5
    for card in trick:
        stake += worth[card]
    left = len(hands) - 1 - len(trick)
    chosen, most = -1, -1e9
    # What the seats behind may do to a trick is guessed, not seen.
    held = (0.75 if left else 1.0) * (1.0 if ours else -1.0)
    won = 1.0 if not left else 0.7
    while allowed:
        bit = allowed & -allowed
        allowed ^= bit
        card = bit.bit_length() - 1
        chance = won if bit & winners else held
        gain = chance * (stake + worth[card]) - keep[card]
        if gain > most:
            chosen, most = card, gain
    return chosen


def _lead(terms: Terms, hands: Sequence[int], seat: int) -> int:
    """Return the card a seat leads: what nobody can beat, else low."""
    trumps, worth, keep = terms.trumps, terms.worth, terms.keep
    players = len(hands)
    out = 0
    for other in range(1 - seat % 2, players, 2):
        out |= hands[other]
    jack = BIT[13 * terms.trump + JACK]
    hand = hands[seat]
    chosen, most = -1, -1e9
    while hand:
        bit = hand & -hand
        hand ^= bit
        card = bit.bit_length() - 1
        if out & ABOVE[card]:
            chance = -0.6
        elif bit & trumps:
            chance = 0.95
        else:
            chance = 0.6 if out & trumps else 0.95
        gain = chance * (worth[card] + 1.5) - keep[card]
        if bit & trumps and chance > 0 and out & jack and bit > jack:
            gain += 5.0
        if gain > most:
            chosen, most = card, gain
    return chosen


def count(
    terms: Terms,
    held: Mapping[int, int],
    taken: Mapping[int, int],
    pips: Sequence[int],
    dealer: int,
    options: Mapping[str, Any],
) -> list[int]:
    """Return the sides that score, in the order of /rules/all-fours/#6. ``held``: trump → side that held it
    at the first lead."""
    due = []
    if held:
        lowest, low = min(held), options["low"]
        due.append(held[max(held)])
        due.append(held[lowest] if low == "dealt" else taken[lowest] if low == "won" else dealer % 2)
        jack = 13 * terms.trump + JACK
        if jack in taken:
            due.append(taken[jack])
    if pips[0] != pips[1]:
        due.append(0 if pips[0] > pips[1] else 1)
    elif options["tie_game"] == "nondealer":
        due.append((dealer + 1) % 2)
    return due
