"""A hand of All Fours laid at its first lead, for figures and small positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.allfours.deal import table_of
from games.rules.allfours.state import AllFoursState, Course
from games.rules.cards import SUITS
from games.rules.core import Game
from games.rules.four_chances.state import first_state


def at_first_lead(game: Game, options: Mapping[str, Any], trump: str, hands: list[tuple[int, ...]]) -> AllFoursState:
    """Return a hand of All Fours at its first lead with these cards held; seat 0 leads."""
    players = options["players"]
    context = {"dealer": players - 1, "scores": [0, 0]}  # so that seat 0 is the eldest
    setup = game.setup(dict(options), context, game.pack(options))
    held = tuple(tuple(sorted(hand)) for hand in hands) + ((),) * (players - len(hands))
    course = Course((), len(setup.deck), discards=(None,) * players)
    return first_state(table_of(setup), "play", held, SUITS.index(trump), course)
