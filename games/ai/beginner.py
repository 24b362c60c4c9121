"""How a beginner plays: the policy of plain knowledge with human errors in it.

They have forgotten the older cards, and of two choices that look much alike they may take the worse.
What looks plainly bad to them they never do.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.ai.bot import Bot
from games.rules.core import Action

#: How often a beginner is content with the second choice.
SECOND_BEST = 0.3
#: Tricks that a beginner remembers beside the one on the table.
TRICKS_REMEMBERED = 2


def choose(player: Bot, view: Any, rng: Random) -> Action:
    """Return a beginner's action, from what the policy of the game's bot makes of a poorer memory."""
    if view.phase != "play":
        return player.weighed(view, rng)[0][1]
    weighed = player.weighed(player.remembered(view, TRICKS_REMEMBERED), rng)
    if len(weighed) > 1 and weighed[0][0] - weighed[1][0] <= player.second_best and rng.random() < SECOND_BEST:
        return weighed[1][1]
    return weighed[0][1]
