"""Hands of California Jack as text, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from games.rules.california_jack.game import CaliforniaJack
from games.rules.california_jack.state import CaliforniaJackState
from tests.rules.four_chances import hands
from tests.rules.four_chances.hands import by_threes

GAME = CaliforniaJack()

# Seat 0 deals, seat 1 is the eldest; hearts are cut, and the jack of clubs is the stock's first card.
ELDEST = "AH KH 3S 4S 5C 6C"
DEALER = "2H JH TS 7S 8D 9D"
STOCK = "JC QC TD KD QH TH"

after = partial(hands.after, GAME)
refused = partial(hands.refused, GAME)


def start(
    options: Mapping[str, Any] | None = None,
    scores: Iterable[int] = (0, 0),
    eldest: str = ELDEST,
    dealer: str = DEALER,
    stock: str = STOCK,
) -> CaliforniaJackState:
    """Return the first state of a hand, by default that above."""
    trump = "H" if GAME.resolve(dict(options or {}))["trump"] == "cut" else None
    context = {"dealer": 0, "scores": list(scores), "trump": trump}
    return GAME.start(GAME.setup(dict(options or {}), context, by_threes(eldest, dealer, then=stock)))
