"""Hands of Pitch as text, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from games.rules.pitch.game import Pitch
from games.rules.pitch.state import PitchState
from tests.rules.four_chances import hands
from tests.rules.four_chances.hands import by_threes

GAME = Pitch()

# Seat 0 of four deals, seat 1 is the eldest and strong in hearts.
HANDS = ("AH KH JH 9S 8S 7S", "2H TH AS KS QS 2C", "3H 9H AC KC QC 3C", "5H 4D AD KD QD 2D")
BID = "1 bid 2, 2 pass, 3 pass, 0 pass"
PLAYED = (
    "1 play AH, 2 play 2H, 3 play 3H, 0 play 5H, 1 play KH, 2 play TH, 3 play 9H, 0 play 4D, "
    "1 play JH, 2 play 2C, 3 play 3C, 0 play 2D, 1 play 9S, 2 play AS, 3 play QC, 0 play QD, "
    "2 play KS, 3 play KC, 0 play KD, 1 play 8S, 2 play QS, 3 play AC, 0 play AD, 1 play 7S"
)
WHOLE = f"{BID}, {PLAYED}"

after = partial(hands.after, GAME)
refused = partial(hands.refused, GAME)


def start(
    options: Mapping[str, Any] | None = None,
    scores: Iterable[int] | None = None,
    dealer: int = 0,
    held: Iterable[str] = HANDS,
) -> PitchState:
    """Return the first state of a hand; ``held``: the hands of six from the eldest on, by default those
    above."""
    resolved = GAME.resolve(dict(options or {}))
    context = {"dealer": dealer, "scores": list(scores or [0] * len(set(GAME.sides(resolved))))}
    deck = by_threes(*held, pack=GAME.pack(resolved))
    return GAME.start(GAME.setup(dict(options or {}), context, deck))
