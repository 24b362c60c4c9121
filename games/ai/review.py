"""A review of one seat's play: what each choice was worth **from what that seat knew then**.

It is an AI player's opinion and has an error, which is reported with it. The value of the same
choices with all cards seen (``hindsight``) is a separate figure and enters no other.
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

#: actions that count as choices of how to play; declaring, claiming and announcing do not
CHOICES = frozenset({"play", "pass", "bury", "give", "stand", "beg", "run", "discard"})
#: how many choices are reported besides the one made
COMPARED = 3
#: least value of a point: below it the game is as good as decided
LEAST_UNIT = 1e-9
#: Bumped when the same hand would be judged differently than before.
VERSION = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """An action, and the points by which it falls short of the best one; ``error``: the standard
    error of ``loss``."""

    action: Action
    loss: float
    error: float


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """One decision. ``at``: index of the action in the hand; ``choices``: what the strong player
    would have played, then the alternatives, best first, and the ``action`` of the seat with its
    ``loss`` (negative if both are about equal, or if the strong player trades points for the stage, the
    first place or the game); ``marked``: whether the loss clearly exceeds its error and is worth
    reporting. ``hindsight``: points that ``action`` cost as the cards really lay, with the steady
    player playing on."""

    at: int
    action: Action
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
) -> list[JudgedDecision]:
    """Return a seat's real decisions in a hand, in order; those with one choice are left out.
    ``actions``: legal from the start, with or without the closing of a draw; ``which``: indices
    of the actions to review, all of the seat's if ``None``."""
    game = GAMES[key]
    indices = set(range(len(actions)) if which is None else which)
    closes = any(not action.recorded for action in actions)
    state, judged = live_draw.start(game, setup, closes), []
    for at, action in enumerate(actions):
        if at in indices and action.seat == seat and seat in state.to_act and action.do in CHOICES:
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
) -> JudgedDecision | None:
    """Return what an action cost, from the view of the seat that chose it; ``None`` if there was
    nothing to choose, or nothing at stake. ``state``: the hand as it really was, for hindsight alone."""
    question = ai.question(view, rng, also=action)
    if question is None:
        # The only sensible choice of several was made: leaving it out would bias the mean upwards.
        alone = len(GAMES[view.game].moves(view)) > 1
        return JudgedDecision(at, action, (Choice(action, 0.0, 0.0),), 0.0, 0.0, False, None) if alone else None
    moves = [_named(move) for move in question.moves]
    if question.unit < LEAST_UNIT or _named(action) not in moves:
        return None
    mine = moves.index(_named(action))
    # The action made may be listed twice, with its cards in another order.
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
    return JudgedDecision(at, action, choices, loss, error, marked, hindsight)


def mean_loss(judged: Sequence[JudgedDecision]) -> float:
    """Return the points lost per decision, 0 if there were none."""
    return fmean(decision.loss for decision in judged) if judged else 0.0


def _named(action: Action) -> tuple[Any, ...]:
    """Return a key for an action that ignores the order of its cards."""
    cards = (action.card,) if hasattr(action, "card") else tuple(sorted(getattr(action, "cards", None) or ()))
    return action.do, cards


# --- points ------------------------------------------------------------------------------------


class InPoints:
    """A question valued only in points of the hand: a search also weighs the stage, the first place
    and the whole game, which are nobody's points."""

    unit = 1.0

    def __init__(self, question: Any) -> None:
        self.world = question.world
        self.value: Callable[[Any, int], float] = ai.bot(question.view.game).in_points(question)
