"""The three deeds of Winner, and their form in a record (winner.md 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from games.rules.cards import NAMES, names
from games.rules.core import Action, Malformed
from games.rules.form import card_list, mapping, one_card, within
from games.rules.winner.order import HEIGHT


@dataclass(frozen=True, slots=True)
class Give(Action):
    """The winner of the last hand gives a card for the tribute (还贡)."""

    do: ClassVar[str] = "give"
    card: int


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Cards played. The rules list them lowest first; any order is the same play."""

    do: ClassVar[str] = "play"
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """A pass (过)."""

    do: ClassVar[str] = "pass"


#: seat → the pass of that seat
PASSES = tuple(Pass(seat) for seat in range(4))


def read_action(raw: object, players: int) -> Action:
    """Return the action of its record form, cards lowest first; ``Malformed`` where it is off."""
    do = raw.get("do") if isinstance(raw, dict) else None
    if do == "pass":
        return PASSES[within(mapping(raw, ("seat", "do"))["seat"], 0, players - 1)]
    if do == "give":
        given = mapping(raw, ("seat", "do", "card"))
        return Give(within(given["seat"], 0, players - 1), one_card(given["card"]))
    if do == "play":
        played = mapping(raw, ("seat", "do", "cards"))
        numbers = card_list(played["cards"])
        if not numbers:
            raise Malformed("no cards")
        seat = within(played["seat"], 0, players - 1)
        return Play(seat, tuple(sorted(numbers, key=HEIGHT.__getitem__)))
    raise Malformed("do")


def write_action(action: Action) -> dict[str, Any]:
    """Return an action as a record holds it."""
    written: dict[str, Any] = {"seat": action.seat, "do": action.do}
    if isinstance(action, Play):
        written["cards"] = names(action.cards)
    elif isinstance(action, Give):
        written["card"] = NAMES[action.card]
    return written
