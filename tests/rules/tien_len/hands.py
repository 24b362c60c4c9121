"""Hands of Tien Len for tests, as text."""

from __future__ import annotations

from typing import Any

from games.rules.core import Action
from games.rules.registry import GAMES
from games.rules.tien_len.state import State, at_lead
from tests.rules.climbing import table
from tests.rules.climbing.table import FIRST

GAME = GAMES["tien-len"]


def with_hands(*hands: str, **chosen: Any) -> State:
    """Return a state in which ``leader`` (0) leads with hands given as text."""
    state: State = table.state(GAME, at_lead, FIRST, hands, **chosen)
    return state


def after(state: State, *actions: Action) -> State:
    """Return the state after these actions, all of which must be legal."""
    last: State = table.after(GAME, state, *actions)
    return last


def code(state: State, action: Action) -> str | None:
    """Return the code that refuses an action, ``None`` where it is legal."""
    return table.code(GAME, state, action)
