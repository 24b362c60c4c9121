"""A hand of All Fours laid at its first lead, for figures and small positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.guide.game_guide import LEADER
from games.rules.allfours.state import Course, State, Table
from games.rules.cards import SUITS
from games.rules.core import Game


def at_first_lead(game: Game, options: Mapping[str, Any], trump: str, hands: list[tuple[int, ...]]) -> State:
    """Return a hand of All Fours at its first lead with these cards held; seat 0 leads."""
    players = options["players"]
    dealer = players - 1
    setup = game.setup(dict(options), {"dealer": dealer, "scores": [0, 0]}, game.pack(options))
    table = Table(setup, players, dealer, 0, options["target"], options["discipline"] == "enforced")
    held = tuple(tuple(sorted(hand)) for hand in hands) + ((),) * (players - len(hands))
    course = Course((), len(setup.deck), (0, 0), discards=(None,) * players)
    return State(table, "play", (LEADER,), held, SUITS.index(trump), LEADER, (), (), course, None, None)
