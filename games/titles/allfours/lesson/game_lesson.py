"""The first lesson of All Fours."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from games.lessons.game_lesson import GameLesson
from games.rules.allfours.score import PIPS
from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.rules.core import Setup
from games.table.buttons import acts, button
from games.table.cached_gettext import gettext as _
from games.titles.allfours.lesson.lay import Lay, lay_out
from games.titles.allfours.lesson.positions import LESSON as POSITIONS


def is_trump(card: int, view: AllFoursView) -> bool:
    """Say whether a card is of the trump suit."""
    return SUITS[card // 13] == view.trump


def counts_for_game(card: int, view: AllFoursView) -> bool:
    """Say whether a card has pips for Game."""
    options = view.options
    return PIPS[options["ten"], options["game_cards"], SUITS.index(view.trump)][card] > 0


class AllFoursLesson(GameLesson):
    """Positions with a dealer and a turned-up card."""

    kinds = {"trumps": is_trump, "pips": counts_for_game}

    def lay(self, lay: Lay) -> tuple[Setup, list[dict[str, Any]]]:
        return lay_out(self.rules, lay)

    def acts(self, view: AllFoursView) -> SafeString:
        if view.phase == "beg":
            return acts(button("beg", _("I beg"), term="求牌"), button("stand", _("Stand")))
        if view.phase == "answer":
            return acts(button("give", _("Give one")), button("run", _("Run the cards")))
        return super().acts(view)


LESSON = AllFoursLesson(POSITIONS)
