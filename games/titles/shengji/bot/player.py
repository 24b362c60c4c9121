"""The AI players of Forty and Eighty as the site uses them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from games.ai import human_errors
from games.ai.bot import Bot, Measure
from games.ai.learning import Learner
from games.ai.search import Question
from games.rules.cards import RANKS
from games.rules.core import Action
from games.rules.revokes import Accept
from games.rules.shengji.actions import Declare
from games.rules.shengji.view import View
from games.titles.shengji.bot import search
from games.titles.shengji.bot.burying import bury
from games.titles.shengji.bot.claiming import claim
from games.titles.shengji.bot.declaring import best_declaration
from games.titles.shengji.bot.playing import weighed_plays
from games.titles.shengji.bot.weights import CHALLENGERS, DECLARERS, LEARNED


class ShengjiBot(Bot):
    """A policy that weighs points, and a search over plausible hidden hands."""

    version = 2
    versions: Mapping[str, int] = dict.fromkeys(human_errors.REMEMBERED, 3)
    worth_telling = 5.0
    hands_a_margin = 2
    learned = LEARNED
    kernels = ("games.titles.shengji.bot.core", "games.titles.shengji.bot.plausible")

    def weighed(self, view: View, rng: Random) -> list[tuple[float, Action]]:
        """Return the sensible actions of the view's seat with their worth in points, best first; outside the play,
        only the one it chooses."""
        assert view.seat is not None
        if view.phase == "play":
            return [(worth, play) for worth, play in weighed_plays(view, rng)]
        if view.phase == "bury":
            return [(0.0, bury(view))]
        return [(0.0, claim(view) or Accept(view.seat))]

    def declare(self, view: View, rng: Random) -> Declare | None:
        return best_declaration(view)

    def remembered(self, view: View, tricks: int) -> View:
        """Return the view of a player who remembers only the last ``tricks`` tricks and the one on the table."""
        played = [action for action in view.memory if action.do == "play"]
        last_plays = played[-(view.seats * tricks + len(view.trick)) :] if played else []
        return replace(view, memory=tuple(last_plays), plays=view.plays[-len(last_plays) :] if last_plays else ())

    def question(self, view: View, rng: Random, also: Action | None = None) -> Question | None:
        return search.question(view, rng, also)

    def learners(self, seed: int) -> list[Learner]:
        from games.titles.shengji.bot.learning import SideLearner

        return [SideLearner(self, side, seed) for side in (DECLARERS, CHALLENGERS)]

    def in_points(self, question: Any) -> Callable[[Any, int], float]:
        """Return a value in points for the asking side: challengers count their points, declarers those as negative."""
        view, sign = question.view, question.sign
        rules = question.eighty, view.options["score_table"], view.level == "A"
        return lambda world, move: sign * challengers_points(*rules, sign * question.value(world, move))

    def deal_context(
        self, options: Mapping[str, Any], deck: tuple[int, ...], number: int, rng: Random
    ) -> dict[str, Any]:
        level = RANKS[number % len(RANKS)]
        return {"levels": [level, level], "banker": number % 4, "first": number % 4}

    def margin(self, result: Mapping[str, Any], side: int) -> float:
        """Return the points a side took as challengers, or as declarers the points it conceded, as a negative."""
        return float(result["points"] if result["banker"] % 2 != side else -result["points"])

    def above_par(self, result: Mapping[str, Any], side: int) -> bool:
        """Return whether a side has won the hand."""
        return bool(result["winning_team"] == side)


class FortyBot(ShengjiBot):
    """The player of Forty."""

    versions: Mapping[str, int] = {**dict.fromkeys(human_errors.REMEMBERED, 3), "intermediate": 4, "strong": 4}
    playouts: Mapping[str, int] = {"intermediate": 48, "strong": 1600}
    temperatures: Mapping[str, float] = {"novice": 5.8, "beginner": 3.7, "casual": 1.8}
    review_worlds = 240
    measures = (
        Measure("forty", "novice", "random", 300, wins=0.5),
        Measure("forty", "beginner", "novice", 300, wins=0.5),
        Measure("forty", "casual", "beginner", 300, wins=0.5),
        Measure("forty", "policy", "casual", 300, wins=0.5),
        Measure("forty", "policy", "random", 300, wins=0.92),
        Measure("forty", "intermediate", "policy", 300, wins=0.55, margin=4.0),
        Measure("forty", "strong", "intermediate", 300, wins=0.5),
        Measure("forty", "strong", "policy", 900, wins=0.82, margin=15.0),
        Measure("forty", "strong", "policy", 40, wins=0.95, whole=True),
    )


class EightyBot(ShengjiBot):
    """The player of Eighty."""

    versions: Mapping[str, int] = dict.fromkeys((*human_errors.REMEMBERED, "intermediate", "strong"), 3)
    playouts: Mapping[str, int] = {"intermediate": 42, "strong": 560}
    temperatures: Mapping[str, float] = {"novice": 3.7, "beginner": 2.6, "casual": 1.2}
    review_worlds = 170
    measures = (
        Measure("eighty", "novice", "random", 300, wins=0.5),
        Measure("eighty", "beginner", "novice", 300, wins=0.5),
        Measure("eighty", "casual", "beginner", 300, wins=0.5),
        Measure("eighty", "policy", "casual", 300, wins=0.5),
        Measure("eighty", "policy", "random", 300, wins=0.98),
        Measure("eighty", "intermediate", "policy", 300, wins=0.58, margin=8.0),
        Measure("eighty", "strong", "policy", 480, wins=0.77, margin=20.0),
    )


@lru_cache(maxsize=4096)
def challengers_points(eighty: bool, table: str, at_ace: bool, value: float) -> int:
    """Return the fewest points, in fives, that are worth ``value`` to the challengers. Worth rises with points."""
    most = 64
    while search.worth(eighty, table, 5 * most, at_ace) < value:
        most *= 2
    return 5 * bisect_left(range(most), value, key=lambda fives: search.worth(eighty, table, 5 * fives, at_ace))


FORTY, EIGHTY = FortyBot("forty"), EightyBot("eighty")
