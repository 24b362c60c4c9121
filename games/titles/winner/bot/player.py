"""The AI player of Winner as the house knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from games.ai.bot import Measure
from games.ai.search import Question
from games.rules.core import Action
from games.rules.winner.view import WinnerView
from games.titles.climbing.bot.player import ClimbingBot
from games.titles.winner.bot import policy, search

THREE = {"players": 3}


class WinnerBot(ClimbingBot):
    """A policy of few combinations, and a search over hidden hands."""

    version = 1
    playouts: Mapping[str, int] = {"intermediate": 40, "strong": 640}
    worth_telling, review_worlds = 3.0, 150
    measures = (
        Measure("winner", "beginner", "random", 300, margin=0.0),
        Measure("winner", "policy", "beginner", 300, margin=0.0),
        Measure("winner", "policy", "random", 300, wins=0.70),
        Measure("winner", "policy", "random", 300, wins=0.80, options=THREE),
        Measure("winner", "intermediate", "policy", 300, wins=0.36),
        Measure("winner", "intermediate", "policy", 300, wins=0.52, options=THREE),
        Measure("winner", "strong", "policy", 300, wins=0.40, margin=8.0),
        Measure("winner", "strong", "policy", 300, wins=0.55, options=THREE),
    )

    def weighed(self, view: WinnerView, rng: Random) -> list[tuple[float, Action]]:
        return policy.weighed(view, rng)

    def question(self, view: WinnerView, rng: Random, also: Action | None = None) -> Question | None:
        return search.question(view, rng, also)

    def in_points(self, question: Any) -> Callable[[Any, int], float]:
        """Return points of /rules/winner/#7: whoever is first out gains what the others lose, and nobody else gains."""

        def value(world: Any, move: int) -> float:
            worth: float = question.value(world, move)
            return worth - (search.FIRST_OUT if worth > 0 else 0.0)

        return value


BOT = WinnerBot("winner")
