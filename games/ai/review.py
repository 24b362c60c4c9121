"""A second look at one seat's play: what each choice was worth **from what that seat knew then**.

It is an AI player's opinion and has an error, which is told with it. What the same choices come to
with all cards seen (``hindsight``) is a figure of its own, and no part of any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from games import ai
from games.ai import search
from games.rules import live_draw
from games.rules.core import Action, Setup
from games.rules.registry import GAMES

#: actions that are choices of how to play; declaring, claiming and announcing are none here
CHOICES = frozenset({"play", "pass", "bury", "give", "stand", "beg", "run", "discard"})
#: so many choices are told of, beside the one that was made
COMPARED = 3
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
    state, judged = live_draw.start(game, setup, closes), []
    for at, action in enumerate(actions):
        if at in wanted and action.seat == seat and seat in state.to_act and action.do in CHOICES:
            decision = judge(
                game.view(state, seat),
                action,
                at,
                Random(f"{seed}/{at}"),
                playouts or ai.playouts(key, "strong"),
                worlds or ai.bot(key).review_worlds,
                state,
            )
            judged += [decision] if decision is not None else []
        state = game.step(state, action)
    return judged


def judge(
    view: Any, action: Action, at: int, rng: Random, playouts: int, worlds: int, state: Any = None
) -> Judged | None:
    """Return what an action cost, from the view of the seat that chose it; ``None`` where there was
    nothing to choose, or nothing hung on it. ``state``: the hand as it really was, for hindsight alone."""
    question = ai.question(view, rng, also=action)
    if question is None:
        # The only sensible choice of several was made: left out, it would make the mean too high.
        alone = len(GAMES[view.game].moves(view)) > 1
        return Judged(at, action, (Choice(action, 0.0, 0.0),), 0.0, 0.0, False, None) if alone else None
    moves = [_named(move) for move in question.moves]
    if question.unit < LEAST_UNIT or _named(action) not in moves:
        return None
    mine = moves.index(_named(action))
    # What was made may stand in the list twice, its cards in another order.
    order = [move for move in search.ranked(question, playouts, rng) if move == mine or moves[move] != moves[mine]]
    compared = order[:COMPARED] if mine in order[:COMPARED] else [*order[:COMPARED], mine]
    points = InPoints(question)
    measured = search.compared(points, compared, worlds, rng)
    choices = tuple(Choice(question.moves[move], *figures) for move, figures in zip(compared, measured, strict=True))
    loss, error = measured[compared.index(mine)]
    hindsight = None
    if state is not None:
        truth = question.truth(state)
        hindsight = points.value(truth, compared[0]) - points.value(truth, mine)
    least = ai.bot(view.game).worth_telling
    marked = least is not None and loss > 2 * error and loss >= least
    return Judged(at, action, choices, loss, error, marked, hindsight)


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

    def __init__(self, question: Any) -> None:
        self.world = question.world
        self.value: Callable[[Any, int], float] = ai.bot(question.view.game).in_points(question)
