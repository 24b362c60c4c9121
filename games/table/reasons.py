"""Reasons: why an action is advised, in one sentence of a player's words.

A reason is data: a key, a sentence marked for translation, and a predicate over what a seat sees and an action alone,
so that it tells nothing that the seat could not know. A family of games lists its reasons (``GameTable.reasons``), the
weightiest first; the first that is true is said, unless it is true of all that might have been done instead and so
explains nothing. Where none is true nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from games.rules.core import Action, Message

#: so many other actions are asked whether a reason holds of them too: a lead in a climbing game may have thousands
MOST_COMPARED = 400


def _no_values(position: Any, action: Action) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is good. ``holds`` is given the position, as its family reads a view, and a legal action;
    ``values``: what fills the places of the ``sentence`` where it holds, as in a ``Message``."""

    key: str
    sentence: str
    holds: Callable[[Any, Any], bool]
    values: Callable[[Any, Any], Mapping[str, Any]] = _no_values


@dataclass(frozen=True, slots=True)
class Habit:
    """What was done and had better not be, told where it repeats in a hand. The ``sentence`` begins after a colon."""

    key: str
    sentence: str
    holds: Callable[[Any, Any], bool]


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons of a family of games, the weightiest first, and the habits that a second look names.

    ``position``: reads the view of a seat that is to act, once for all that is asked about it.
    """

    position: Callable[[Any], Any]
    reasons: tuple[Reason, ...]
    habits: tuple[Habit, ...] = ()

    def why(self, view: Any, action: Action, instead: Iterable[Action]) -> Message | None:
        """Return why the view's seat, which is to act, had better do this than all that it might do ``instead`` (the
        action may be among it); None where no reason is true of the one and not of all the others."""
        position, others = self.position(view), [*islice(instead, MOST_COMPARED)]
        for reason in self.reasons:
            if reason.holds(position, action) and not all(reason.holds(position, other) for other in others):
                return Message(reason.sentence, reason.values(position, action))
        return None

    def shown(self, view: Any, made: Action, better: Action) -> list[Habit]:
        """Return the habits that show in what the view's seat has done, and not in what had been better."""
        position = self.position(view)
        return [habit for habit in self.habits if habit.holds(position, made) and not habit.holds(position, better)]
