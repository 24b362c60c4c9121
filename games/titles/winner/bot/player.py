"""The AI player of Winner, as the site uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.ai.bot import Measure
from games.rules.core import Action
from games.rules.winner.candidates import candidates
from games.rules.winner.options import rules_of
from games.rules.winner.state import at_lead
from games.rules.winner.view import WinnerView
from games.titles.climbing.bot.player import ClimbingBot, trial_of
from games.titles.climbing.bot.search import Trial
from games.titles.winner.bot import core, policy
from games.titles.winner.bot.chances import terms_of
from games.titles.winner.bot.search import Choice

THREE = {"players": 3}


class WinnerBot(ClimbingBot):
    """A policy of few combinations, and a search over hidden hands that agree with what was played."""

    choice = Choice
    version = 4
    kernels = ("games.titles.winner.bot.core", "games.titles.winner.bot.likely")
    playouts: Mapping[str, int] = {"intermediate": 40, "strong": 640}
    temperatures: Mapping[str, float] = {"novice": 0.95, "beginner": 0.55, "casual": 0.3}
    worth_telling, review_worlds = 3.0, 150
    measures = (
        Measure("winner", "novice", "random", 300, wins=0.25),
        Measure("winner", "beginner", "novice", 300, wins=0.25),
        Measure("winner", "casual", "beginner", 300, wins=0.25),
        Measure("winner", "policy", "casual", 300, wins=0.25),
        Measure("winner", "policy", "random", 300, wins=0.70),
        Measure("winner", "policy", "random", 300, wins=0.80, options=THREE),
        Measure("winner", "intermediate", "policy", 300, wins=0.36),
        Measure("winner", "intermediate", "policy", 300, wins=0.52, options=THREE),
        Measure("winner", "strong", "policy", 300, wins=0.40, margin=8.0),
        Measure("winner", "strong", "policy", 300, wins=0.55, options=THREE),
    )

    def trial(self, view: WinnerView) -> Trial:
        rules = rules_of(view.options)
        return trial_of(core, policy, at_lead, terms_of(rules), rules, unit=1.0, first=5.0)

    def gifts(self, view: WinnerView) -> Callable[[Action], float]:
        return policy.gifts(view)

    def gifts_offered(self, view: WinnerView) -> list[Action]:
        return candidates(view)


BOT = WinnerBot("winner")
