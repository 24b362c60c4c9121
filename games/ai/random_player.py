"""A player of every game that knows only the rules: any legal action, all equally likely."""

from __future__ import annotations

from random import Random

from games.rules.core import Action, View
from games.rules.registry import GAMES


def choose(view: View, rng: Random) -> Action:
    """Return one of the actions that the rules allow the view's seat, which is to act."""
    moves = GAMES[view.game].moves(view)
    return moves[rng.randrange(len(moves))]
