"""The three actions of President, and their form in a record (/rules/president/#10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from games.rules.climbing import actions
from games.rules.climbing.actions import PASSES, Pass, Play, read_cards
from games.rules.core import Action
from games.rules.president.order import ORDER

__all__ = ["PASSES", "Give", "Pass", "Play", "gifts", "read_action"]


@dataclass(frozen=True, slots=True)
class Give(actions.Give):
    """The president or the vice-president gives as many cards as they get, lowest first. Empty if the viewer has not
    seen the gift."""

    form: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[int, ...]

    @property
    def gift(self) -> tuple[int, ...]:
        """The cards that are given back."""
        return self.cards


def gifts(seat: int, hand: Iterable[int], count: int) -> list[Action]:
    """Return every choice of ``count`` cards that a seat may give, in the order of its cards (5)."""
    return [Give(seat, cards) for cards in combinations(hand, count)]


def read_action(raw: object, players: int) -> Action:
    """Return the action from its record form, cards lowest first; raise ``Malformed`` if it is wrong."""
    if isinstance(raw, dict) and raw.get("do") == "give":
        return Give(*read_cards(raw, players, ORDER))
    return actions.read_action(raw, players, ORDER)
