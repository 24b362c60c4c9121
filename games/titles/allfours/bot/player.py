"""The AI player of All Fours as the site uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from random import Random
from typing import Any

from games.ai import human_errors
from games.ai.bot import Bot, Measure
from games.ai.search import Question
from games.rules.allfours.view import AllFoursView
from games.rules.core import Action
from games.titles.allfours.bot import policy, search
from games.titles.four_chances.bot.knowledge import remembered

FOUR = {"players": 4}


class AllFoursBot(Bot):
    """A policy of plain knowledge, and a search by the chance to win the game."""

    version = 2
    versions: Mapping[str, int] = dict.fromkeys((*human_errors.REMEMBERED, "intermediate"), 3)
    playouts: Mapping[str, int] = {"intermediate": 120, "strong": 5000}
    temperatures: Mapping[str, float] = {"novice": 2.5, "beginner": 0.4, "casual": 0.18}
    worth_telling, review_worlds = 0.3, 600
    margin_digits = 2
    kernels = ("games.titles.allfours.bot.core",)
    measures = (
        Measure("all-fours", "novice", "random", 1000, wins=0.5),
        Measure("all-fours", "beginner", "novice", 1000, wins=0.5),
        Measure("all-fours", "casual", "beginner", 1000, wins=0.5),
        Measure("all-fours", "policy", "casual", 1000, wins=0.5),
        Measure("all-fours", "policy", "random", 2000, margin=0.22),
        Measure("all-fours", "intermediate", "policy", 1000, wins=0.5),
        Measure("all-fours", "strong", "intermediate", 1000, wins=0.5),
        Measure("all-fours", "strong", "policy", 1000, margin=0.16),
        Measure("all-fours", "strong", "policy", 1000, margin=0.0, options=FOUR),
    )

    def choose(self, view: AllFoursView, rng: Random) -> Action:
        return policy.choose(view, rng)

    def weighed(self, view: AllFoursView, rng: Random) -> list[tuple[float, Action]]:
        return policy.weighed(view, rng)

    def remembered(self, view: AllFoursView, tricks: int) -> AllFoursView:
        return remembered(view, tricks)  # type: ignore[no-any-return]

    def question(self, view: AllFoursView, rng: Random, also: Action | None = None) -> Question | None:
        return search.question(view, rng, also)

    def in_points(self, question: Any) -> Callable[[Any, int], float]:
        """Return the points that the asking side scores in the hand, less those of the other.

        The search goes by the chance to win the game, which is no sum of points, so the question counts again by
        another measure.
        """
        view, side = question.view, question.side

        def ahead(scores: Sequence[int], due: Sequence[int]) -> float:
            totals = list(scores)
            for scorer in due:
                totals[scorer] += 1
                if totals[scorer] >= view.target:
                    break
            ours, theirs = (totals[one] - view.scores[one] for one in (side, 1 - side))
            return float(ours - theirs)

        points_question = copy(question)
        points_question.worth = ahead
        return points_question.value  # type: ignore[no-any-return]

    def deal_context(
        self, options: Mapping[str, Any], deck: tuple[int, ...], number: int, rng: Random
    ) -> dict[str, Any]:
        return {"dealer": number % options["players"], "scores": [0, 0]}

    def margin(self, result: Mapping[str, Any], side: int) -> float:
        """Return the points won less those lost."""
        return float(result["points"][side] - result["points"][1 - side])


BOT = AllFoursBot("all-fours")
