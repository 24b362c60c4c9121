"""The card that a seat plays, in a policy and in playouts: it knows its own cards and which others are out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.rules.four_chances.following import CARDS, JOKER, STRENGTH, SUITS_UNDER, Following, winning_place
from games.rules.four_chances.score import JACK, PIPS

#: the worth of a pip in points: some twenty decide the point for Game
PIP = 0.05
#: the worth of any trick
TRICK = 0.06
Hands = list[list[int]]


def mask(cards: Iterable[int]) -> int:
    """Return a set of cards as the bits of an integer."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


#: the cards of a suit, ``[trump][suit]``, as a mask
OF_SUIT = tuple(
    tuple(mask(card for card in CARDS if suits[card] == suit) for suit in range(4)) for suits in SUITS_UNDER
)
#: the cards that beat a card in a trick, ``[trump][suit led][card]``, as a mask
BEATS = tuple(
    tuple(tuple(mask(card for card in CARDS if strength[card] > own) for own in strength) for strength in by_led)
    for by_led in STRENGTH
)


@dataclass(frozen=True, slots=True)
class Terms:
    """The worth of cards under a trump. ``worth``: of taking a card, in points; ``keep``: of still holding it;
    ``loss``: the cost of another side's point, higher with fewer sides."""

    trump: int
    worth: tuple[float, ...]
    keep: tuple[float, ...]
    loss: float


def terms(trump: int, points: dict[int, float], pips: bool, low_taken: bool, loss: float) -> Terms:
    """Return the terms of a trump. ``points``: of the cards besides the jack that count by themselves."""
    worth = [PIP * PIPS[card] if pips else 0.0 for card in CARDS]
    first = 13 * trump
    worth[first + JACK] += 1.0
    if low_taken:
        for rank in range(4):
            worth[first + rank] += 0.6 - 0.15 * rank
    for card, value in points.items():
        worth[card] += value
    return Terms(trump, tuple(worth), tuple(_keep(card, trump, worth[card]) for card in CARDS), loss)


def _keep(card: int, trump: int, worth: float) -> float:
    """Return the worth of keeping a card in hand: to win others, and to be brought home."""
    if card == JOKER:
        return 0.1 + 0.3 * worth
    rank = card % 13
    if card // 13 == trump:
        return 0.12 + 0.03 * rank + 0.3 * worth
    return 0.008 * rank + (0.08 if rank == 12 else 0.0) + 0.15 * worth


def ranked(
    known: Terms,
    allowed: Sequence[int],
    trick: Sequence[int],
    ours: bool,
    left: int,
    out: int,
    stake: float = TRICK,
) -> list[tuple[float, int]]:
    """Return cards with their expected gains, best first. ``ours``: whether the seat's side is winning the trick;
    ``left``: seats behind; ``out``: mask of cards others may hold; ``stake``: a trick's worth besides its cards.
    """
    return sorted(_gains(known, allowed, trick, ours, left, out, stake), key=_order)


def _order(candidate: tuple[float, int]) -> tuple[float, int, int]:
    """Order cards by expected gain, and equal ones from low to high."""
    return -candidate[0], candidate[1] % 13, candidate[1]


def _gains(
    known: Terms, allowed: Sequence[int], trick: Sequence[int], ours: bool, left: int, out: int, stake: float
) -> list[tuple[float, int]]:
    """Return each card's expected gain as ``ranked`` does, but in the given order."""
    gains = []
    if not trick:
        gains = [(_lead_gain(known, card, left, out, stake), card) for card in allowed]
    else:
        strength = STRENGTH[known.trump][SUITS_UNDER[known.trump][trick[0]]]
        best = max(strength[card] for card in trick)
        trick_worth = stake + sum(known.worth[card] for card in trick)
        for card in allowed:
            wins = strength[card] > best
            chance = 1.0 if left == 0 else _holds(known, card, trick[0], out) if wins else 0.6
            at_stake = trick_worth + known.worth[card]
            gain = chance * at_stake if wins or ours else -known.loss * at_stake
            if (wins or ours) and chance < 1.0:
                gain -= known.loss * (1.0 - chance) * at_stake
            gains.append((gain - known.keep[card], card))
    return gains


def _holds(known: Terms, card: int, led: int, out: int) -> float:
    """Return the chance that the seats behind do not beat a card that is winning now."""
    over = (out & BEATS[known.trump][SUITS_UNDER[known.trump][led]][card]).bit_count()
    return max(0.25, 0.97 - 0.09 * over)


def _lead_gain(known: Terms, card: int, left: int, out: int, stake: float) -> float:
    suit = SUITS_UNDER[known.trump][card]
    trump, trumps = suit == known.trump, out & OF_SUIT[known.trump][known.trump]
    higher = out & BEATS[known.trump][suit][card] & OF_SUIT[known.trump][suit]
    chance = max(0.05, 0.97 - 0.3 * higher.bit_count() - (0.0 if trump else 0.06 * trumps.bit_count()))
    at_stake = stake + known.worth[card] + 0.05 * left
    gain = chance * at_stake - known.loss * (1 - chance) * at_stake - known.keep[card]
    if trump and not higher:
        # an unbeatable trump draws jacks, tens and counters from the others
        drawn = 0.0
        while trumps:
            drawn += known.worth[trumps.bit_length() - 1]
            trumps ^= 1 << trumps.bit_length() - 1
        gain += 0.3 * drawn
    return gain


def play_out(
    known: Terms, following: Following, sides: Sequence[int], hands: Hands, lead: int, trick: list[int]
) -> list[tuple[int, tuple[int, ...], int]]:
    """Play hands to their end, emptying them, and return the tricks: who led, the cards, who took it."""
    players, tricks = len(hands), []
    held = [mask(hand) for hand in hands]
    while trick or hands[lead]:
        for at in range(len(trick), players):
            seat = (lead + at) % players
            hand = hands[seat]
            allowed = following.playable(tuple(hand), trick, known.trump)
            card = allowed[0]
            if len(allowed) > 1:
                ours = bool(trick) and sides[(lead + winning_place(trick, known.trump)) % players] == sides[seat]
                out = 0
                for other, side in enumerate(sides):
                    if side != sides[seat]:
                        out |= held[other]
                card = min(_gains(known, allowed, trick, ours, players - 1 - at, out, TRICK), key=_order)[1]
            hand.remove(card)
            held[seat] ^= 1 << card
            trick.append(card)
        winner = (lead + winning_place(trick, known.trump)) % players
        tricks.append((lead, tuple(trick), winner))
        lead, trick = winner, []
    return tricks
