"""Making trumps without a race, where a deal is played again as a challenge.

Once all cards are dealt, each seat in turn declares or passes, from the one that drew first, until all four have
passed in a row. Speed gains nothing, so that the tables of a challenge compare.
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

#: The answer of a seat that passes.
NOTHING_SHOWN = "-"


class NoAnswer(Exception):
    """An answer is none of the choices."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding so far.

    ``calls``: (seat, declaration, or None for a pass). ``choices``: what the person may declare now, and ``view`` what
    they see; empty once the bidding is over. ``actions``: all actions of the bidding, with the end of the draw.
    """

    calls: tuple[tuple[int, Action | None], ...]
    actions: tuple[Action, ...]
    choices: tuple[Any, ...] = ()
    view: Any = None


def has_bidding(course: Course) -> bool:
    """Return whether trumps are made by bidding in a deal."""
    state = live_draw.start(course.game, course.setup)
    return bool(live_draw.drawing(course.game, state)) and live_draw.may_still_declare(course.game, state)


def bid(course: Course, seat: int, answers: Sequence[str]) -> Bidding:
    """Return the bidding of a deal after the answers of a person on a seat.

    AI players bid for the other seats, at every table alike. Raises ``NoAnswer`` where an answer is not possible.
    """
    game: Any = course.game
    state, unused = live_draw.start(game, course.setup), list(answers)
    calls: list[tuple[int, Action | None]] = []
    if has_bidding(course):
        cards, turn, passed = live_draw.drawing(game, state), course.setup.context["first"], 0
        while passed < 4 and live_draw.may_still_declare(game, state):
            view = live_draw.view(game, state, turn, cards)
            choices = tuple(game.declarations(view))
            if turn != seat:
                action = ai.declare(view, USUAL_LEVEL, Random(turn))  # noqa: S311  chooses, deals nothing
            elif choices and not unused:
                return Bidding(tuple(calls), (), choices, view)
            else:
                action = _parse(choices, unused.pop(0)) if choices else None
            calls.append((turn, action))
            passed = 0 if action else passed + 1
            state = game.step(state, action) if action else state
            turn = (turn + 1) % 4
    if unused:
        raise NoAnswer
    declarations = [action for _, action in calls if action is not None]
    close = live_draw.close(game, state)
    return Bidding(tuple(calls), (*declarations, *([close] if close is not None else [])))


def written(action: Any) -> str:
    """Return a declaration as the form's answer."""
    return " ".join(names(action.cards))


def _parse(choices: Sequence[Any], answer: str) -> Action | None:
    if answer == NOTHING_SHOWN:
        return None
    action: Action | None = next((action for action in choices if written(action) == answer), None)
    if action is None:
        raise NoAnswer
    return action
