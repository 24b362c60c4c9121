"""How a beginner plays: the policy of plain knowledge with human errors in it.

He has forgotten the older cards, and of two choices that look much alike he may take the worse.
What looks plainly bad to him he never does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from games.rules.core import Action

#: how often he is content with his second choice
SECOND_BEST = 0.3
#: game → what the second choice may cost by his own reckoning
NEAR = {"all-fours": 0.25, "winner": 0.8, "forty": 4.0, "eighty": 5.0}
#: tricks that he remembers beside the one on the table
TRICKS_REMEMBERED = 2

#: actions with what they are worth to a policy, best first
Weighed = Sequence[tuple[float, Action]]


def choose(weighed: Callable[[Any, Random], Weighed], view: Any, rng: Random) -> Action:
    """Return a beginner's action; ``weighed`` is the policy of the view's game."""
    if view.phase != "play":
        return weighed(view, rng)[0][1]
    found = weighed(_forgetful(view), rng)
    if len(found) > 1 and found[0][0] - found[1][0] <= NEAR.get(view.game, 0.0) and rng.random() < SECOND_BEST:
        return found[1][1]
    return found[0][1]


def _forgetful(view: Any) -> Any:
    """Return the view of one who remembers only the latest tricks."""
    played = [action for action in view.memory if action.do in ("play", "pass")]
    if view.game == "winner":
        kept = played[-view.seats * TRICKS_REMEMBERED :]
        return replace(view, memory=tuple(kept))
    table = len(view.trick)
    kept = played[-(view.seats * TRICKS_REMEMBERED + table) :] if played else []
    if view.game == "all-fours":
        return replace(view, memory=tuple(kept))
    return replace(view, memory=tuple(kept), plays=view.plays[-len(kept) :] if kept else ())
