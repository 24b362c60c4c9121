"""The deeds of Forty and Eighty, and their form in a record (forty-eighty.md, section 14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from games.rules.cards import names
from games.rules.core import Action, Malformed
from games.rules.form import card_list, integer, mapping, within
from games.rules.shengji.hands import NAMES_HELD, names_of

#: the seat of the house, which closes the draw
HOUSE = -1


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """Show cards to make trumps, when ``after`` cards have been dealt in all (section 4.1)."""

    do: ClassVar[str] = "declare"
    in_turn: ClassVar[bool] = False
    cards: tuple[int, ...]
    after: int


@dataclass(frozen=True, slots=True)
class Close(Action):
    """The house ends a live draw: trumps and banker are fixed. No record holds it."""

    do: ClassVar[str] = "close"
    in_turn: ClassVar[bool] = False
    recorded: ClassVar[bool] = False
    seat: int = HOUSE


@dataclass(frozen=True, slots=True)
class Bury(Action):
    """The banker puts cards away (section 5). In another seat's memory ``cards`` is empty."""

    do: ClassVar[str] = "bury"
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Lead or follow with cards, ascending by number."""

    do: ClassVar[str] = "play"
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Say that ``against`` revoked in a trick, counted from 1 (section 13)."""

    do: ClassVar[str] = "claim"
    in_turn: ClassVar[bool] = False
    against: int
    trick: int


@dataclass(frozen=True, slots=True)
class Accept(Action):
    """Have no claim after the last trick (section 13)."""

    do: ClassVar[str] = "accept"
    in_turn: ClassVar[bool] = False


#: seat → card → the play of that card alone; these are made once
SINGLES: tuple[tuple[Play, ...], ...] = tuple(
    tuple(Play(seat, (card,)) for card in range(NAMES_HELD)) for seat in range(4)
)
#: seat → card → the play of that pair
PAIRS: tuple[tuple[Play, ...], ...] = tuple(
    tuple(Play(seat, (card, card)) for card in range(NAMES_HELD)) for seat in range(4)
)


class _Menu(dict[int, tuple[Play, ...]]):
    """The plays of single cards of one seat and printed suit, by the 13 bits of the suit's names;
    filled as it is asked, never beyond 8,192 lines."""

    def __init__(self, seat: int, suit: int) -> None:
        super().__init__()
        self._plays = SINGLES[seat][13 * suit : 13 * suit + 13]

    def __missing__(self, mask: int) -> tuple[Play, ...]:
        plays = tuple(self._plays[rank] for rank in names_of(mask))
        self[mask] = plays
        return plays


#: seat → the four suits and the jokers → menu
_MENUS = tuple(tuple(_Menu(seat, suit) for suit in range(5)) for seat in range(4))


def singles(seat: int, ones: int) -> tuple[Play, ...]:
    """Return the plays of one card out of a mask of names, ascending by card."""
    spades, hearts, clubs, diamonds, jokers = _MENUS[seat]
    return (
        spades[ones & 8191]
        + hearts[ones >> 13 & 8191]
        + clubs[ones >> 26 & 8191]
        + diamonds[ones >> 39 & 8191]
        + jokers[ones >> 52 & 3]
    )


def play(seat: int, cards: tuple[int, ...]) -> Play:
    """Return the play of these cards, ascending; singles are shared."""
    return SINGLES[seat][cards[0]] if len(cards) == 1 else Play(seat, cards)


def read(raw: object) -> Action:
    """Return the action of a record's object; ``Malformed`` where its form is off. The order of
    cards is free in a record: they come out ascending."""
    if not isinstance(raw, dict):
        raise Malformed("not an action")
    match raw.get("do"):
        case "declare":
            mapping(raw, ("seat", "do", "cards", "after"))
            return Declare(_seat(raw), _cards(raw), integer(raw["after"]))
        case "bury":
            mapping(raw, ("seat", "do", "cards"))
            return Bury(_seat(raw), _cards(raw))
        case "play":
            mapping(raw, ("seat", "do", "cards"))
            return play(_seat(raw), _cards(raw))
        case "claim":
            mapping(raw, ("seat", "do", "against", "trick"))
            return Claim(_seat(raw), within(raw["against"], 0, 3), integer(raw["trick"]))
        case "accept":
            mapping(raw, ("seat", "do"))
            return Accept(_seat(raw))
    raise Malformed("do")


def write(action: Action) -> dict[str, Any]:
    """Return an action as a record holds it (``Close`` too, though no record does)."""
    raw: dict[str, Any] = {"seat": action.seat, "do": action.do}
    if isinstance(action, Declare | Bury | Play):
        raw["cards"] = names(action.cards)
    if isinstance(action, Declare):
        raw["after"] = action.after
    if isinstance(action, Claim):
        raw["against"] = action.against
        raw["trick"] = action.trick
    return raw


def _seat(raw: dict[str, Any]) -> int:
    return within(raw["seat"], 0, 3)


def _cards(raw: dict[str, Any]) -> tuple[int, ...]:
    return tuple(sorted(card_list(raw["cards"])))
