"""Hands of All Fours as text, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from games.rules.allfours.game import AllFours
from games.rules.allfours.state import AllFoursState
from tests.rules.four_chances import hands
from tests.rules.four_chances.hands import by_threes, deck

__all__ = ["deck"]

GAME = AllFours()
FOUR = GAME.resolve({"players": 4})

# Seat 0 deals, seat 1 is the eldest; a heart is turned up.
ELDEST = "AH 2C 3C KS TD 4S"
DEALER = "JH 2H TC AC 9D 3S"
PLAYED = (
    "1 play AH, 0 play 2H, 1 play KS, 0 play 3S, 1 play TD, 0 play JH, "
    "0 play AC, 1 play 2C, 0 play TC, 1 play 3C, 0 play 9D, 1 play 4S"
)

action = partial(hands.read, GAME, FOUR)
after = partial(hands.after, GAME)
refused = partial(hands.refused, GAME)


def dealt(eldest: str = ELDEST, dealer: str = DEALER, turned: str = "5H", then: str = "") -> tuple[int, ...]:
    """Return the deck that deals these six cards to each of two players, three at a time."""
    return by_threes(eldest, dealer, then=f"{turned} {then}")


def start(
    options: Mapping[str, Any] | None = None,
    scores: Iterable[int] = (0, 0),
    cards: tuple[int, ...] = (),
    dealer: int = 0,
) -> AllFoursState:
    """Return the first state of a hand; without ``cards`` the one above."""
    context = {"dealer": dealer, "scores": list(scores)}
    return GAME.start(GAME.setup(dict(options or {}), context, cards or dealt()))
