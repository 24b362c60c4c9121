"""Hands of All Fours as text, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.rules.allfours.game import AllFours
from games.rules.allfours.state import AllFoursState
from games.rules.cards import PACK_52, cards
from games.rules.core import Illegal

GAME = AllFours()
FOUR = GAME.resolve({"players": 4})

# Seat 0 deals, seat 1 is the eldest; hearts are turned up.
ELDEST = "AH 2C 3C KS TD 4S"
DEALER = "JH 2H TC AC 9D 3S"
PLAYED = (
    "1 play AH, 0 play 2H, 1 play KS, 0 play 3S, 1 play TD, 0 play JH, "
    "0 play AC, 1 play 2C, 0 play TC, 1 play 3C, 0 play 9D, 1 play 4S"
)


def deck(*parts: str) -> tuple[int, ...]:
    """Return a deck that begins with these cards; the rest follows in the order of the pack."""
    first = cards(" ".join(parts))
    return first + tuple(card for card in PACK_52 if card not in first)


def dealt(eldest: str = ELDEST, dealer: str = DEALER, turned: str = "5H", then: str = "") -> tuple[int, ...]:
    """Return the deck that deals these six cards to each of two, three at a time."""
    one, other = eldest.split(), dealer.split()
    return deck(*one[:3], *other[:3], *one[3:], *other[3:], turned, then)


def start(
    options: Mapping[str, Any] | None = None,
    scores: Iterable[int] = (0, 0),
    cards: tuple[int, ...] = (),
    dealer: int = 0,
) -> AllFoursState:
    """Return the first state of a hand; without ``cards`` the one above."""
    context = {"dealer": dealer, "scores": list(scores)}
    return GAME.start(GAME.setup(dict(options or {}), context, cards or dealt()))


def action(text: str) -> Any:
    """Return an action of text: ``1 play AH``, ``0 discard 2C 3C``, ``1 claim 0 2``, ``1 announce high``."""
    seat, do, *rest = text.split()
    raw: dict[str, Any] = {"seat": int(seat), "do": do}
    match do:
        case "play":
            raw["card"] = rest[0]
        case "discard":
            raw["cards"] = rest
        case "claim":
            raw |= {"against": int(rest[0]), "trick": int(rest[1])}
        case "announce":
            raw["items"] = rest
    return GAME.read_action(raw, FOUR)


def after(state: AllFoursState, text: str) -> AllFoursState:
    """Return the state after actions separated by commas, each of them legal."""
    for line in text.split(","):
        GAME.check(state, action(line))
        state = GAME.step(state, action(line))
    return state


def refused(state: AllFoursState, text: str) -> tuple[int, str]:
    """Return index and code of the first of these actions that is refused."""
    for at, line in enumerate(text.split(",")):
        try:
            GAME.check(state, action(line))
        except Illegal as illegal:
            return at, illegal.code
        state = GAME.step(state, action(line))
    raise AssertionError("nothing was refused")
