"""The three actions of Winner, and their form in a record (/rules/winner/#10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from games.rules.climbing import actions
from games.rules.climbing.actions import PASSES, Pass, Play
from games.rules.core import Action
from games.rules.form import mapping, one_card, within
from games.rules.winner.order import ORDER

__all__ = ["PASSES", "Give", "Pass", "Play", "gifts", "read_action"]


@dataclass(frozen=True, slots=True)
class Give(actions.Give):
    """The winner of the last hand gives a card for the tribute (还贡)."""

    form: ClassVar[tuple[str, ...]] = ("card",)
    card: int

    @property
    def gift(self) -> tuple[int, ...]:
        """The cards that are given back."""
        return (self.card,)


def gifts(seat: int, hand: Iterable[int]) -> list[Action]:
    """Return a seat's possible gifts, in the order of its cards (5)."""
    return [Give(seat, card) for card in hand]


def read_action(raw: object, players: int) -> Action:
    """Return the action from its record form, cards lowest first; raise ``Malformed`` if it is wrong."""
    if isinstance(raw, dict) and raw.get("do") == "give":
        fields = mapping(raw, ("seat", "do", "card"))
        return Give(within(fields["seat"], 0, players - 1), one_card(fields["card"]))
    return actions.read_action(raw, players, ORDER)
