"""The deal, the turn-up and the running of the cards (all-fours.md, sections 3 and 4)."""

from __future__ import annotations

from games.rules.allfours.state import Hands

FIRST_CARDS = 6
MORE_CARDS = 3


def parcels(deck: tuple[int, ...], start: int, number: int, players: int, eldest: int, deal: str) -> Hands:
    """Return the cards that each seat gets when ``number`` are dealt to each from ``start`` on.

    Three at a time or one at a time as ``deal`` says, the eldest first, the dealer last.
    """
    packet = 3 if deal == "threes" else 1
    end, stride = start + number * players, packet * players
    hands = []
    for seat in range(players):
        cards: tuple[int, ...] = ()
        for place in range(start + (seat - eldest) % players * packet, end, stride):
            cards += deck[place : place + packet]
        hands.append(cards)
    return tuple(hands)


def first_hands(deck: tuple[int, ...], players: int, eldest: int, deal: str) -> Hands:
    """Return the six cards of each seat, ascending."""
    return tuple([tuple(sorted(cards)) for cards in parcels(deck, 0, FIRST_CARDS, players, eldest, deal)])


def round_size(players: int) -> int:
    """Return how many cards a round of a run takes from the pack, its turn-up among them."""
    return MORE_CARDS * players + 1


def another_round(dealt: int, players: int, deck: tuple[int, ...]) -> bool:
    """Say whether the pack still holds enough for a round of a run."""
    return len(deck) - dealt >= round_size(players)
