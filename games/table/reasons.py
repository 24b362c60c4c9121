"""Reasons: why an action is advised, in one sentence of a player's words.

A reason is data: a key, a sentence marked for translation, and a predicate over only what a seat sees and an action,
so it reveals nothing that the seat could not know. A family of games lists its reasons (``GameTable.reasons``), the
weightiest first. The first that holds is given, unless it holds for every alternative and so explains nothing. If
none holds, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from games.rules.core import Action, Message

#: the most alternatives that a reason is tested on: a lead in a climbing game may have thousands
MOST_COMPARED = 400


def _no_values(position: Any, action: Action) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an action is good. ``holds`` is given the position, as its family reads a view, and a legal action;
    ``values``: fills the placeholders of the ``sentence`` if it holds, as in a ``Message``."""

    key: str
    sentence: str
    holds: Callable[[Any, Any], bool]
    values: Callable[[Any, Any], Mapping[str, Any]] = _no_values


@dataclass(frozen=True, slots=True)
class Habit:
    """A mistake that is reported if it repeats in a hand. The ``sentence`` follows a colon."""

    key: str
    sentence: str
    holds: Callable[[Any, Any], bool]


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons of a family of games, weightiest first, and the habits that a review names.

    ``position``: reads the view of a seat to act, once for all questions about it.
    """

    position: Callable[[Any], Any]
    reasons: tuple[Reason, ...]
    habits: tuple[Habit, ...] = ()

    def why(self, view: Any, action: Action, instead: Iterable[Action]) -> Message | None:
        """Return why the view's seat, which is to act, should do this rather than anything in ``instead`` (which may
        contain the action); None if no reason holds for it but not for all others."""
        position, others = self.position(view), [*islice(instead, MOST_COMPARED)]
        for reason in self.reasons:
            if reason.holds(position, action) and not all(reason.holds(position, other) for other in others):
                return Message(reason.sentence, reason.values(position, action))
        return None

    def shown(self, view: Any, action: Action, better: Action) -> list[Habit]:
        """Return the habits that show in what the view's seat did but not in the better action."""
        position = self.position(view)
        return [habit for habit in self.habits if habit.holds(position, action) and not habit.holds(position, better)]
