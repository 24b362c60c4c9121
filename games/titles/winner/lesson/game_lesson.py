"""The first lesson of Winner."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from games.lessons.game_lesson import GameLesson
from games.rules.core import Setup
from games.rules.winner.view import WinnerView
from games.table.buttons import acts, button
from games.table.cached_gettext import gettext as _
from games.titles.winner.lesson.lay import Lay, lay_out
from games.titles.winner.lesson.positions import LESSON as POSITIONS


class WinnerLesson(GameLesson):
    """Positions with a leader."""

    def lay(self, lay: Lay) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, lay)

    def acts(self, view: WinnerView) -> SafeString:
        if view.phase == "exchange":
            return acts(button("give", _("Give this card"), term="还贡", go=True))
        if view.to_beat is not None:
            return acts(button("pass", _("Pass"), term="过"), button("play", _("Play"), go=True))
        return super().acts(view)


LESSON = WinnerLesson(POSITIONS)
