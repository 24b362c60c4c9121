"""The course of a finished hand: its states, actions and tricks.

A course depends on setup and actions alone, so that a hand and its uploaded record have the same steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from games.matches.fold import CLOSE, start
from games.matches.models import Entry, Hand
from games.rules import live_draw
from games.rules.core import Action, Explanation, Game, Message, Setup


@dataclass(frozen=True, slots=True)
class Step:
    """A hand after some of its actions.

    ``dealt``: cards dealt so far during a live draw, otherwise None; ``trick`` as ``Game.trick``; ``by`` and ``at``:
    who made the action and when, if known.
    """

    state: Any
    action: Action | None
    dealt: int | None
    trick: int
    by: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: its ``first`` and ``last`` step, its winner, its points if they count, and why."""

    number: int
    first: int
    last: int
    winner: int
    points: int
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """A finished hand, step by step; step 0 is the deal. Compared by identity, because it is a cache key."""

    game: Game
    setup: Setup
    steps: tuple[Step, ...]
    tricks: tuple[Trick, ...]
    explanation: Explanation

    def view(self, number: int, seat: int | None) -> Any:
        """Return what a seat knew after ``number`` actions."""
        step = self.steps[number]
        return live_draw.view(self.game, step.state, seat, step.dealt)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps) - 1

    @property
    def result(self) -> dict[str, Any]:
        """The result of the hand."""
        result: dict[str, Any] = self.steps[-1].state.result
        return result

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions, as in a record."""
        return tuple(step.action for step in self.steps if step.action is not None and step.action.recorded)


def course_of_hand(hand: Hand) -> Course:
    """Return the course of a finished hand."""
    return _of_hand(hand.pk, bytes(hand.salt))


@lru_cache(maxsize=64)
def _of_hand(pk: int, salt: bytes) -> Course:
    """Return the course of a hand, which never changes; the salt tells it apart from hands of another database."""
    hand = Hand.objects.select_related("match").get(pk=pk)
    folded = start(hand)
    rows = list(Entry.objects.filter(hand=hand).order_by("seq").values_list("action", "by", "at"))
    actions = [folded.game.read_action(raw, folded.setup.options) for raw, _, _ in rows if raw != CLOSE]
    return course(folded.game, folded.setup, actions, [(by, at) for _, by, at in rows])


def course(
    game: Game, setup: Setup, actions: Iterable[Action], entries: Sequence[tuple[str, datetime | None]] = ()
) -> Course:
    """Return the course of a hand; its actions must be legal and end it.

    ``entries``: by whom and when each action was made, including the end of a draw.
    """
    steps = tuple(_steps(game, setup, actions, entries))
    explanation = game.explain(steps[-1].state)
    return Course(game, setup, steps, _tricks(steps, explanation), explanation)


def _steps(
    game: Game, setup: Setup, actions: Iterable[Action], entries: Sequence[tuple[str, datetime | None]]
) -> Iterator[Step]:
    # A draw is replayed card by card up to its close, which records do not contain.
    state = live_draw.start(game, setup)
    dealt = 1 if live_draw.drawing(game, state) else None
    yield Step(state, None, dealt, 0)
    number = 0
    for action in actions:
        close = live_draw.close(game, state)
        for step in (action,) if close is None or hasattr(action, "after") else (close, action):
            state = game.step(state, step)
            dealt = getattr(step, "after", dealt) if live_draw.drawing(game, state) else None
            by, at = entries[number] if number < len(entries) else ("", None)
            yield Step(state, step, dealt, game.trick(state), by, at)
            number += 1


def _tricks(steps: Sequence[Step], explanation: Explanation) -> tuple[Trick, ...]:
    """Return the finished tricks, each with its first and last step."""
    spans: dict[int, tuple[int, int]] = {}
    for at, step in enumerate(steps):
        spans[step.trick] = (spans.get(step.trick, (at, at))[0], at)
    return tuple(
        Trick(number, *spans[number], trick.winner, trick.points, trick.messages)
        for number, trick in enumerate(explanation.tricks, 1)
    )
