"""Hands of Big Two for tests, as text."""

from __future__ import annotations

from functools import partial

from games.rules.big_two.state import at_lead
from games.rules.registry import GAMES
from tests.rules.climbing import table

GAME = GAMES["big-two"]

with_hands = partial(table.with_hands, GAME, at_lead, table.FIRST)
after = partial(table.after, GAME)
code = partial(table.code, GAME)
