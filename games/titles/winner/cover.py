"""The cover of Winner: what the front page shows of it."""

from __future__ import annotations

from games.plugins.cover import Cover
from games.rules.core import N_

COVER = Cover(
    "争上游",
    N_("Be the first to shed every card. Straights, pairs, full houses."),
    "3D 4S 5H 6C",
    N_("3 or 4 players"),
    20,
)
