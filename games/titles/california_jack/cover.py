"""The cover of California Jack: what the front page shows of it."""

from __future__ import annotations

from games.plugins.cover import Cover, Way
from games.rules.core import N_

COVER = Cover(
    "加州杰克",
    N_("All Fours for two, with a stock to win: whoever takes the trick draws the card you both see."),
    "JH KS",
    N_("2 players"),
    15,
    (
        Way("1897", N_("Play now"), N_("Seven points, the stock face up.")),
        Way("later", N_("To ten"), N_("Ten points, and who cannot follow must trump.")),
        Way("shasta-sam", N_("Shasta Sam"), N_("The stock face down: you draw blind.")),
    ),
    family="all-fours",
)
