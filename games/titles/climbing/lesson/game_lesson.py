"""The first lesson of a climbing game."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from games.lessons.game_lesson import GameLesson
from games.table.buttons import actions, button
from games.table.cached_gettext import gettext as _


class ClimbingLesson(GameLesson):
    """Positions with a leader."""

    #: the Chinese term on the button of a pass
    passing_term = "不要"

    def give(self, view: Any) -> SafeString:
        """Return the button that gives cards back."""
        return button("give", _("Give this card"), term="还贡", go=True)

    def actions(self, view: Any) -> SafeString:
        if view.phase == "exchange":
            return actions(self.give(view))
        if view.to_beat is not None:
            return actions(button("pass", _("Pass"), term=self.passing_term), button("play", _("Play"), go=True))
        return super().actions(view)
