"""An AI player of All Fours: a policy of plain knowledge, and a search that plays on from it."""

from __future__ import annotations

from games.ai.allfours.policy import choose, weighed
from games.ai.allfours.search import question

__all__ = ["choose", "question", "weighed"]
