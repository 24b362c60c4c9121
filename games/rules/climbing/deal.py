"""The deal, one card at a time round the table from the dealer on (/rules/winner/#5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.climbing.order import Order

#: cards dealt to each of four players
WITH_FOUR = 13


@dataclass(frozen=True, slots=True)
class Odd:
    """The card left over from three hands of seventeen, and who got it (/rules/big-two/#5, /rules/tien-len/#5)."""

    card: int
    seat: int


def deal(deck: Sequence[int], dealer: int, players: int) -> list[tuple[int, ...]]:
    """Return seat → cards dealt; the whole deck is dealt."""
    return [tuple(deck[(seat - dealer) % players :: players]) for seat in range(players)]


def cards_each(options: Mapping[str, Any]) -> int:
    """Return how many cards each player is dealt if some may stay out of play."""
    each: int = WITH_FOUR if options["players"] == 4 else options["cards"]
    return each


def deal_each(deck: Sequence[int], dealer: int, players: int, each: int, order: Order) -> tuple[list[int], Odd | None]:
    """Return seat → ``each`` cards as bits, and the odd card if just one is left over: it goes to the player who was
    dealt the lowest of the others."""
    count = players * each
    hands = [order.mask_of(cards) for cards in deal(deck[:count], dealer, players)]
    if len(deck) - count != 1:
        return hands, None
    odd = Odd(deck[-1], holder(hands, lowest_of(hands)))
    hands[odd.seat] |= order.bits[odd.card]
    return hands, odd


def lowest_of(hands: Sequence[int]) -> int:
    """Return the bit of the lowest card in any of these hands."""
    held = 0
    for hand in hands:
        held |= hand
    return held & -held


def holder(hands: Sequence[int], card: int) -> int:
    """Return the seat that holds a card, given as its bit."""
    return next(seat for seat, hand in enumerate(hands) if hand & card)
