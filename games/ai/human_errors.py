"""How the levels below the policy play: the policy of plain knowledge with a person's errors in it.

They have forgotten the older cards, and the less a choice seems to cost them, the more often they take it in place of
the best: they overtake their partner, hold trumps back too long, or spend them for little. What looks plainly bad to
them they never do, and where a hand can be won at once they win it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from random import Random
from typing import Any

from games.ai.bot import Bot
from games.rules.core import Action

#: level → tricks that it remembers beside the one on the table
REMEMBERED: Mapping[str, int] = {"novice": 1, "beginner": 2, "casual": 4}
#: What costs more than so many temperatures is never done.
PLAINLY_BAD = 3.0


def choose(player: Bot, view: Any, level: str, rng: Random) -> Action:
    """Return the action of one of the levels that ``REMEMBERED`` names, drawn among what the policy of the game's bot
    weighs: each choice the rarer the more it costs, measured by the level's temperature."""
    known = player.remembered(view, REMEMBERED[level]) if view.phase == "play" else view
    weighed = player.weighed(known, rng)
    temperature, best = player.temperatures.get(level, 0.0), weighed[0]
    near = [one for one in weighed if best[0] - one[0] <= PLAINLY_BAD * temperature]
    if len(near) < 2 or not temperature:
        return best[1]
    odds = [exp((worth - best[0]) / temperature) for worth, _ in near]
    return rng.choices([action for _, action in near], odds)[0]
