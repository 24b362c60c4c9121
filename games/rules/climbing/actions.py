"""The actions of a climbing game, and their form in a record (/rules/winner/#10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.rules.cards import LITTLE_JOKER
from games.rules.climbing.order import Order
from games.rules.core import N_, Action, Malformed
from games.rules.form import card_list, mapping, within

#: the most seats of any table in the family
MOST_PLAYERS = 7


@dataclass(frozen=True, slots=True)
class Give(Action):
    """The gift for a tribute. Each game with an exchange adds its ``cards`` or its one ``card``."""

    do: ClassVar[str] = "give"
    label: ClassVar[str] = N_("Give")
    sentence: ClassVar[str] = N_("%(seat)s {gives|give} %(cards)s in return.")

    @property
    def gift(self) -> tuple[int, ...]:
        """The cards that are given back."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Cards played. The rules list them lowest first; the order makes no difference."""

    do: ClassVar[str] = "play"
    label: ClassVar[str] = N_("Play")
    sentence: ClassVar[str] = N_("%(seat)s {plays|play} %(cards)s.")
    form: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """A pass (过)."""

    do: ClassVar[str] = "pass"
    label: ClassVar[str] = N_("Pass")
    sentence: ClassVar[str] = N_("%(seat)s {passes|pass}.")


#: seat → the pass of that seat
PASSES = tuple(Pass(seat) for seat in range(MOST_PLAYERS))


def read_action(raw: object, players: int, order: Order, jokers: bool = True) -> Action:
    """Return the play or pass from its record form, cards lowest first; raise ``Malformed`` if it is wrong."""
    do = raw.get("do") if isinstance(raw, dict) else None
    if do == "pass":
        return PASSES[within(mapping(raw, ("seat", "do"))["seat"], 0, players - 1)]
    if do != "play":
        raise Malformed("do")
    return Play(*read_cards(raw, players, order, jokers))


def read_cards(raw: object, players: int, order: Order, jokers: bool = True) -> tuple[int, tuple[int, ...]]:
    """Return seat and cards, lowest first, of an action that names at least one card. ``jokers``: whether any
    edition of the game has them; else they are refused."""
    read = mapping(raw, ("seat", "do", "cards"))
    numbers = card_list(read["cards"])
    if not numbers or (not jokers and max(numbers) >= LITTLE_JOKER):
        raise Malformed("no cards, or none of this game")
    return within(read["seat"], 0, players - 1), tuple(sorted(numbers, key=order.heights.__getitem__))
