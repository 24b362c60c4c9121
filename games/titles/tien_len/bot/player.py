"""The AI player of Tien Len as the site uses it."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.tien_len.options import rules_of
from games.rules.tien_len.state import at_lead
from games.rules.tien_len.view import TienLenView
from games.titles.climbing.bot.player import ClimbingBot, measures_of, trial_of
from games.titles.climbing.bot.policy import Policy
from games.titles.climbing.bot.search import Trial
from games.titles.tien_len.bot import core
from games.titles.tien_len.bot.chances import terms_of

POLICY = Policy(core, rules_of, terms_of)


class TienLenBot(ClimbingBot):
    """A policy of few combinations."""

    version = 5
    kernels = ("games.titles.tien_len.bot.core",)
    playouts: Mapping[str, int] = {"intermediate": 40, "strong": 320}
    temperatures: Mapping[str, float] = {"novice": 0.75, "beginner": 0.42, "casual": 0.25}
    worth_telling, review_worlds = 1.0, 40
    measures = measures_of("tien-len")

    def trial(self, view: TienLenView) -> Trial:
        rules = rules_of(view.options)
        return trial_of(core, POLICY, at_lead, terms_of(rules), rules, unit=5.0 if rules.last_loser else 1.0, first=5.0)


BOT = TienLenBot("tien-len")
