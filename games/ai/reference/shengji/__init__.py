"""The policy of Forty and Eighty, kept as it was."""

from __future__ import annotations

from random import Random

from games.ai.reference.shengji.burying import bury
from games.ai.reference.shengji.declaring import best_declaration
from games.ai.reference.shengji.playing import best_play
from games.rules.core import Action
from games.rules.shengji.actions import Accept, Declare
from games.rules.shengji.view import View


def choose(view: View, rng: Random) -> Action:
    """Return what the view's seat, which is to act, does; ``rng`` decides between equals."""
    assert view.seat is not None
    if view.phase == "play":
        return best_play(view, rng)
    return bury(view) if view.phase == "bury" else Accept(view.seat)


def declare(view: View, rng: Random) -> Declare | None:
    """Return what the view's seat shows while the cards are drawn, ``None`` to wait."""
    return best_declaration(view)
