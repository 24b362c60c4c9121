"""The covers of Forty and Eighty: what the front page shows of them."""

from __future__ import annotations

from games.plugins.cover import Cover, Way
from games.rules.core import N_

SOURCE = N_("As in the source text")

FORTY = Cover(
    "四十分",
    N_("One deck, two sides. Catch 40 of the 100 points and take the stage."),
    "KH TS 5D",
    N_("4 players"),
    25,
    (
        Way("today", N_("Today’s table"), N_("Today’s table: both jokers make no trump.")),
        Way("source", SOURCE, N_("As in the source text: no hand without trumps, the old score table.")),
    ),
)
EIGHTY = Cover(
    "八十分 · 升级",
    N_("Two decks, pairs and tractors. Climb from 2 to ace."),
    "TC TC 9C 9C",
    N_("4 players"),
    60,
    (
        Way("today", N_("Today’s table"), N_("Today’s table: overcalls, no trump, throws.")),
        Way("source", SOURCE, N_("As in the source text: no overcalls, no throws, the old score table.")),
    ),
)
