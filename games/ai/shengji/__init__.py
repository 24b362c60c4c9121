"""An AI player of Forty and Eighty: a policy of plain knowledge, quick and whole, and a search that
plays on from it.

The policy sees a ``View`` and remembers every card played. Each play is weighed by the points it may
win or lose, the chance of the trick, and what its cards would still be good for.
"""

from __future__ import annotations

from random import Random

from games.ai.shengji.burying import bury
from games.ai.shengji.claiming import claim
from games.ai.shengji.declaring import best_declaration
from games.ai.shengji.playing import weighed_plays
from games.ai.shengji.search import question
from games.rules.core import Action
from games.rules.shengji.actions import Accept, Declare
from games.rules.shengji.view import View


def choose(view: View, rng: Random) -> Action:
    """Return what the view's seat, which is to act, does; ``rng`` decides between equals."""
    return weighed(view, rng)[0][1]


def weighed(view: View, rng: Random) -> list[tuple[float, Action]]:
    """Return what the view's seat may sensibly do with what it is worth in points, best first;
    outside the play its choice alone."""
    assert view.seat is not None
    if view.phase == "play":
        return [(worth, made) for worth, made in weighed_plays(view, rng)]
    if view.phase == "bury":
        return [(0.0, bury(view))]
    return [(0.0, claim(view) or Accept(view.seat))]


def declare(view: View, rng: Random) -> Declare | None:
    """Return what the view's seat shows while the cards are drawn, ``None`` to wait."""
    return best_declaration(view)


__all__ = ["choose", "declare", "question", "weighed"]
