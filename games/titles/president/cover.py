"""The cover of President: what the front page shows of it."""

from __future__ import annotations

from games.plugins.cover import Cover
from games.rules.core import N_

COVER = Cover(
    "总统",
    N_("First out rules, last out pays tribute. Sets of one rank alone."),
    "3C 8D 8S 2H",
    N_("3 to 7 players"),
    20,
    family="winner",
)
