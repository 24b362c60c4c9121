"""What the AI players of all climbing games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from types import ModuleType
from typing import Any

from games.ai.bot import Bot, Measure
from games.ai.search import Question
from games.rules.climbing.actions import Play
from games.rules.climbing.candidates import sensible
from games.rules.climbing.moves import Plays
from games.rules.core import Action
from games.titles.climbing.bot.choosing import LAST_PLACE
from games.titles.climbing.bot.layout import Terms
from games.titles.climbing.bot.plays import EXTRAS
from games.titles.climbing.bot.policy import Policy, lets_out, ranked
from games.titles.climbing.bot.search import Choice, Lead, Trial, question


def trial_of(
    core: ModuleType, policy: ModuleType | Policy, at_lead: Lead, terms: Terms, rules: Any, *, unit: float, first: float
) -> Trial:
    """Return a game's ``Trial`` from its module ``core`` and its ``policy``; the rest as in ``Trial``."""
    return Trial(
        at_lead,
        core.KERNELS,
        terms,
        policy.opinion,
        policy.part_of,
        policy.unseen,
        policy.known,
        core.own_of,
        partial(core.points_of, rules=rules),
        unit,
        first,
    )


def measures_of(game: str) -> tuple[Measure, ...]:
    """Return the usual measures of a game: how often a level is first out at four against three of another, and that
    levels that search win points from those below."""
    first = {"novice": "random", "beginner": "novice", "casual": "beginner", "policy": "casual"}
    better = (("intermediate", "policy"), ("strong", "policy"), ("strong", "intermediate"))
    return (
        *(Measure(game, level, below, 300, wins=0.25) for level, below in first.items()),
        Measure(game, "policy", "random", 300, wins=0.45),
        *(Measure(game, level, below, 300, margin=0.0) for level, below in better),
    )


class ClimbingBot(Bot):
    """A policy of few combinations, and a search over hidden hands."""

    #: what the search weighs
    choice: type[Choice] = Choice
    #: whether a card of a higher suit beats one of the same rank
    suits_rank = True
    counts_first_places = True

    def remembered(self, view: Any, tricks: int) -> Any:
        """Return the view of a player who remembers the plays of ``tricks`` rounds of the table."""
        played = [action for action in view.memory if action.do in ("play", "pass")]
        return replace(view, memory=tuple(played[-view.seats * tricks :]))

    def without_blunders(self, view: Any, weighed: Sequence[tuple[float, Action]]) -> Sequence[tuple[float, Action]]:
        """Return what is weighed without a pass that lets somebody lead their last card, unless every play costs the
        place."""
        if not lets_out(view):
            return weighed
        plays = [(worth, action) for worth, action in weighed if isinstance(action, Play) and worth > -LAST_PLACE]
        return plays or weighed

    def deal_context(self, options: Mapping[str, Any], deck: tuple[int, ...], number: int, rng: Random) -> Any:
        """Return a first hand. The dealer is drawn without a cut, so that deals measured earlier stay the same."""
        first = super().deal_context(options, deck, number, Random(number))
        return {**first, "dealer": rng.randrange(options["players"])}

    def worth(self, view: Any) -> Callable[[Action], float]:
        """Return a function that rates the actions of the view's seat."""
        trial = self.trial(view)
        opinion = trial.opinion(view)

        def worth(action: Action) -> float:
            if isinstance(action, Play):
                return opinion.worth(trial.part_of(view, action.cards))
            return opinion.worth_of_pass()

        return worth

    def gifts(self, view: Any) -> Callable[[Action], float]:
        """Return a function that rates the gifts that the view's seat may give back."""
        raise NotImplementedError

    def gifts_offered(self, view: Any) -> list[Action]:
        """Return the gifts worth considering."""
        return list(self.rules.moves(view))

    def weighed(self, view: Any, rng: Random) -> list[tuple[float, Action]]:
        if view.phase == "exchange":
            return ranked(self.gifts(view), self.gifts_offered(view), rng)
        moves = self.rules.moves(view)
        assert isinstance(moves, Plays)
        unseen = self.trial(view).unseen(view) if self.suits_rank else 0
        offered = sensible(moves, moves.order.mask_of(view.hand), EXTRAS, unseen)
        return [(0.0, offered[0])] if len(offered) == 1 else ranked(self.worth(view), offered, rng)

    def trial(self, view: Any) -> Trial:
        """Return what the search needs of the game."""
        raise NotImplementedError

    def question(self, view: Any, rng: Random, also: Action | None = None) -> Question | None:
        return question(self.rules, self.trial(view), view, self.weighed(view, rng), also, self.choice)

    def in_points(self, question: Any) -> Callable[[Any, int], float]:
        """Return a function that gives the points of the hand alone."""
        points: Callable[[Any, int], float] = question.points
        return points
