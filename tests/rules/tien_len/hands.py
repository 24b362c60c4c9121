"""Hands of Tien Len for tests, as text."""

from __future__ import annotations

from functools import partial

from games.rules.registry import GAMES
from games.rules.tien_len.state import at_lead
from tests.rules.climbing import table

GAME = GAMES["tien-len"]

with_hands = partial(table.with_hands, GAME, at_lead, table.FIRST)
after = partial(table.after, GAME)
code = partial(table.code, GAME)
