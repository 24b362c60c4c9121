"""The cover of Big Two: what the front page shows of it."""

from __future__ import annotations

from games.plugins.cover import Cover
from games.rules.core import N_

COVER = Cover(
    "大老二",
    N_("Shed every card in poker hands. The 2 of spades beats them all."),
    "9D 9S 9H 2S",
    N_("2 to 4 players"),
    20,
    family="winner",
)
