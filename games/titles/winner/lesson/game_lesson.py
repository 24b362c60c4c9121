"""The first lesson of Winner."""

from __future__ import annotations

from typing import Any

from games.rules.core import Setup
from games.titles.climbing.lesson.game_lesson import ClimbingLesson
from games.titles.climbing.lesson.position import Position
from games.titles.winner.lesson.position import lay_out
from games.titles.winner.lesson.steps import LESSON as POSITIONS


class WinnerLesson(ClimbingLesson):
    """What was played before is one long trick."""

    def lay_out(self, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, position)


LESSON = WinnerLesson(POSITIONS)
