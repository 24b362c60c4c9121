"""The AI player of Tien Len as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping

from games.ai import human_errors
from games.ai.bot import Measure
from games.rules.tien_len.options import rules_of
from games.rules.tien_len.state import at_lead
from games.rules.tien_len.view import TienLenView
from games.titles.climbing.bot.player import ClimbingBot, trial_of
from games.titles.climbing.bot.search import Trial
from games.titles.tien_len.bot import core, policy
from games.titles.tien_len.bot.chances import terms_of


class TienLenBot(ClimbingBot):
    """A policy of few combinations."""

    version = 2
    versions: Mapping[str, int] = dict.fromkeys(human_errors.REMEMBERED, 3)
    kernels = ("games.titles.tien_len.bot.core",)
    playouts: Mapping[str, int] = {"intermediate": 40, "strong": 320}
    temperatures: Mapping[str, float] = {"novice": 0.75, "beginner": 0.42, "casual": 0.25}
    worth_telling, review_worlds = 1.0, 40
    measures = (
        Measure("tien-len", "novice", "random", 300, wins=0.25),
        Measure("tien-len", "beginner", "novice", 300, wins=0.25),
        Measure("tien-len", "casual", "beginner", 300, wins=0.25),
        Measure("tien-len", "policy", "casual", 300, wins=0.25),
        Measure("tien-len", "policy", "random", 300, wins=0.45),
        Measure("tien-len", "intermediate", "policy", 300, margin=0.0),
        Measure("tien-len", "strong", "policy", 300, margin=0.0),
        Measure("tien-len", "strong", "intermediate", 300, margin=0.0),
    )

    def trial(self, view: TienLenView) -> Trial:
        rules = rules_of(view.options)
        return trial_of(core, policy, at_lead, terms_of(rules), rules, unit=5.0 if rules.last_loser else 1.0, first=5.0)


BOT = TienLenBot("tien-len")
