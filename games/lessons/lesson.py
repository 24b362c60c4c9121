"""The parts of a first lesson: steps, each with a question to the reader that the engine judges.

A step describes how the cards lie as briefly as possible; ``positions`` turns it into the setup and actions of a
record, and ``grading`` asks the game's own rules about every answer. The lessons themselves are in their games'
packages: cards and sentences, no code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: The reader's seat in every step.
READER = 0


@dataclass(frozen=True, slots=True)
class Position:
    """How the cards lie when the reader is asked.

    ``holds``: seat → cards by name, as they are before ``so_far``; ``size``: how many each hand holds then. Open places
    are filled from the rest of the pack, and earlier play is made up (``positions``). ``so_far``: «3 play KS» in order.
    ``dealt``: cards of a draw that is still running. Games add fields of their own.
    """

    holds: Mapping[int, str]
    size: int = 0
    so_far: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    context: Mapping[str, Any] = field(default_factory=dict)
    dealt: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A legal answer and the response to it. ``answer`` as in ``grading``."""

    answer: str
    right: bool
    text: str


def right(answer: str, text: str) -> Case:
    """Return an answer that lets the reader go on."""
    return Case(answer, True, text)


def poor(answer: str, text: str) -> Case:
    """Return an answer that is legal but poor, with the reason."""
    return Case(answer, False, text)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step. ``key`` is its permanent name. ``tell`` teaches, ``ask`` asks.

    The first matching case of ``cases`` applies. With ``mark`` the reader chooses cards of their hand instead of
    playing: those of a kind (``GameLesson.kinds``), or those listed; ``well``, ``missed`` and ``extra`` are the
    responses, which name the cards.
    """

    key: str
    title: str
    tell: str
    ask: str
    position: Position
    cases: tuple[Case, ...] = ()
    mark: str = ""
    well: str = ""
    missed: str = ""
    extra: str = ""


def step(key: str, title: str, tell: str, ask: str, position: Position, *cases: Case) -> LessonStep:
    """Return a step answered by an action; arguments as in ``LessonStep``."""
    return LessonStep(key, title, tell, ask, position, cases)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The first lesson of a game."""

    game: str
    about: str
    steps: tuple[LessonStep, ...]
