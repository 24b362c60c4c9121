"""How the levels below the policy play: the policy with human errors.

They forget older cards, and the less a choice seems to cost, the more often they prefer it to the best one: they
overtake their partner, hold trumps back too long, or spend them for little. They never do what looks plainly bad to
them, they win a hand when it can be won at once, and they do not simply let somebody else win it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from random import Random
from typing import Any

from games.ai.bot import Bot
from games.rules.core import Action

#: level → tricks that it remembers besides the one on the table
REMEMBERED: Mapping[str, int] = {"novice": 1, "beginner": 2, "casual": 4}
#: An action that costs more than this many temperatures is never chosen.
PLAINLY_BAD = 3.0


def choose(player: Bot, view: Any, level: str, rng: Random) -> Action:
    """Return the action of one of the levels in ``REMEMBERED``, drawn from what the policy of the game's bot weighs:
    the more a choice costs, measured by the level's temperature, the rarer it is."""
    known = player.remembered(view, REMEMBERED[level]) if view.phase == "play" else view
    weighed = player.without_blunders(view, player.weighed(known, rng))
    temperature, best = player.temperatures.get(level, 0.0), weighed[0]
    near = [one for one in weighed if best[0] - one[0] <= PLAINLY_BAD * temperature]
    if len(near) < 2 or not temperature:
        return best[1]
    odds = [exp((worth - best[0]) / temperature) for worth, _ in near]
    return rng.choices([action for _, action in near], odds)[0]
