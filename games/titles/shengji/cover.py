"""The covers of Forty and of Eighty: what the front page shows of it."""

from __future__ import annotations

from games.rules.core import N_
from games.titles.cover import Cover

FORTY = Cover(
    "四十分",
    N_("One deck, two sides. Catch 40 of the 100 points and take the stage."),
    "KH TS 5D",
    N_("4 players"),
    25,
)
EIGHTY = Cover(
    "八十分 · 升级",
    N_("Two decks, pairs and tractors. Climb from 2 to ace."),
    "TC TC 9C 9C",
    N_("4 players"),
    60,
)
