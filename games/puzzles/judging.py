"""Whether one choice is clearly the best in a position, according to a long search made twice.

Everything is judged from the view of the seat to act; the others' real cards have no influence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games import ai
from games.ai import search
from games.ai.review import LEAST_UNIT, InPoints
from games.rules import record
from games.rules.core import Action, Game
from games.rules.registry import GAMES

#: A choice is clearly best if every other loses at least this many standard errors.
CLEAR = 4.0
#: Positions with more choices do not fit on a page, and cost too much, because every choice is weighed.
MOST_CHOICES = 14
#: A long search uses this many times the worlds of a review.
LONGER = 4
#: The divisor of those worlds for a first glance at a position, and the standard errors required then.
GLANCE, PROMISING = 8, 2.0


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a hand at which ``seat`` is to act."""

    game: Game
    options: Mapping[str, Any]
    state: Any
    seat: int

    @property
    def view(self) -> Any:
        """What the seat knows."""
        return self.game.view(self.state, self.seat)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice: the points it loses compared with the best one, and their standard error."""

    action: Action
    loss: float
    error: float


def position(value: Mapping[str, Any], at: int, seat: int) -> Position:
    """Return the position of a hand record after its first ``at`` actions; raise ``Malformed`` or ``Illegal`` if the
    record is invalid."""
    game, setup, actions = record.read(dict(value))
    *_before, (state, _action) = record.replay(game, setup, actions[:at])
    return Position(game, setup.options, state, seat)


def named(action: Action) -> tuple[Any, ...]:
    """Return a key for a choice that ignores the order of its cards."""
    cards = (action.card,) if hasattr(action, "card") else tuple(sorted(getattr(action, "cards", None) or ()))
    return action.do, cards


def choices_of(view: Any) -> list[Action]:
    """Return the distinct choices of a view's seat; empty if they make no puzzle: before play, with one choice or too
    many, or at the last card."""
    if view.phase != "play" or len(view.hand) < 2:
        return []
    moves = {named(move): move for move in GAMES[view.game].moves(view)}
    return list(moves.values()) if 1 < len(moves) <= MOST_CHOICES else []


def worlds_of(game: str) -> int:
    """Return the number of worlds in a long search; 0 for a game whose AI player does not search."""
    return LONGER * ai.bot(game).review_worlds


def judged_twice(view: Any, seed: str, worlds: int) -> tuple[list[Weighed], list[Weighed]] | None:
    """Return two judgements of all choices, from different seeds, best choice first, if the same choice is clearly best
    in both; otherwise ``None``."""
    if not choices_of(view):
        return None
    best = _promising(view, f"{seed}/glance", max(2, worlds // GLANCE))
    if best is None:
        return None
    judgements = []
    for number in (1, 2):
        weighed = _weighed(view, best, f"{seed}/{number}", worlds)
        if not _is_clear(view.game, weighed, CLEAR):
            return None
        judgements.append(weighed)
    return judgements[0], judgements[1]


def _promising(view: Any, seed: str, worlds: int) -> Action | None:
    """Return the choice that looks clearly best at a glance."""
    rng = Random(seed)
    question = ai.question(view, rng)
    if question is None or question.unit < LEAST_UNIT or len(question.moves) < 2:
        return None
    measured = search.compared(InPoints(question), range(len(question.moves)), worlds, rng)
    best = min(range(len(measured)), key=lambda move: measured[move][0])
    order = [best, *(move for move in range(len(measured)) if move != best)]
    again = search.compared(InPoints(question), order, worlds, rng)
    listed = [Weighed(question.moves[move], *figures) for move, figures in zip(order, again, strict=True)]
    return question.moves[best] if _is_clear(view.game, listed, PROMISING) else None


def _weighed(view: Any, best: Action, seed: str, worlds: int) -> list[Weighed]:
    """Return every choice weighed against ``best``: those a search considers in the same worlds, others one by one."""
    rng = Random(seed)
    remaining = {named(move): move for move in choices_of(view)}
    weighed: list[Weighed] = []
    also: Action | None = best
    while also is not None:
        question = ai.question(view, rng, also=also)
        if question is None:
            return []
        # The same cards may be listed twice, in a different order.
        places = {named(move): place for place, move in reversed(list(enumerate(question.moves)))}
        first = places.pop(named(best), None)
        if first is None:
            return []
        others = [place for name, place in places.items() if name in remaining]
        measured = search.compared(InPoints(question), [first, *others], worlds, rng)
        for place, figures in zip([first, *others], measured, strict=True):
            if (move := remaining.pop(named(question.moves[place]), None)) is not None:
                weighed.append(Weighed(move, *figures))
        if also is not best and named(also) in remaining:
            return []
        also = next(iter(remaining.values()), None)
    return [weighed[0], *sorted(weighed[1:], key=lambda one: one.loss)]


def _is_clear(game: str, weighed: Sequence[Weighed], errors: float) -> bool:
    """Return whether the first choice beats every other by enough points to matter and by ``errors`` standard errors of
    the difference."""
    least = ai.bot(game).worth_telling
    if least is None or len(weighed) < 2:
        return False
    return all(choice.loss >= least and choice.loss > errors * choice.error for choice in weighed[1:])
