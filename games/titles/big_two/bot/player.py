"""The AI player of Big Two as the site uses it."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.big_two.options import rules_of
from games.rules.big_two.state import at_lead
from games.rules.big_two.view import BigTwoView
from games.titles.big_two.bot import core
from games.titles.big_two.bot.chances import terms_of
from games.titles.climbing.bot.player import ClimbingBot, measures_of, trial_of
from games.titles.climbing.bot.policy import Policy
from games.titles.climbing.bot.search import Trial

POLICY = Policy(core, rules_of, terms_of)


class BigTwoBot(ClimbingBot):
    """A policy of few combinations."""

    version = 5
    kernels = ("games.titles.big_two.bot.core",)
    playouts: Mapping[str, int] = {"intermediate": 40, "strong": 320}
    temperatures: Mapping[str, float] = {"novice": 1.15, "beginner": 0.6, "casual": 0.28}
    worth_telling, review_worlds = 3.0, 40
    measures = measures_of("big-two")

    def trial(self, view: BigTwoView) -> Trial:
        rules = rules_of(view.options)
        return trial_of(core, POLICY, at_lead, terms_of(rules), rules, unit=1.0, first=5.0)


BOT = BigTwoBot("big-two")
