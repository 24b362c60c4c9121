"""Winner (争上游): the rules of /rules/winner/."""

from __future__ import annotations

from games.rules.climbing.combos import Combo, describe
from games.rules.winner.actions import Give, Pass, Play
from games.rules.winner.candidates import candidates
from games.rules.winner.combos import TERMS, beats, classify
from games.rules.winner.game import Winner
from games.rules.winner.order import by_ranks, by_suits, sort_hand
from games.rules.winner.view import Exchange, WinnerView

__all__ = [
    "TERMS",
    "Combo",
    "Exchange",
    "Give",
    "Pass",
    "Play",
    "Winner",
    "WinnerView",
    "beats",
    "by_ranks",
    "by_suits",
    "candidates",
    "classify",
    "describe",
    "sort_hand",
]
