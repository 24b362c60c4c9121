"""Which cards may be played, who takes a trick, what an asker is told (all-fours.md, section 5)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.cards import PACK_52
from games.rules.core import Illegal

SUIT_OF = tuple(card // 13 for card in PACK_52)

#: strength in a trick, ``[trump][suit led][card]``: 0 for a card that cannot win
STRENGTH = tuple(
    tuple(
        tuple(
            13 + card % 13 + 1 if card // 13 == trump else card % 13 + 1 if card // 13 == led else 0 for card in PACK_52
        )
        for led in range(4)
    )
    for trump in range(4)
)


def playable(hand: tuple[int, ...], trick: Sequence[int], trump: int) -> Sequence[int]:
    """Return the cards of a hand that section 5 allows, in the hand's order."""
    if not trick:
        return hand
    led = SUIT_OF[trick[0]]
    of_suit = [card for card in hand if SUIT_OF[card] == led]
    if not of_suit:
        return hand
    if led == trump:
        return of_suit
    return [card for card in hand if SUIT_OF[card] == led or SUIT_OF[card] == trump]


def refuse_card(hand: tuple[int, ...], trick: Sequence[int], trump: int, card: int) -> None:
    """Raise ``Illegal`` where section 5 does not allow a card of this hand."""
    if card in playable(hand, trick, trump):
        return
    led = SUIT_OF[trick[0]]
    binding = [other for other in hand if SUIT_OF[other] == led]
    raise Illegal("must-follow-trump" if led == trump else "must-follow-or-trump", binding)


def winning_place(trick: Sequence[int], trump: int) -> int:
    """Return the index of the card that takes the trick."""
    strength = STRENGTH[trump][SUIT_OF[trick[0]]]
    return trick.index(max(trick, key=strength.__getitem__))


def answer(out: Sequence[int], trump: int, card: int) -> tuple[bool, bool]:
    """Return whether a trump is the highest and whether it is the lowest of the trumps out."""
    trumps = [other for other in out if SUIT_OF[other] == trump]
    return card == max(trumps), card == min(trumps)
