"""What a first lesson is made of: steps, each asked of the reader and answered by the engine.

A step says how the cards lie in as few words as may be; ``positions`` makes the setup and the
actions of a record of it, and ``grading`` asks the game's own rules about every answer. The
lessons themselves are in the packages of their games: cards and sentences, and no code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: The seat that the reader has in every step.
READER = 0


@dataclass(frozen=True, slots=True)
class Position:
    """How the cards lie when the reader is asked.

    ``holds``: seat → cards by name, as they are before ``so_far``; ``size``: how many each hand
    holds then. What is left open is filled from the rest of the pack, and what was played before
    is worked out (``positions``). ``so_far``: «3 play KS» in the order in which it happened.
    ``dealt``: cards of a draw that still runs. A game adds what its steps have beside.
    """

    holds: Mapping[int, str]
    size: int = 0
    so_far: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    context: Mapping[str, Any] = field(default_factory=dict)
    dealt: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """An answer that the rules allow, and what is said to it. ``answer`` as in ``grading``."""

    answer: str
    right: bool
    text: str


def right(answer: str, text: str) -> Case:
    """Return an answer with which the reader goes on."""
    return Case(answer, True, text)


def poor(answer: str, text: str) -> Case:
    """Return an answer that is lawful and not good, with the reason."""
    return Case(answer, False, text)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step. ``key`` names it for good. ``tell`` teaches, ``ask`` asks.

    ``cases`` are looked through in order. Where ``mark`` is given the reader chooses cards of their
    hand and plays none: those of a name (``GameLesson.kinds``), or those that stand there; ``well``,
    ``missed`` and ``extra`` are what they are told, the cards being named in them.
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
    """Return a step that is answered with an action; what comes in as in ``LessonStep``."""
    return LessonStep(key, title, tell, ask, position, cases)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The first lesson of a game."""

    game: str
    about: str
    steps: tuple[LessonStep, ...]
