"""What a game brings to its first lesson: steps, how they are laid out, and what its cards are called.

A game gives a ``GameLesson`` of its own (``games.titles``); one without has no first lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.safestring import SafeString

from games.lessons.lesson import Lesson
from games.rules.core import Game, Setup
from games.rules.registry import GAMES
from games.table.buttons import actions, button
from games.table.cached_gettext import gettext as _
from games.titles import part

#: A kind of card: whether a card is of it, as a view's game has it.
Kind = Callable[[int, Any], bool]


class GameLesson:
    """The first lesson of one game, without state."""

    #: Whether the score of the hand belongs to every step.
    shows_score: bool = False
    #: What cards are called in the steps, and which they are: the rules say it.
    kinds: Mapping[str, Kind] = {}

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson

    @property
    def rules(self) -> Game:
        """The rules of its game."""
        return GAMES[self.lesson.game]

    def lay(self, lay: Any) -> tuple[Setup, list[dict[str, Any]]]:
        """Return the deal of a step and what was played before it, as a record writes it."""
        raise NotImplementedError

    def actions(self, view: Any) -> SafeString:
        """Return the actions that the reader chooses from, under the words that the table has for them."""
        return actions(button("play", _("Play"), go=True))


def lesson_of(game: str) -> GameLesson:
    """Return the lesson of a game that has one, by the game's key; ``KeyError`` where it has none."""
    lesson: GameLesson | None = part(game, "lesson")
    if lesson is None:
        raise KeyError(game)
    return lesson


def lessons() -> dict[str, Lesson]:
    """Return the first lessons there are, by game, in the house's order."""
    parts = {game: part(game, "lesson") for game in GAMES}
    return {game: one.lesson for game, one in parts.items() if one is not None}
