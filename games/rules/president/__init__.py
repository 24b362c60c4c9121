"""President (大富豪): the rules of /rules/president/."""

from __future__ import annotations

from games.rules.climbing.combos import Combo, describe
from games.rules.president.actions import Give, Pass, Play
from games.rules.president.combos import classify
from games.rules.president.game import President
from games.rules.president.score import TERMS, TITLES, title
from games.rules.president.view import Exchange, PresidentView

__all__ = [
    "TERMS",
    "TITLES",
    "Combo",
    "Exchange",
    "Give",
    "Pass",
    "Play",
    "President",
    "PresidentView",
    "classify",
    "describe",
    "title",
]
