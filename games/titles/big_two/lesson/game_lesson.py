"""The first lesson of Big Two."""

from __future__ import annotations

from typing import Any

from games.rules.big_two.order import ORDERS
from games.rules.cards import card
from games.rules.core import Setup
from games.titles.big_two.lesson.steps import LESSON as POSITIONS
from games.titles.climbing.lesson.game_lesson import ClimbingLesson
from games.titles.climbing.lesson.position import Position, lay_out


class BigTwoLesson(ClimbingLesson):
    """Positions that the three of diamonds began."""

    def lay_out(self, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, ORDERS["DCHS"], card("3D"), position)


LESSON = BigTwoLesson(POSITIONS)
