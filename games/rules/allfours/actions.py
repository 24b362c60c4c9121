"""The deeds of All Fours and their form in a record (all-fours.md, section 10).

Deeds that are made often are made once, here: ``PLAY[seat][card]``, ``STAND[seat]``, ….
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from games.rules.cards import LITTLE_JOKER, NAMES, PACK_52, names
from games.rules.core import Action, Malformed
from games.rules.form import card_list, integer, mapping, one_card, within

MOST_SEATS = 4
CHANCES = ("high", "low", "jack", "game")


@dataclass(frozen=True, slots=True)
class Stand(Action):
    """The eldest is content with the trump (section 4)."""

    do: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class Beg(Action):
    """The eldest asks for a point or for another trump (section 4)."""

    do: ClassVar[str] = "beg"


@dataclass(frozen=True, slots=True)
class Give(Action):
    """The dealer gives a point and keeps the trump (section 4)."""

    do: ClassVar[str] = "give"


@dataclass(frozen=True, slots=True)
class Run(Action):
    """The dealer runs the cards: three more each and a new turn-up (section 4)."""

    do: ClassVar[str] = "run"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """A seat lays cards away, down to six; ``None`` where they are hidden from the viewer."""

    do: ClassVar[str] = "discard"
    in_turn: ClassVar[bool] = False
    cards: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Play(Action):
    """A card is played to the trick (section 5)."""

    do: ClassVar[str] = "play"
    card: int


@dataclass(frozen=True, slots=True)
class Ask(Action):
    """Who has just played a trump asks whether it is the highest or the lowest out (section 5)."""

    do: ClassVar[str] = "ask"
    in_turn: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """A seat says that a card of the other side, in a trick counted from 1, was a revoke (section 7)."""

    do: ClassVar[str] = "claim"
    in_turn: ClassVar[bool] = False
    against: int
    trick: int


@dataclass(frozen=True, slots=True)
class Accept(Action):
    """A seat has nothing more to claim (section 7)."""

    do: ClassVar[str] = "accept"
    in_turn: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Announce(Action):
    """A side says which chances it scores; ``None`` while that is hidden from the viewer (section 8)."""

    do: ClassVar[str] = "announce"
    in_turn: ClassVar[bool] = False
    items: tuple[str, ...] | None


_SEATS = range(MOST_SEATS)
STAND = tuple(map(Stand, _SEATS))
BEG = tuple(map(Beg, _SEATS))
GIVE = tuple(map(Give, _SEATS))
RUN = tuple(map(Run, _SEATS))
ASK = tuple(map(Ask, _SEATS))
ACCEPT = tuple(map(Accept, _SEATS))
PLAY = tuple(tuple(Play(seat, card) for card in PACK_52) for seat in _SEATS)
#: every announcement there is, by seat: all choices among the four chances
ANNOUNCE = tuple(
    tuple(
        Announce(seat, tuple(chance for bit, chance in enumerate(CHANCES) if chosen >> bit & 1))
        for chosen in range(1 << len(CHANCES))
    )
    for seat in _SEATS
)

_PLAIN: dict[str, tuple[Action, ...]] = {
    "stand": STAND, "beg": BEG, "give": GIVE, "run": RUN, "ask": ASK, "accept": ACCEPT
}  # fmt: skip
_FIELDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_PLAIN, ()),
    "discard": ("cards",),
    "play": ("card",),
    "claim": ("against", "trick"),
    "announce": ("items",),
}


def read_action(raw: object, players: int) -> Action:
    """Return the action of its record form; ``Malformed`` where its form is off."""
    do = raw.get("do") if isinstance(raw, dict) else None
    if not isinstance(do, str) or do not in _FIELDS:
        raise Malformed("do")
    form = mapping(raw, ("seat", "do", *_FIELDS[do]))
    seat = within(form["seat"], 0, players - 1)
    if do in _PLAIN:
        return _PLAIN[do][seat]
    if do == "play":
        return PLAY[seat][_no_joker(one_card(form["card"]))]
    if do == "discard":
        return Discard(seat, tuple(map(_no_joker, card_list(form["cards"]))))
    if do == "claim":
        return Claim(seat, within(form["against"], 0, players - 1), integer(form["trick"]))
    return Announce(seat, _chances(form["items"]))


def write_action(action: Action) -> dict[str, Any]:
    """Return an action as a record holds it."""
    form: dict[str, Any] = {"seat": action.seat, "do": action.do}
    match action:
        case Play(card=card):
            form["card"] = NAMES[card]
        case Discard(cards=cards) if cards is not None:
            form["cards"] = names(cards)
        case Claim(against=against, trick=trick):
            form |= {"against": against, "trick": trick}
        case Announce(items=items) if items is not None:
            form["items"] = list(items)
    return form


def _no_joker(card: int) -> int:
    if card >= LITTLE_JOKER:
        raise Malformed("a joker is no card of this game")
    return card


def _chances(value: object) -> tuple[str, ...]:
    """Return a list of different chances, in the order in which they were said."""
    if not isinstance(value, list) or not all(isinstance(item, str) and item in CHANCES for item in value):
        raise Malformed("items")
    if len(set(value)) != len(value):
        raise Malformed("items")
    return tuple(value)
