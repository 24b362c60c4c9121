"""Throws: whether one stands, what is led if it fails, which components cannot be beaten (/rules/eighty/#9)."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.shengji.hands import NAMES_HELD, ONES, names_of, without
from games.rules.shengji.shapes import Part, places, split, top_run
from games.rules.shengji.trumps import Trumps


def beaten(table: Trumps, suit: int, part: Part, others: Iterable[int]) -> bool:
    """Return whether one of the hands ``others`` holds cards of the suit that beat a component."""
    both = table.both[suit]
    return any(_top(table, hand & both, part.pairs) > part.top for hand in others)


def led(table: Trumps, suit: int, cards: int, others: Iterable[int]) -> int:
    """Return the cards that a throw really leads, as a hand: all of them, or one component.

    ``others``: the three other hands. Of the beaten components the one with the lowest top is led; of equals the one
    with the most cards; of those the one whose suit comes first in S H C D.
    """
    hands = tuple(others)
    down = [part for part in split(table, cards) if beaten(table, suit, part, hands)]
    if not down:
        return cards
    return min(down, key=lambda part: (part.top, -part.pairs, part.cards & ONES)).cards


def certain(table: Trumps, suit: int, parts: Iterable[Part], unseen: int) -> list[Part]:
    """Return the components of a suit that nobody can beat, whoever holds the unseen cards."""
    return [part for part in parts if not beaten(table, suit, part, (unseen,))]


def unseen(eighty: bool, known: Iterable[int]) -> int:
    """Return the cards of the pack that are in none of the hands ``known``."""
    whole = ONES | (ONES << NAMES_HELD if eighty else 0)
    for cards in known:
        whole = without(whole, cards)
    return whole


def _top(table: Trumps, cards: int, pairs: int) -> int:
    """Return the highest top of a single (0), pair (1) or tractor among cards of a suit, −1 if there is none."""
    if pairs > 1:
        return top_run(places(table, cards >> NAMES_HELD), pairs)
    names = cards >> NAMES_HELD if pairs else cards & ONES
    place = table.place
    return max([place[card] for card in names_of(names)], default=-1)
