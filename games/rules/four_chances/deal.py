"""Cards that are dealt in packets, the eldest first and the dealer last (/rules/all-fours/#3)."""

from __future__ import annotations

from functools import cache

from games.rules.four_chances.state import Hands

#: cards of a hand, where not all are dealt
HAND = 6


@cache
def packets(number: int, deal: str) -> tuple[int, ...]:
    """Return the packets in which a seat is dealt its cards: ``"threes"`` three at a time, the last
    with what is left; ``"singles"`` one at a time."""
    if deal == "singles":
        return (1,) * number
    rest = number % 3
    return (3,) * (number // 3) + ((rest,) if rest else ())


def parcels(deck: tuple[int, ...], start: int, number: int, players: int, eldest: int, deal: str) -> Hands:
    """Return each seat's cards, in the order dealt, when ``number`` are dealt to each from ``start``
    on."""
    hands: list[tuple[int, ...]] = [()] * players
    in_turn = (*range(eldest, players), *range(eldest))
    for size in packets(number, deal):
        for seat in in_turn:
            hands[seat] += deck[start : start + size]
            start += size
    return tuple(hands)


def first_hands(deck: tuple[int, ...], number: int, players: int, eldest: int, deal: str) -> Hands:
    """Return the cards of each seat after the deal, ascending."""
    return tuple([tuple(sorted(cards)) for cards in parcels(deck, 0, number, players, eldest, deal)])
