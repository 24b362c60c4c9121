"""Hands of President for tests, as text."""

from __future__ import annotations

from functools import partial

from games.rules.president.state import at_lead
from games.rules.registry import GAMES
from tests.rules.climbing import table

GAME = GAMES["president"]
CONTEXT = {"dealer": 0, "order": None}

with_hands = partial(table.with_hands, GAME, at_lead, CONTEXT)
after = partial(table.after, GAME)
code = partial(table.code, GAME)
