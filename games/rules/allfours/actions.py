"""The actions of All Fours that are its own, and the forms of all (/rules/all-fours/#10).

Actions that are made often are made once, here: ``STAND[seat]``, ``BEG[seat]``, ….
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from games.rules.core import N_, Action, Malformed, Seat
from games.rules.form import integer, within
from games.rules.four_chances.actions import ASK_FORM, PLAY_FORM, Bounds, Form, bare, read_card
from games.rules.four_chances.score import CHANCES
from games.rules.revokes import Accept, Claim

MOST_SEATS = 4
CHANCE_NAMES = {"high": N_("High"), "low": N_("Low"), "jack": N_("Jack"), "game": N_("Game")}


@dataclass(frozen=True, slots=True)
class Stand(Action):
    """The eldest is content with the trump (/rules/all-fours/#4)."""

    do: ClassVar[str] = "stand"
    label: ClassVar[str] = N_("Stand")
    sentence: ClassVar[str] = N_("%(seat)s {stands|stand}.")


@dataclass(frozen=True, slots=True)
class Beg(Action):
    """The eldest asks for a point or for another trump (/rules/all-fours/#4)."""

    do: ClassVar[str] = "beg"
    label: ClassVar[str] = N_("Beg")
    sentence: ClassVar[str] = N_("%(seat)s {begs|beg}.")


@dataclass(frozen=True, slots=True)
class Give(Action):
    """The dealer gives a point and keeps the trump (/rules/all-fours/#4)."""

    do: ClassVar[str] = "give"
    label: ClassVar[str] = N_("Give a point")
    sentence: ClassVar[str] = N_("%(seat)s {gives|give} a point.")


@dataclass(frozen=True, slots=True)
class Run(Action):
    """The dealer runs the cards: three more each and a new turn-up (/rules/all-fours/#4)."""

    do: ClassVar[str] = "run"
    label: ClassVar[str] = N_("Run the cards")
    sentence: ClassVar[str] = N_("%(seat)s {runs|run} the cards.")


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """A seat lays cards away, down to six; ``None`` if they are hidden from the viewer."""

    do: ClassVar[str] = "discard"
    label: ClassVar[str] = N_("Discard")
    sentence: ClassVar[str] = N_("%(seat)s {discards|discard} %(cards)s.")
    form: ClassVar[tuple[str, ...]] = ("cards",)
    in_turn: ClassVar[bool] = False
    cards: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Announce(Action):
    """A side says which chances it scores; ``None`` while that is hidden from the viewer (/rules/all-fours/#8)."""

    do: ClassVar[str] = "announce"
    label: ClassVar[str] = N_("Announce: %(items)s")
    sentence: ClassVar[str] = N_("%(seat)s {announces|announce}: %(items)s.")
    form: ClassVar[tuple[str, ...]] = ("items",)
    in_turn: ClassVar[bool] = False
    items: tuple[str, ...] | None

    def values(self) -> dict[str, Any]:
        return {"seat": Seat(self.seat), "items": tuple(CHANCE_NAMES[item] for item in self.items or ())}


_SEATS = range(MOST_SEATS)
STAND = tuple(map(Stand, _SEATS))
BEG = tuple(map(Beg, _SEATS))
GIVE = tuple(map(Give, _SEATS))
RUN = tuple(map(Run, _SEATS))
ACCEPT = tuple(map(Accept, _SEATS))
#: every announcement there is, by seat: all choices among the four chances
ANNOUNCE = tuple(
    tuple(
        Announce(seat, tuple(chance for bit, chance in enumerate(CHANCES) if chosen >> bit & 1))
        for chosen in range(1 << len(CHANCES))
    )
    for seat in _SEATS
)


def _discard(seat: int, form: dict[str, Any], bounds: Bounds) -> Discard:
    if not isinstance(form["cards"], list):
        raise Malformed("not a list of cards")
    return Discard(seat, tuple(read_card(name, bounds.pack) for name in form["cards"]))


def _claim(seat: int, form: dict[str, Any], bounds: Bounds) -> Claim:
    return Claim(seat, within(form["against"], 0, bounds.seats - 1), integer(form["trick"]))


def _announce(seat: int, form: dict[str, Any], bounds: Bounds) -> Announce:
    """Return an announcement of different chances, in the order in which they were said."""
    items = form["items"]
    if not isinstance(items, list) or not all(isinstance(item, str) and item in CHANCES for item in items):
        raise Malformed("items")
    if len(set(items)) != len(items):
        raise Malformed("items")
    return Announce(seat, tuple(items))


FORMS: dict[str, Form] = {
    "stand": bare(STAND),
    "beg": bare(BEG),
    "give": bare(GIVE),
    "run": bare(RUN),
    "discard": Form(("cards",), _discard),
    "play": PLAY_FORM,
    "ask": ASK_FORM,
    "claim": Form(("against", "trick"), _claim),
    "accept": bare(ACCEPT),
    "announce": Form(("items",), _announce),
}
