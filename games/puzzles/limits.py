"""Rate limits of puzzles."""

from __future__ import annotations

from games.foundation.rate_limit import RateLimit

#: Puzzles that one person may say are wrong.
OBJECTIONS = RateLimit("puzzle-objections", 20, 60 * 60)
#: Answers of one person to the question whether their second looks may become puzzles.
ANSWERS = RateLimit("puzzle-answers", 20, 60 * 60)
#: Positions of second looks that the whole site judges: a long search each.
POSITIONS = RateLimit("puzzle-positions", 60, 60 * 60)
