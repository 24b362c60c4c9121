"""The cover of All Fours: what the front page shows of it."""

from __future__ import annotations

from games.plugins.cover import Cover
from games.rules.core import N_

COVER = Cover(
    "四张",
    N_("High, Low, Jack and the Game: four chances in every hand, as printed in 1807."),
    "AS 2S JS TS",
    N_("2 or 4 players"),
    15,
)
