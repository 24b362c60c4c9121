"""A second look at one seat's play: what each choice was worth **from what that seat knew then**.

It is an AI player's opinion and has an error, which is told with it. What the same choices come to
with all cards seen (``hindsight``) is a figure of its own, and no part of any other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import Any

from games import ai
from games.ai import search
from games.ai.levels import LEVELS
from games.ai.shengji.search import worth
from games.ai.winner.search import FIRST_OUT
from games.rules.core import Action, Setup
from games.rules.registry import GAMES

#: game → points from which a loss is worth telling
WORTH_TELLING = {"all-fours": 0.3, "winner": 3.0, "forty": 5.0, "eighty": 5.0}
#: game → worlds in which the choices told of are compared
WORLDS = {"all-fours": 600, "winner": 150, "forty": 240, "eighty": 170}
#: deeds that are choices of how to play; declaring, claiming and announcing are none here
CHOICES = frozenset({"play", "pass", "bury", "give", "stand", "beg", "run", "discard"})
#: so many choices are told of, beside the one that was made
TOLD = 3
#: what a point must at least be worth in values: where it is less the game is as good as decided
LEAST_UNIT = 1e-9
#: Raised when the same hand would be judged otherwise than before.
VERSION = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """An action, and by how many points it falls short of the best one; ``error``: the standard
    error of that."""

    action: Action
    loss: float
    error: float


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision. ``at``: index of the action in the hand; ``choices``: what the strong player
    would have played here, what else there was, the best first, and what was ``made`` with its
    ``loss`` (which may come out below 0 where both are as good, or where the player gives points
    for the stage, the first place or the game); ``marked``: whether that is clear of its error and
    worth telling. ``hindsight``: points that ``made`` cost as the cards really lay, the hand played
    on from there by the steady player."""

    at: int
    made: Action
    choices: tuple[Choice, ...]
    loss: float
    error: float
    marked: bool
    hindsight: float | None

    @property
    def best(self) -> Action:
        """What the strong player would have played."""
        return self.choices[0].action


def review(
    key: str,
    setup: Setup,
    actions: Sequence[Action],
    seat: int,
    seed: int = 0,
    *,
    playouts: int | None = None,
    worlds: int | None = None,
    which: Iterable[int] | None = None,
) -> list[Judged]:
    """Return every real decision of a seat in a hand, in order; those with one choice are left out.
    ``actions``: legal from the start, the closing of a draw among them or not; ``which``: indices
    of the actions that are looked at, all of the seat's where it is ``None``."""
    game = GAMES[key]
    wanted = set(range(len(actions)) if which is None else which)
    closes = any(not action.recorded for action in actions)
    state, judged = game.start(setup, live=closes), []
    for at, action in enumerate(actions):
        if at in wanted and action.seat == seat and seat in state.to_act and action.do in CHOICES:
            found = judge(
                game.view(state, seat),
                action,
                at,
                Random(f"{seed}/{at}"),
                playouts or LEVELS["strong"].playouts[key],
                worlds or WORLDS[key],
                state,
            )
            judged += [found] if found is not None else []
        state = game.step(state, action)
    return judged


def judge(
    view: Any, made: Action, at: int, rng: Random, playouts: int, worlds: int, state: Any = None
) -> Judged | None:
    """Return what an action cost, from the view of the seat that chose it; ``None`` where there was
    nothing to choose, or nothing hung on it. ``state``: the hand as it really was, for hindsight alone."""
    asked = ai.question(view, rng, also=made)
    if asked is None:
        # The only sensible choice of several was made: left out, it would make the mean too high.
        alone = len(GAMES[view.game].moves(view)) > 1
        return Judged(at, made, (Choice(made, 0.0, 0.0),), 0.0, 0.0, False, None) if alone else None
    moves = [_named(move) for move in asked.moves]
    if asked.unit < LEAST_UNIT or _named(made) not in moves:
        return None
    mine = moves.index(_named(made))
    # What was made may stand in the list twice, its cards in another order.
    order = [move for move in search.ranked(asked, playouts, rng) if move == mine or moves[move] != moves[mine]]
    told = order[:TOLD] if mine in order[:TOLD] else [*order[:TOLD], mine]
    points: Any = InPoints(asked)
    measured = search.compared(points, told, worlds, rng)
    choices = tuple(Choice(asked.moves[move], *found) for move, found in zip(told, measured, strict=True))
    loss, error = measured[told.index(mine)]
    hindsight = None
    if state is not None:
        truth = asked.truth(state)
        hindsight = points.value(truth, told[0]) - points.value(truth, mine)
    marked = loss > 2 * error and loss >= WORTH_TELLING[view.game]
    return Judged(at, made, choices, loss, error, marked, hindsight)


def mean_loss(judged: Sequence[Judged]) -> float:
    """Return the points lost a decision, 0 where there was none."""
    return fmean(decision.loss for decision in judged) if judged else 0.0


def _named(action: Action) -> tuple[Any, ...]:
    """Return what tells one action from another, whatever the order of its cards."""
    cards = (action.card,) if hasattr(action, "card") else tuple(sorted(getattr(action, "cards", None) or ()))
    return action.do, cards


# --- points ------------------------------------------------------------------------------------


class InPoints:
    """A question with its values in points, those of the hand alone: a search weighs the stage, the
    first place and the whole game besides, which are no points of anybody's."""

    unit = 1.0

    def __init__(self, asked: Any) -> None:
        self.world = asked.world
        self.value: Callable[[Any, int], float] = POINTS[GAMES[asked.view.game].module](asked)


def _of_shengji(asked: Any) -> Callable[[Any, int], float]:
    """Points for the asking side: the challengers' own, those of the declarers counted below 0."""
    view, sign = asked.view, asked.sign
    rules = asked.eighty, view.options["score_table"], view.level == "A"
    return lambda world, move: sign * challengers_points(*rules, sign * asked.value(world, move))


@lru_cache(maxsize=4096)
def challengers_points(eighty: bool, table: str, at_ace: bool, value: float) -> int:
    """Return the points that are worth ``value`` to the challengers: they come in fives, and more of
    them are worth more."""
    most = 64
    while worth(eighty, table, 5 * most, at_ace) < value:
        most *= 2
    return 5 * bisect_left(range(most), value, key=lambda fives: worth(eighty, table, 5 * fives, at_ace))


def _of_winner(asked: Any) -> Callable[[Any, int], float]:
    """Points of section 7: whoever is first out gains what the others lose, and nobody else gains."""

    def value(world: Any, move: int) -> float:
        found: float = asked.value(world, move)
        return found - (FIRST_OUT if found > 0 else 0.0)

    return value


def _of_all_fours(asked: Any) -> Callable[[Any, int], float]:
    """Points that the asking side scores in the hand, less those of the other. The chance to win the
    game, by which a search goes, is no sum of points: the question counts again, by another measure."""
    view, side = asked.view, asked.side

    def ahead(scores: Sequence[int], due: Sequence[int]) -> float:
        totals = list(scores)
        for one in due:
            totals[one] += 1
            if totals[one] >= view.target:
                break
        ours, theirs = (totals[one] - view.scores[one] for one in (side, 1 - side))
        return float(ours - theirs)

    counted = copy(asked)
    counted.worth = ahead
    return counted.value  # type: ignore[no-any-return]


#: module of a game → what makes its values points
POINTS: dict[str, Callable[[Any], Callable[[Any, int], float]]] = {
    "shengji": _of_shengji,
    "winner": _of_winner,
    "allfours": _of_all_fours,
}
