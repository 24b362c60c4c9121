"""A search with few playouts, which tests can afford where a level's own search takes too long."""

from __future__ import annotations

from random import Random
from typing import Any

from games import ai
from games.ai import search
from games.rules.core import Action


def searched(view: Any, playouts: int, rng: Random) -> Action:
    """Return the choice of a search of this many playouts, or the policy's where there is nothing to search."""
    decision = ai.question(view, rng)
    return ai.choose(view, "policy", rng) if decision is None else search.best(decision, playouts, rng)
