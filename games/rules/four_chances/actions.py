"""The actions that the games share, and the form of any action in a record (/rules/all-fours/#10).

Actions that are made often are made once, here: ``PLAY[seat][card]``, ``ASK[seat]``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from games.rules.cards import LITTLE_JOKER
from games.rules.core import N_, Action, Malformed
from games.rules.form import mapping, one_card, within

MOST_SEATS = 7
SEATS = range(MOST_SEATS)


@dataclass(frozen=True, slots=True)
class Play(Action):
    """A card is played to the trick (/rules/all-fours/#5)."""

    do: ClassVar[str] = "play"
    label: ClassVar[str] = N_("Play")
    sentence: ClassVar[str] = N_("%(seat)s {plays|play} %(cards)s.")
    form: ClassVar[tuple[str, ...]] = ("card",)
    card: int


@dataclass(frozen=True, slots=True)
class Ask(Action):
    """The seat that just played a trump asks if it is the highest or lowest out (/rules/all-fours/#5)."""

    do: ClassVar[str] = "ask"
    label: ClassVar[str] = N_("Ask")
    sentence: ClassVar[str] = N_("%(seat)s {asks|ask} about the trump just played.")
    in_turn: ClassVar[bool] = False


ASK = tuple(map(Ask, SEATS))
#: every play, the joker's too
PLAY = tuple(tuple(Play(seat, card) for card in range(LITTLE_JOKER + 1)) for seat in SEATS)


class Bounds(NamedTuple):
    """What the form of an action depends on: the number of seats and the cards of the game."""

    seats: int
    pack: Sequence[int]


class Form(NamedTuple):
    """An action's form in a record: its keys besides ``seat`` and ``do``, and their reader.

    ``read`` is given the seat, the object and the bounds, and returns the action.
    """

    keys: tuple[str, ...]
    read: Callable[[int, dict[str, Any], Bounds], Action]


def bare(actions: Sequence[Action]) -> Form:
    """Return the form of an action without fields of its own; ``actions`` by seat."""
    return Form((), lambda seat, form, bounds: actions[seat])


def read_card(value: object, pack: Sequence[int]) -> int:
    """Return a card's number from its name; reject cards that are not in the pack."""
    card = one_card(value)
    if card not in pack:
        raise Malformed("not a card of this game")
    return card


PLAY_FORM = Form(("card",), lambda seat, form, bounds: PLAY[seat][read_card(form["card"], bounds.pack)])
ASK_FORM = bare(ASK)


def read_action(raw: object, forms: Mapping[str, Form], bounds: Bounds) -> Action:
    """Return the action from its record form; raise ``Malformed`` if the form is wrong."""
    do = raw.get("do") if isinstance(raw, dict) else None
    if not isinstance(do, str) or do not in forms:
        raise Malformed("do")
    keys, read = forms[do]
    form = mapping(raw, ("seat", "do", *keys))
    return read(within(form["seat"], 0, bounds.seats - 1), form, bounds)
