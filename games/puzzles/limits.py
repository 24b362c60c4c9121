"""Rate limits of puzzles."""

from __future__ import annotations

from games.foundation.rate_limit import RateLimit

#: How many puzzles one person may report as wrong.
OBJECTIONS = RateLimit("puzzle-objections", 20, 60 * 60)
#: How often one person may answer whether their reviews may become puzzles.
ANSWERS = RateLimit("puzzle-answers", 20, 60 * 60)
#: Positions of reviews judged for the whole site: each takes a long search.
POSITIONS = RateLimit("puzzle-positions", 60, 60 * 60)
