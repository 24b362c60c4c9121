"""Which card a seat plays, for a policy and for playouts alike: it knows its own cards and which others are out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.rules.four_chances.following import CARDS, JOKER, STRENGTH, SUITS_UNDER, Following, winning_place
from games.rules.four_chances.score import JACK, PIPS

#: what a pip is worth in points: some twenty decide the point for Game
PIP = 0.05
#: what any trick is worth
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
#: what beats a card in a trick, ``[trump][suit led][card]``, as a mask
BEATS = tuple(
    tuple(tuple(mask(card for card in CARDS if strength[card] > own) for own in strength) for strength in by_led)
    for by_led in STRENGTH
)


@dataclass(frozen=True, slots=True)
class Terms:
    """What cards count under a trump. ``worth``: of taking a card, in points; ``keep``: of still holding it;
    ``loss``: what a point of another side costs, the more the fewer they are."""

    trump: int
    worth: tuple[float, ...]
    keep: tuple[float, ...]
    loss: float


def terms(trump: int, points: dict[int, float], pips: bool, low_taken: bool, loss: float) -> Terms:
    """Return the terms of a trump. ``points``: of the cards that count by themselves beside the jack."""
    worth = [PIP * PIPS[card] if pips else 0.0 for card in CARDS]
    first = 13 * trump
    worth[first + JACK] += 1.0
    if low_taken:
        for rank in range(4):
            worth[first + rank] += 0.6 - 0.15 * rank
    for card, counted in points.items():
        worth[card] += counted
    return Terms(trump, tuple(worth), tuple(_keep(card, trump, worth[card]) for card in CARDS), loss)


def _keep(card: int, trump: int, worth: float) -> float:
    """Return what a card is still good for in the hand: to win others, and be brought home."""
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
    """Return cards with what they promise, the best first. ``ours``: whether the seat's side holds the trick so far;
    ``left``: seats behind; ``out``: the mask of what others may hold; ``stake``: what a trick brings beside its cards.
    """
    return sorted(_gains(known, allowed, trick, ours, left, out, stake), key=_order)


def _order(one: tuple[float, int]) -> tuple[float, int, int]:
    """Order cards by what they promise, and of those that promise the same the lowest first."""
    return -one[0], one[1] % 13, one[1]


def _gains(
    known: Terms, allowed: Sequence[int], trick: Sequence[int], ours: bool, left: int, out: int, stake: float
) -> list[tuple[float, int]]:
    """Return what each card promises: as ``ranked`` does, in the order in which they are given."""
    gains = []
    if not trick:
        gains = [(_lead_gain(known, card, left, out, stake), card) for card in allowed]
    else:
        strength = STRENGTH[known.trump][SUITS_UNDER[known.trump][trick[0]]]
        best = max(strength[card] for card in trick)
        lying = stake + sum(known.worth[card] for card in trick)
        for card in allowed:
            wins = strength[card] > best
            chance = 1.0 if left == 0 else _holds(known, card, trick[0], out) if wins else 0.6
            at_stake = lying + known.worth[card]
            gain = chance * at_stake if wins or ours else -known.loss * at_stake
            if (wins or ours) and chance < 1.0:
                gain -= known.loss * (1.0 - chance) * at_stake
            gains.append((gain - known.keep[card], card))
    return gains


def _holds(known: Terms, card: int, led: int, out: int) -> float:
    """Return the chance that a card which wins now is not beaten by those behind."""
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
        # a trump that nobody beats draws jacks, tens and counters from the others
        drawn = 0.0
        while trumps:
            drawn += known.worth[trumps.bit_length() - 1]
            trumps ^= 1 << trumps.bit_length() - 1
        gain += 0.3 * drawn
    return gain


def play_out(
    known: Terms, following: Following, sides: Sequence[int], hands: Hands, lead: int, trick: list[int]
) -> list[tuple[int, tuple[int, ...], int]]:
    """Play hands to their end, which uses them up; return the tricks: who led, the cards, who took it."""
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
                for one, side in enumerate(sides):
                    if side != sides[seat]:
                        out |= held[one]
                card = min(_gains(known, allowed, trick, ours, players - 1 - at, out, TRICK), key=_order)[1]
            hand.remove(card)
            held[seat] ^= 1 << card
            trick.append(card)
        winner = (lead + winning_place(trick, known.trump)) % players
        tricks.append((lead, tuple(trick), winner))
        lead, trick = winner, []
    return tricks
