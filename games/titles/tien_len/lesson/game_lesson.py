"""The first lesson of Tien Len."""

from __future__ import annotations

from typing import Any

from games.rules.cards import card
from games.rules.core import Setup
from games.rules.tien_len.order import ORDER
from games.titles.climbing.lesson.game_lesson import ClimbingLesson
from games.titles.climbing.lesson.position import Position, lay_out
from games.titles.tien_len.lesson.steps import LESSON as POSITIONS


class TienLenLesson(ClimbingLesson):
    """Positions that the three of spades began."""

    passing_term = ""

    def lay_out(self, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, ORDER, card("3S"), position)


LESSON = TienLenLesson(POSITIONS)
