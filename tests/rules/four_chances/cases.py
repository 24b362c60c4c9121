"""Shared by the conformance cases of the family's games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.cards import NAMES, NUMBERS
from games.rules.four_chances.following import Following, winning_place
from games.rules.four_chances.state import Trick


def numbers(cards: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of a list of names."""
    return tuple(NUMBERS[name] for name in cards)


def refusal_of(following: Following, hand: Sequence[str], trick: Sequence[str], trump: int, card: str) -> str | None:
    """Return the code that refuses a card, ``None`` where it may be played."""
    held, lying = numbers(hand), numbers(trick)
    if NUMBERS[card] in following.playable(held, lying, trump):
        return None
    illegal = following.refusal(held, lying, trump)
    assert {NAMES[bound] for bound in illegal.binds} <= set(hand)
    return illegal.code


def tricks_of(case: dict[str, Any], trump: int) -> tuple[Trick, ...]:
    """Return the tricks of a case; whoever plays a card held it."""
    players = len(case["hands"])
    tricks = []
    for trick in case["tricks"]:
        lead, cards = trick[0][0], [card for _, card in trick]
        assert all(card in case["hands"][(lead + place) % players] for place, card in enumerate(cards))
        played = numbers(cards)
        tricks.append(Trick(lead, played, (lead + winning_place(played, trump)) % players))
    return tuple(tricks)
