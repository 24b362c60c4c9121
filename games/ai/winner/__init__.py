"""An AI player of Winner: a policy of plain knowledge, and a search that plays on from it."""

from __future__ import annotations

from games.ai.winner.policy import choose, weighed
from games.ai.winner.search import question

__all__ = ["choose", "question", "weighed"]
