"""The AI player of California Jack as the site uses it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from games.ai import human_errors
from games.ai.bot import Bot, Measure
from games.ai.search import Question
from games.rules.california_jack.view import CaliforniaJackView
from games.rules.core import Action
from games.titles.california_jack.bot import policy, search
from games.titles.four_chances.bot.knowledge import remembered


class CaliforniaJackBot(Bot):
    """A policy of plain knowledge, and a search that plays on from it."""

    version = 1
    versions: Mapping[str, int] = dict.fromkeys((*human_errors.REMEMBERED, "intermediate", "strong"), 2)
    playouts: Mapping[str, int] = {"intermediate": 150, "strong": 600}
    worth_telling, review_worlds = 0.3, 100
    temperatures: Mapping[str, float] = {"novice": 0.6, "beginner": 0.32, "casual": 0.18}
    margin_digits = 2
    measures = (
        Measure("california-jack", "novice", "random", 300, wins=0.5),
        Measure("california-jack", "beginner", "novice", 300, wins=0.5),
        Measure("california-jack", "casual", "beginner", 300, wins=0.5),
        Measure("california-jack", "policy", "casual", 300, wins=0.5),
        Measure("california-jack", "policy", "random", 300, wins=0.65),
        Measure("california-jack", "intermediate", "policy", 300, margin=0.0),
        Measure("california-jack", "strong", "intermediate", 150, margin=0.0),
    )

    def weighed(self, view: CaliforniaJackView, rng: Random) -> list[tuple[float, Action]]:
        return policy.weighed(view)

    def question(self, view: CaliforniaJackView, rng: Random, also: Action | None = None) -> Question | None:
        return search.question(view, rng, also)

    def remembered(self, view: CaliforniaJackView, tricks: int) -> CaliforniaJackView:
        return remembered(view, tricks)  # type: ignore[no-any-return]

    def margin(self, result: Mapping[str, Any], side: int) -> float:
        """Return the points won less those lost."""
        return float(result["points"][side] - result["points"][1 - side])


BOT = CaliforniaJackBot("california-jack")
