"""The key moments of a hand: tricks won, choices before play, turning points.

They are computed from the course alone. Those from a review are added as ``Replay.marks`` and shown the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from games.replays.timeline import Course, Trick
from games.rules.core import N_, Message, Seat
from games.table.game_table import table_of

TRICK, BID, TURN, REVIEW = "trick", "bid", "turn", "review"
#: Length of a run of tricks.
RUN = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """A key moment: its step, its ``kind`` (one of the four constants), and a sentence that says why."""

    step: int
    kind: str
    message: Message = field(hash=False)


@lru_cache(maxsize=64)
def marks(course: Course) -> tuple[Mark, ...]:
    """Return the marks of a course by step: the first of each step and kind."""
    by_step: dict[tuple[int, str], Mark] = {}
    for mark in (*_tricks(course), *_choices(course), *_turns(course)):
        by_step.setdefault((mark.step, mark.kind), mark)
    return tuple(sorted(by_step.values(), key=lambda mark: mark.step))


def _tricks(course: Course) -> Iterator[Mark]:
    for trick in course.tricks:
        yield Mark(trick.last, TRICK, trick.messages[0])


def _choices(course: Course) -> Iterator[Mark]:
    for number, step in enumerate(course.steps):
        if step.action is not None and table_of(course.game.key).is_choice(step.action):
            yield Mark(number, BID, step.action.message())


def _turns(course: Course) -> Iterator[Mark]:
    for step, message in table_of(course.game.key).turning_points(course):
        yield Mark(step, TURN, message)
    yield from _runs_ended(course)


def _runs_ended(course: Course) -> Iterator[Mark]:
    """Yield the tricks that end a run of tricks by the other side."""
    run: list[Trick] = []
    for trick in course.tricks:
        if run and _side(course, run[-1].winner) != _side(course, trick.winner):
            if len(run) >= RUN:
                text = N_("After %(tricks)s tricks for one side %(seat)s {takes|take} the lead.")
                yield Mark(trick.last, TURN, Message(text, {"tricks": len(run), "seat": Seat(trick.winner)}))
            run = []
        run.append(trick)


def _side(course: Course, seat: int) -> int:
    return course.game.side(seat, course.setup.options)
