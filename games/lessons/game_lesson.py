"""What a game provides for its first lesson: steps, their layout, and names for kinds of cards.

A game provides its own ``GameLesson`` (``games.plugins``); without it the game has no first lesson.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.safestring import SafeString

from games.lessons.lesson import Lesson
from games.plugins import part
from games.rules.core import Game, Setup
from games.rules.registry import GAMES
from games.table.buttons import actions, button
from games.table.cached_gettext import gettext as _

#: A kind of card: whether a card belongs to it, given a view.
Kind = Callable[[int, Any], bool]


class GameLesson:
    """The first lesson of one game, without state."""

    #: Whether every step shows the hand's score.
    shows_score: bool = False
    #: The kinds of cards named in steps, as the rules define them.
    kinds: Mapping[str, Kind] = {}

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson

    @property
    def rules(self) -> Game:
        """The rules of its game."""
        return GAMES[self.lesson.game]

    def lay_out(self, position: Any) -> tuple[Setup, list[dict[str, Any]]]:
        """Return the deal of a position and the actions before it, as in a record."""
        raise NotImplementedError

    def actions(self, view: Any) -> SafeString:
        """Return the buttons from which the reader chooses an action, with the table's labels."""
        return actions(button("play", _("Play"), go=True))


def lesson_of(game: str) -> GameLesson:
    """Return a game's lesson by its key; raise ``KeyError`` if the game has none."""
    lesson: GameLesson | None = part(game, "lesson")
    if lesson is None:
        raise KeyError(game)
    return lesson


def lessons() -> dict[str, Lesson]:
    """Return the existing first lessons by game, in the house's order."""
    parts = {game: part(game, "lesson") for game in GAMES}
    return {game: one.lesson for game, one in parts.items() if one is not None}
