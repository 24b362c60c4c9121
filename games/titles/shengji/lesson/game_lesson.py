"""The first lessons of Forty and Eighty."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from games.lessons.game_lesson import GameLesson
from games.rules.core import Setup
from games.rules.shengji.hands import POINTS
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import View, table_of
from games.table.buttons import actions, button
from games.table.cached_gettext import gettext as _
from games.titles.shengji.lesson import eighty, forty
from games.titles.shengji.lesson.position import Position, lay_out


def is_trump(card: int, view: View) -> bool:
    """Return whether a card is a trump, whatever its printed suit."""
    return table_of(view).suits[card] == TRUMP


class ShengjiLesson(GameLesson):
    """Positions with trumps, a level and a banker."""

    shows_score = True
    kinds = {"trumps": is_trump, "points": lambda card, view: POINTS[card] > 0}

    def lay_out(self, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, position)

    def actions(self, view: View) -> SafeString:
        if view.phase == "draw":
            return actions(button("declare", _("Show this card"), term="亮主", go=True))
        if view.phase == "bury":
            number = len(view.bottom)
            count = _("Bury {n} of %(number)s") % {"number": number}
            label = _("Bury %(number)s cards") % {"number": number}
            return actions(button("bury", label, term="扣底", go=True, count=count, need=number))
        return super().actions(view)


FORTY, EIGHTY = ShengjiLesson(forty.LESSON), ShengjiLesson(eighty.LESSON)
