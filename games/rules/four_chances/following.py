"""What must be played and what takes a trick (/rules/all-fours/#5).

A joker in the pack is always a trump, and the lowest of all (/rules/pitch/#2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.rules.cards import LITTLE_JOKER
from games.rules.core import Illegal

JOKER = LITTLE_JOKER
CARDS = range(JOKER + 1)
#: the suit printed on a card; 4 on the joker
SUIT_OF = tuple(card // 13 for card in CARDS)
#: the suit that a card belongs to, ``[trump][card]``: the joker's is the trump
SUITS_UNDER = tuple(tuple(trump if card == JOKER else card // 13 for card in CARDS) for trump in range(4))


def _strength(card: int, led: int, trump: int) -> int:
    """Return 1 to 13 for a card of the plain suit led, 14 for the joker, 15 to 27 for the other trumps;
    0 for a card that cannot win."""
    if card == JOKER:
        return 14
    if card // 13 == trump:
        return 15 + card % 13
    return 1 + card % 13 if card // 13 == led else 0


#: strength in a trick, ``[trump][suit led][card]``
STRENGTH = tuple(tuple(tuple(_strength(card, led, trump) for card in CARDS) for led in range(4)) for trump in range(4))


#: whether a card is of the suit led or a trump, ``[trump][suit led][card]``
FOLLOWS = tuple(
    tuple(tuple(suit in (led, trump) for suit in suits) for led in range(4)) for trump, suits in enumerate(SUITS_UNDER)
)


def winning_place(trick: Sequence[int], trump: int) -> int:
    """Return the index of the card that takes the trick."""
    strength = STRENGTH[trump][SUITS_UNDER[trump][trick[0]]]
    return trick.index(max(trick, key=strength.__getitem__))


# --- what may be played -----------------------------------------------------------------------


class Following(NamedTuple):
    """A table's rule for following. Both functions take a hand, the trick so far and the trump.

    ``playable`` returns the cards that may be played, in the hand's order; ``refusal`` the error
    to raise for one of the others.
    """

    playable: Callable[[tuple[int, ...], Sequence[int], int], Sequence[int]]
    refusal: Callable[[tuple[int, ...], Sequence[int], int], Illegal]


def playable(hand: tuple[int, ...], trick: Sequence[int], trump: int) -> Sequence[int]:
    """Return the cards that follow suit or trump; all where nothing is led or nothing can follow."""
    if not trick:
        return hand
    suits = SUITS_UNDER[trump]
    led = suits[trick[0]]
    for card in hand:
        if suits[card] == led:
            follows = FOLLOWS[trump][led]
            return [card for card in hand if follows[card]]
    return hand


def refusal(hand: tuple[int, ...], trick: Sequence[int], trump: int) -> Illegal:
    """Return the refusal of a card that does neither; the cards of the suit led bind the player."""
    suits = SUITS_UNDER[trump]
    led = suits[trick[0]]
    of_suit = [card for card in hand if suits[card] == led]
    return Illegal("must-follow-trump" if led == trump else "must-follow-or-trump", of_suit)


FOLLOW_OR_TRUMP = Following(playable, refusal)
