"""The first lesson of President."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from games.rules.cards import card
from games.rules.core import Setup
from games.rules.president.order import ORDER
from games.rules.president.view import PresidentView
from games.table.buttons import button
from games.table.cached_gettext import gettext as _
from games.titles.climbing.lesson.game_lesson import ClimbingLesson
from games.titles.climbing.lesson.position import Position, lay_out
from games.titles.president.lesson.steps import LESSON as POSITIONS


class PresidentLesson(ClimbingLesson):
    """Positions that the three of clubs began."""

    def give(self, view: PresidentView) -> SafeString:
        return button("give", _("Give these cards"), term="还贡", go=True)

    def lay_out(self, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, ORDER, card("3C"), position, clears=True)


LESSON = PresidentLesson(POSITIONS)
