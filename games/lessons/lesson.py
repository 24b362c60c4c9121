"""The parts of a first lesson: steps, each with a question to the reader whose answer the engine judges.

A step describes how the cards lie as briefly as possible; ``positions`` turns it into the setup and actions of a
record, and ``grading`` checks every answer by the game's own rules. The lessons themselves are in the games' packages:
cards and sentences, no code.
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

    ``holds``: seat → names of its cards before ``so_far``; ``size``: the size of each hand then. Missing cards are
    filled in from the rest of the pack, and earlier play is made up (``positions``). ``so_far``: actions in order, such
    as «3 play KS». ``dealt``: the cards dealt so far if the draw is not over. Games add fields of their own.
    """

    holds: Mapping[int, str]
    size: int = 0
    so_far: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    context: Mapping[str, Any] = field(default_factory=dict)
    dealt: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A legal answer and the response to it. ``answer`` is a pattern as in ``grading.fits``."""

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
    """One step. ``key``: its permanent name; ``tell``: what it teaches; ``ask``: its question.

    The first of ``cases`` that matches applies. With ``mark`` the reader chooses cards of their hand instead of
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
    """Return a step answered by an action; the arguments are as in ``LessonStep``."""
    return LessonStep(key, title, tell, ask, position, cases)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The first lesson of a game."""

    game: str
    about: str
    steps: tuple[LessonStep, ...]
