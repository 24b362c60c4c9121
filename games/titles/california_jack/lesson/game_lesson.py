"""The first lesson of California Jack."""

from __future__ import annotations

from typing import Any

from games.lessons.game_lesson import GameLesson
from games.rules.core import Setup
from games.titles.california_jack.lesson.steps import LESSON as POSITIONS
from games.titles.four_chances.lesson.position import KINDS, Position, lay_out


class CaliforniaJackLesson(GameLesson):
    """Positions with a stock whose top card lies open; hearts are trump."""

    kinds = KINDS

    def lay_out(self, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, position, {"trump": "H"})


LESSON = CaliforniaJackLesson(POSITIONS)
