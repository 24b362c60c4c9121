"""What a game provides for its first lesson: steps, how they are laid out, and the names of its cards.

A game provides its own ``GameLesson`` (``games.titles``); without one it has no first lesson.
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

#: A kind of card: tells whether a card belongs to it, in a view's game.
Kind = Callable[[int, Any], bool]


class GameLesson:
    """The first lesson of one game, without state."""

    #: Whether every step shows the hand's score.
    shows_score: bool = False
    #: The names of cards in the steps, and which cards they are according to the rules.
    kinds: Mapping[str, Kind] = {}

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson

    @property
    def rules(self) -> Game:
        """The rules of its game."""
        return GAMES[self.lesson.game]

    def lay(self, lay: Any) -> tuple[Setup, list[dict[str, Any]]]:
        """Return the deal of a step and the play before it, as in a record."""
        raise NotImplementedError

    def actions(self, view: Any) -> SafeString:
        """Return the actions that the reader chooses from, with the table's labels."""
        return actions(button("play", _("Play"), go=True))


def lesson_of(game: str) -> GameLesson:
    """Return a game's lesson by the game's key; raise ``KeyError`` if it has none."""
    lesson: GameLesson | None = part(game, "lesson")
    if lesson is None:
        raise KeyError(game)
    return lesson


def lessons() -> dict[str, Lesson]:
    """Return the existing first lessons by game, in the house's order."""
    parts = {game: part(game, "lesson") for game in GAMES}
    return {game: one.lesson for game, one in parts.items() if one is not None}
