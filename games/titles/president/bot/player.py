"""The AI player of President as the site uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from games.ai import human_errors
from games.rules.core import Action
from games.rules.president.options import rules_of
from games.rules.president.state import at_lead
from games.rules.president.view import PresidentView
from games.titles.climbing.bot.player import ClimbingBot, measures_of, trial_of
from games.titles.climbing.bot.search import Trial
from games.titles.president.bot import core, policy
from games.titles.president.bot.chances import terms_of


class PresidentBot(ClimbingBot):
    """A policy of few sets, and of gifts that leave few."""

    suits_rank = False
    version = 2
    versions: Mapping[str, int] = dict.fromkeys(human_errors.REMEMBERED, 4)
    kernels = ("games.titles.president.bot.core",)
    playouts: Mapping[str, int] = {"intermediate": 40, "strong": 320}
    temperatures: Mapping[str, float] = {"novice": 0.9, "beginner": 0.5, "casual": 0.28}
    worth_telling, review_worlds = 0.7, 40
    measures = measures_of("president")

    def gifts(self, view: PresidentView) -> Callable[[Action], float]:
        return policy.gifts(view)

    def deal_context(self, options: Mapping[str, Any], deck: tuple[int, ...], number: int, rng: Random) -> Any:
        """Return a first hand or, every second time, one in which cards are exchanged."""
        first = super().deal_context(options, deck, number, rng)
        if number % 2 == 0:
            return first
        order = rng.sample(range(options["players"]), options["players"])
        return {"dealer": order[-1], "order": order}

    def trial(self, view: PresidentView) -> Trial:
        rules = rules_of(view.options)
        unit = 5.0 if rules.titles else 10.0 / view.seats
        return trial_of(core, policy, at_lead, terms_of(rules), rules, unit=unit, first=0.0)

    def margin(self, result: Mapping[str, Any], side: int) -> float:
        """Return the points of a side less the others' average, since points are never negative."""
        points = result["points"]
        return float(points[side] - (sum(points) - points[side]) / (len(points) - 1))


BOT = PresidentBot("president")
