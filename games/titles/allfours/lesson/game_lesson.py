"""The first lesson of All Fours."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from games.lessons.game_lesson import GameLesson
from games.rules.allfours.score import PIPS
from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.rules.core import Setup
from games.table.buttons import actions, button
from games.table.cached_gettext import gettext as _
from games.titles.allfours.lesson.position import Position, lay_out
from games.titles.allfours.lesson.steps import LESSON as POSITIONS


def is_trump(card: int, view: AllFoursView) -> bool:
    """Return whether a card is of the trump suit."""
    return SUITS[card // 13] == view.trump


def counts_for_game(card: int, view: AllFoursView) -> bool:
    """Return whether a card has pips for Game."""
    options = view.options
    return PIPS[options["ten"], options["game_cards"], SUITS.index(view.trump)][card] > 0


class AllFoursLesson(GameLesson):
    """Positions with a dealer and a turned-up card."""

    kinds = {"trumps": is_trump, "pips": counts_for_game}

    def lay_out(self, position: Position) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, position)

    def actions(self, view: AllFoursView) -> SafeString:
        if view.phase == "beg":
            return actions(button("beg", _("I beg"), term="求牌"), button("stand", _("Stand")))
        if view.phase == "answer":
            return actions(button("give", _("Give one")), button("run", _("Run the cards")))
        return super().actions(view)


LESSON = AllFoursLesson(POSITIONS)
