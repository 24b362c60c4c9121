"""The actions of Forty and Eighty, and their form in a record (/rules/eighty/#14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from games.rules.core import N_, Action, Malformed, Message
from games.rules.form import card_list, integer, mapping, within
from games.rules.revokes import Accept, Claim
from games.rules.shengji.hands import NAMES_HELD, names_of

#: the seat of the house, which closes the draw
HOUSE = -1


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """Show cards to make trumps, when ``after`` cards have been dealt in all (/rules/eighty/#4.1)."""

    do: ClassVar[str] = "declare"
    label: ClassVar[str] = N_("Declare")
    sentence: ClassVar[str] = N_("%(seat)s {shows|show} %(cards)s when %(after)s cards are dealt.")
    form: ClassVar[tuple[str, ...]] = ("cards",)
    in_turn: ClassVar[bool] = False
    cards: tuple[int, ...]
    after: int

    def message(self) -> Message:
        text = N_("%(seat)s {shows|show} %(cards)s with the first card dealt.")
        return Message(text if self.after == 1 else self.sentence, self.values())


@dataclass(frozen=True, slots=True)
class Close(Action):
    """The house ends a live draw: trumps and banker are fixed. No record holds it."""

    do: ClassVar[str] = "close"
    label: ClassVar[str] = N_("Close the draw")
    sentence: ClassVar[str] = N_("The draw is over.")
    in_turn: ClassVar[bool] = False
    recorded: ClassVar[bool] = False
    seat: int = HOUSE


@dataclass(frozen=True, slots=True)
class Bury(Action):
    """The banker puts cards away (/rules/eighty/#5). In another seat's memory ``cards`` is empty."""

    do: ClassVar[str] = "bury"
    label: ClassVar[str] = N_("Bury")
    sentence: ClassVar[str] = N_("%(seat)s {buries|bury} %(cards)s.")
    form: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Lead or follow with cards, ascending by number."""

    do: ClassVar[str] = "play"
    label: ClassVar[str] = N_("Play")
    sentence: ClassVar[str] = N_("%(seat)s {plays|play} %(cards)s.")
    form: ClassVar[tuple[str, ...]] = ("cards",)
    cards: tuple[int, ...]


#: seat → card → the play of that card alone; these are made once
SINGLES: tuple[tuple[Play, ...], ...] = tuple(
    tuple(Play(seat, (card,)) for card in range(NAMES_HELD)) for seat in range(4)
)
#: seat → card → the play of that pair
PAIRS: tuple[tuple[Play, ...], ...] = tuple(
    tuple(Play(seat, (card, card)) for card in range(NAMES_HELD)) for seat in range(4)
)


class _Menu(dict[int, tuple[Play, ...]]):
    """One seat's plays of single cards of a printed suit, by the 13 bits of the suit's names;
    filled on demand, up to 8,192 entries."""

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


def read_action(raw: object) -> Action:
    """Return the action of a record's object; raise ``Malformed`` if the form is wrong.
    A record may list cards in any order; they come out ascending."""
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


def _seat(raw: dict[str, Any]) -> int:
    return within(raw["seat"], 0, 3)


def _cards(raw: dict[str, Any]) -> tuple[int, ...]:
    return tuple(sorted(card_list(raw["cards"])))
