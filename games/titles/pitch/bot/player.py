"""The AI player of Pitch as the site uses it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from games.ai import human_errors
from games.ai.bot import Bot, Measure
from games.ai.search import Question
from games.rules.core import Action
from games.rules.pitch.view import PitchView
from games.titles.four_chances.bot.knowledge import remembered
from games.titles.pitch.bot import policy, search


class PitchBot(Bot):
    """Bids tried out over deals, a policy of plain knowledge, and a search that plays on from it."""

    version = 2
    versions: Mapping[str, int] = dict.fromkeys(human_errors.REMEMBERED, 3)
    playouts: Mapping[str, int] = {"intermediate": 300, "strong": 1200}
    temperatures: Mapping[str, float] = {"novice": 1.0, "beginner": 0.65, "casual": 0.35}
    worth_telling, review_worlds = 0.3, 200
    margin_digits = 2
    measures = (
        Measure("pitch", "novice", "random", 300, margin=0.0),
        Measure("pitch", "beginner", "novice", 300, margin=0.0),
        Measure("pitch", "casual", "beginner", 300, margin=0.0),
        Measure("pitch", "policy", "casual", 300, margin=0.0, bids=0.0),
        Measure("pitch", "policy", "random", 300, wins=0.65),
        Measure("pitch", "intermediate", "policy", 300, margin=0.0, bids=0.0),
        Measure("pitch", "strong", "policy", 300, margin=0.0, bids=0.0),
    )

    def choose(self, view: PitchView, rng: Random) -> Action:
        return policy.choose(view, rng)

    def weighed(self, view: PitchView, rng: Random) -> list[tuple[float, Action]]:
        return policy.weighed(view, rng)

    def remembered(self, view: PitchView, tricks: int) -> PitchView:
        return remembered(view, tricks)  # type: ignore[no-any-return]

    def question(self, view: PitchView, rng: Random, also: Action | None = None) -> Question | None:
        return search.question(view, rng, also)

    def margin(self, result: Mapping[str, Any], side: int) -> float:
        """Return the points won, less the others' average."""
        points = result["points"]
        return float(points[side] - (sum(points) - points[side]) / (len(points) - 1))

    def bid_gain(self, result: Mapping[str, Any], side: int) -> float | None:
        contract, sides = result["contract"], len(result["points"])
        if contract is None or contract["seat"] % sides != side:
            return None
        return float(contract["made"] if contract["made"] >= contract["points"] else -contract["points"])


BOT = PitchBot("pitch")
