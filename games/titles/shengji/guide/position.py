"""A hand of Forty or Eighty set up in its play, for figures and small positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.guide.blocks import Position
from games.guide.game_guide import LEADER
from games.rules.core import Game
from games.rules.shengji.state import ALONE, Ground, State, deal_of
from games.rules.shengji.trumps import trumps_by


def at_play(game: Game, options: Mapping[str, Any], position: Position, hands: list[int]) -> State:
    """Return a hand of Forty or Eighty in its play, with seat 0 as banker and to lead."""
    setup = game.setup(dict(options), context_at(position.level), game.pack(options))
    deal = deal_of(setup, game.key == "eighty")
    ground = Ground(deal, (), trumps_by(options, position.trump, position.level), LEADER, (), deal.bottom, False)
    a, b, c, d = (*hands, 0, 0, 0, 0)[:4]
    return State(ground, "play", ALONE[LEADER], None, (a, b, c, d), leaders=(LEADER,))


def context_at(level: str) -> dict[str, Any]:
    """Return the context of a hand at a level, with seat 0 as banker."""
    return {"levels": [level, level], "banker": LEADER, "first": LEADER}
