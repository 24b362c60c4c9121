"""Making trumps without a race, where a deal is played again as a challenge (/rules/eighty/#4).

Once all cards are dealt, seat after seat is asked, from the one that drew first: it shows or it
passes, until all four have passed in a row. Who is quick gains nothing, so that tables compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games import ai
from games.replays.timeline import Course
from games.rooms.models import USUAL_LEVEL
from games.rules import live_draw
from games.rules.cards import names
from games.rules.core import Action

#: What a seat answers that shows nothing.
NOTHING_SHOWN = "-"


class NoAnswer(Exception):
    """What was answered is none of the choices there were."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding so far: who did what, ``None`` for a pass. ``choices``: what the person may show
    now, and ``view`` what he sees; empty when the bidding is over. ``actions``: what it came to,
    the end of the draw included."""

    told: tuple[tuple[int, Action | None], ...]
    actions: tuple[Action, ...]
    choices: tuple[Any, ...] = ()
    view: Any = None


def is_asked(course: Course) -> bool:
    """Say whether trumps are made by bidding in a deal."""
    state = live_draw.start(course.game, course.setup)
    return bool(live_draw.drawing(course.game, state)) and live_draw.may_still_declare(course.game, state)


def bid(course: Course, seat: int, answers: Sequence[str]) -> Bidding:
    """Return the bidding of a deal with a person on a seat, who has answered so far; AI players are
    asked for the other seats, and answer at every table alike. ``NoAnswer`` where he has shown
    what he could not."""
    game: Any = course.game
    state, left = live_draw.start(game, course.setup), list(answers)
    told: list[tuple[int, Action | None]] = []
    if is_asked(course):
        cards, turn, passed = live_draw.drawing(game, state), course.setup.context["first"], 0
        while passed < 4 and live_draw.may_still_declare(game, state):
            view = live_draw.view(game, state, turn, cards)
            choices = tuple(game.declarations(view))
            if turn != seat:
                action = ai.declare(view, USUAL_LEVEL, Random(turn))  # noqa: S311  chooses, deals nothing
            elif choices and not left:
                return Bidding(tuple(told), (), choices, view)
            else:
                action = _answered(choices, left.pop(0)) if choices else None
            told.append((turn, action))
            passed = 0 if action else passed + 1
            state = game.step(state, action) if action else state
            turn = (turn + 1) % 4
    if left:
        raise NoAnswer
    shown = [action for _, action in told if action is not None]
    close = live_draw.close(game, state)
    return Bidding(tuple(told), (*shown, *([close] if close is not None else [])))


def written(action: Any) -> str:
    """Return the answer that shows something."""
    return " ".join(names(action.cards))


def _answered(choices: Sequence[Any], answer: str) -> Action | None:
    if answer == NOTHING_SHOWN:
        return None
    action: Action | None = next((action for action in choices if written(action) == answer), None)
    if action is None:
        raise NoAnswer
    return action
