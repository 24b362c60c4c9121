"""The cover of Tien Len: what the front page shows of it."""

from __future__ import annotations

from games.plugins.cover import Cover
from games.rules.core import N_

COVER = Cover(
    "前进",
    N_("Vietnam’s favourite: shed your cards, and chop the twos."),
    "8S 8C 8D 8H",
    N_("2 to 4 players"),
    20,
    family="winner",
)
