"""The play of All Fours as kernels, for playouts: cards as bits, no actions, no record.

It implements /rules/all-fours/#5 and #6 for hands after the deal and the begging, and is checked
against the rules on thousands of hands. Its players know their own cards and which cards are out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from games.ai.compiled import Engine, Floats, Integers, entry, kernel
from games.ai.dealing import COUNTS, deal
from games.rules.allfours.score import PIPS

JACK = 9
CARDS = 52
BIT = tuple(1 << card for card in range(CARDS))
OF_SUIT = tuple(8191 << 13 * suit for suit in range(4))
#: how many pips are worth a point: some twenty decide the point for Game
PIPS_A_POINT = 20.0
#: the worth of any trick, and of bringing the jack home with a trump
TRICK, FETCHES = 1.5, 5.0
#: less than any card is worth
NEVER = -1e9

# Places in the table of integers: by card, its pips and the higher cards of its suit; the trump suit and its cards.
PIP, ABOVE, TRUMP, TRUMPS = 0, CARDS, 2 * CARDS, 2 * CARDS + 1
# Places in the table of floats: by card, the worth of taking it, in pips, and of keeping it.
WORTH, KEEP = 0, CARDS
# Places in the table of a hand: by seat, its cards; players; who leads the trick, how many cards it has, and which; by
# side, its pips, the trumps it took, those it held at the first lead; the dealer; the option ``low``, and whether a tie
# for Game goes to the side that did not deal.
SEATS = 4
PLAYERS, LEAD, LAID, LYING = SEATS, SEATS + 1, SEATS + 2, SEATS + 3
TAKES, TAKEN, HELD = LYING + SEATS, LYING + SEATS + 2, LYING + SEATS + 4
DEALER, LOW, TIE = HELD + 2, HELD + 3, HELD + 4
WIDTH = TIE + 1
LOWS = ("dealt", "won")
LOW_DEALT, LOW_WON = range(2)
#: no card: nothing is played before a hand goes on
NO_CARD = -1


class Terms:
    """The worth of cards under a trump and options: ``numbers`` and ``weights``, the tables for kernels, and
    ``pips`` by card."""

    __slots__ = ("numbers", "pips", "trump", "trumps", "weights")

    def __init__(self, trump: int, ten: int, game_cards: str, low: str) -> None:
        self.trump, self.trumps = trump, OF_SUIT[trump]
        self.pips = PIPS[ten, game_cards, trump]
        worth = [float(pips) for pips in self.pips]
        worth[13 * trump + JACK] += PIPS_A_POINT
        if low == "won":
            for rank in range(4):
                worth[13 * trump + rank] += 8.0 - 2 * rank
        above = [sum(BIT[card + 1 : card - card % 13 + 13]) for card in range(CARDS)]
        self.numbers = (*self.pips[:CARDS], *above, trump, self.trumps)
        self.weights = (*worth[:CARDS], *(_keep(card, trump, worth[card]) for card in range(CARDS)))


def _keep(card: int, trump: int, worth: float) -> float:
    """Return the worth of keeping a card in hand: to win others, and to be brought home."""
    rank = card % 13
    if card // 13 == trump:
        return 2.0 + 0.35 * rank + 0.25 * worth
    return 0.12 * rank + (1.5 if rank == 12 else 0.0)


@lru_cache(maxsize=64)
def terms_of(trump: int, ten: int, game_cards: str, low: str) -> Terms:
    """Return the terms of a trump and the options that matter."""
    return Terms(trump, ten, game_cards, low)


@cache
def tables_of(terms: Terms, engine: Engine) -> tuple[Integers, Floats]:
    """Return the tables as kernels take them."""
    return engine.integers(terms.numbers), engine.floats(terms.weights)


def ground(players: int, lead: int, trick: Sequence[int], dealer: int, options: Mapping[str, Any]) -> list[int]:
    """Return the table of a hand without its cards. ``trick``: the cards on the table, the first by
    ``lead``."""
    hand = [0] * WIDTH
    hand[PLAYERS], hand[LEAD], hand[LAID], hand[DEALER] = players, lead, len(trick), dealer
    hand[LYING : LYING + len(trick)] = trick
    hand[LOW] = LOWS.index(options["low"]) if options["low"] in LOWS else len(LOWS)
    hand[TIE] = int(options["tie_game"] == "nondealer")
    return hand


# --- the play


@kernel
def beats(card: int, best: int, trump: int) -> bool:
    """Return whether a card played after the best one of a trick beats it."""
    suit = card // 13
    return card > best if suit == best // 13 else suit == trump


@kernel
def choose(hand: Integers, terms: Integers, weights: Floats, seat: int, best: int, ours: bool) -> int:
    """Return the card a seat plays; ``best``: the best one of the trick, −1 at a lead; ``ours``:
    whether the seat's side played it."""
    held = hand[seat]
    if not held & (held - 1):
        return held.bit_length() - 1
    if best < 0:
        return _lead(hand, terms, weights, seat)
    trumps = terms[TRUMPS]
    suit = 8191 << 13 * (hand[LYING] // 13)
    allowed = held
    if held & suit:
        allowed = held & suit
        if suit != trumps:
            allowed |= held & trumps
    winners = allowed & terms[ABOVE + best]
    if not 1 << best & trumps:
        winners |= allowed & trumps
    stake = TRICK
    for place in range(hand[LAID]):
        stake += weights[WORTH + hand[LYING + place]]
    left = hand[PLAYERS] - 1 - hand[LAID]
    chosen, most = -1, NEVER
    # What the seats behind will do is a guess.
    holds = (0.75 if left else 1.0) * (1.0 if ours else -1.0)
    wins = 1.0 if not left else 0.7
    while allowed:
        bit = allowed & -allowed
        allowed ^= bit
        card = bit.bit_length() - 1
        chance = wins if bit & winners else holds
        gain = chance * (stake + weights[WORTH + card]) - weights[KEEP + card]
        if gain > most:
            chosen, most = card, gain
    return chosen


@kernel
def _lead(hand: Integers, terms: Integers, weights: Floats, seat: int) -> int:
    """Return the card a seat leads: one that nobody can beat, else a low one."""
    trumps = terms[TRUMPS]
    out = 0
    for other in range(1 - seat % 2, hand[PLAYERS], 2):
        out |= hand[other]
    jack = 1 << 13 * terms[TRUMP] + JACK
    held = hand[seat]
    chosen, most = -1, NEVER
    while held:
        bit = held & -held
        held ^= bit
        card = bit.bit_length() - 1
        if out & terms[ABOVE + card]:
            chance = -0.6
        elif bit & trumps:
            chance = 0.95
        else:
            chance = 0.6 if out & trumps else 0.95
        gain = chance * (weights[WORTH + card] + TRICK) - weights[KEEP + card]
        if bit & trumps and chance > 0 and out & jack and bit > jack:
            gain += FETCHES
        if gain > most:
            chosen, most = card, gain
    return chosen


@kernel
def trick(hand: Integers, terms: Integers, weights: Floats) -> None:
    """Play a trick to its end."""
    players, trump = hand[PLAYERS], terms[TRUMP]
    best, place = -1, -1
    for at in range(hand[LAID]):
        card = hand[LYING + at]
        if best < 0 or beats(card, best, trump):
            best, place = card, at
    for at in range(hand[LAID], players):
        seat = (hand[LEAD] + at) % players
        card = choose(hand, terms, weights, seat, best, (place - at) % 2 == 0)
        hand[seat] ^= 1 << card
        if best < 0 or beats(card, best, trump):
            best, place = card, at
        hand[LYING + at] = card
        hand[LAID] += 1
    winner = (hand[LEAD] + place) % players
    side = winner & 1
    for at in range(players):
        card = hand[LYING + at]
        hand[TAKES + side] += terms[PIP + card]
        if 1 << card & terms[TRUMPS]:
            hand[TAKEN + side] |= 1 << card
    hand[LEAD], hand[LAID] = winner, 0


@kernel
def play_out(hand: Integers, terms: Integers, weights: Floats) -> None:
    """Play a hand to its end."""
    while hand[LAID] or hand[hand[LEAD]]:
        trick(hand, terms, weights)


# --- the count


@kernel
def count(hand: Integers, terms: Integers) -> int:
    """Return which sides score, in the code that ``due`` reads: base-3 digits for High, Low, Jack and Game, each the
    side plus 1, or 0 for nobody."""
    high = low = jack = game = 0
    held = hand[HELD] | hand[HELD + 1]
    if held:
        lowest = held & -held
        high = 2 if hand[HELD + 1] >> held.bit_length() - 1 & 1 else 1
        if hand[LOW] == LOW_DEALT:
            low = 2 if hand[HELD + 1] & lowest else 1
        elif hand[LOW] == LOW_WON:
            low = 2 if hand[TAKEN + 1] & lowest else 1
        else:
            low = 1 + hand[DEALER] % 2
        knave = 1 << 13 * terms[TRUMP] + JACK
        if hand[TAKEN] & knave:
            jack = 1
        elif hand[TAKEN + 1] & knave:
            jack = 2
    if hand[TAKES] != hand[TAKES + 1]:
        game = 1 if hand[TAKES] > hand[TAKES + 1] else 2
    elif hand[TIE]:
        game = 1 + (hand[DEALER] + 1) % 2
    return high + 3 * low + 9 * jack + 27 * game


def due(code: int) -> list[int]:
    """Return the sides that score, in the order of /rules/all-fours/#6."""
    digits = (code // power % 3 for power in (1, 3, 9, 27))
    return [digit - 1 for digit in digits if digit]


# --- worlds


@entry("void(int64[::1], float64[::1], int64[::1], int64[::1], int64[::1], int64, int64, int64)")
def sample(
    tables: Integers,
    ends: Floats,
    room: Integers,
    chance: Integers,
    worlds: Integers,
    count: int,
    seat: int,
    mine: int,
) -> None:
    """Deal ``count`` worlds, each with the cards by seat; ``seat`` holds ``mine``."""
    players = tables[0] - 1
    for world in range(count):
        deal(tables, ends, chance, room)
        start = 0
        for place in range(players):
            held = 0
            for number in range(start, start + tables[COUNTS + place]):
                held |= 1 << room[number]
            start += tables[COUNTS + place]
            worlds[world * players + place] = held
        worlds[world * players + seat] = mine


@entry("void(int64[::1], int64[::1], float64[::1], int64[::1], int64, int64[::1], int64[::1], int64[::1])")
def try_out(
    ground: Integers,
    terms: Integers,
    weights: Floats,
    worlds: Integers,
    count_of: int,
    cards: Integers,
    hand: Integers,
    codes: Integers,
) -> None:
    """Play out some cards of the seat to act in ``count_of`` worlds (``NO_CARD``: the hand goes on as it is), and
    write the counts, world after world. ``hand``: room for a table."""
    players = ground[PLAYERS]
    seat = (ground[LEAD] + ground[LAID]) % players
    number = 0
    for world in range(count_of):
        for choice in range(len(cards)):
            for place in range(WIDTH):
                hand[place] = ground[place]
            for other in range(players):
                held = worlds[world * players + other]
                hand[other] = held
                hand[HELD + other % 2] |= held & terms[TRUMPS]
            if cards[choice] >= 0:
                hand[seat] ^= 1 << cards[choice]
                hand[LYING + hand[LAID]] = cards[choice]
                hand[LAID] += 1
            play_out(hand, terms, weights)
            codes[number] = count(hand, terms)
            number += 1
