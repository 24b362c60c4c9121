"""The first lesson of Winner."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from games.lessons.game_lesson import GameLesson
from games.rules.core import Setup
from games.rules.winner.view import WinnerView
from games.table.buttons import actions, button
from games.table.cached_gettext import gettext as _
from games.titles.winner.lesson.position import Position, lay_out
from games.titles.winner.lesson.steps import LESSON as POSITIONS


class WinnerLesson(GameLesson):
    """Positions with a leader."""

    def lay_out(self, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, position)

    def actions(self, view: WinnerView) -> SafeString:
        if view.phase == "exchange":
            return actions(button("give", _("Give this card"), term="还贡", go=True))
        if view.to_beat is not None:
            return actions(button("pass", _("Pass"), term="过"), button("play", _("Play"), go=True))
        return super().actions(view)


LESSON = WinnerLesson(POSITIONS)
