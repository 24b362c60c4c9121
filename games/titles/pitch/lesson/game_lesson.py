"""The first lesson of Pitch."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.lessons.game_lesson import GameLesson
from games.rules.core import Setup
from games.rules.pitch.view import PitchView
from games.table.buttons import actions, button
from games.table.cached_gettext import gettext as _
from games.titles.four_chances.lesson.position import KINDS, Position, lay_out
from games.titles.pitch.lesson.steps import LESSON as POSITIONS


class PitchLesson(GameLesson):
    """Positions of two players: the first card, the sale, what counts."""

    kinds = KINDS

    def lay_out(self, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, position, {})

    def actions(self, view: PitchView) -> SafeString:
        if view.phase == "answer":
            return actions(
                button("keep", pgettext("bidding", "Keep it"), term="留"), button("sell", _("Sell"), term="卖")
            )
        return super().actions(view)


LESSON = PitchLesson(POSITIONS)
