"""The strengths of AI players, and their names."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.core import N_


@dataclass(frozen=True, slots=True)
class Level:
    """A strength. Each game's bot says how much it thinks."""

    key: str
    name: str


#: Strengths by name, weakest first; a table's AI player has one of them.
LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        Level("random", N_("Random")),
        Level("novice", N_("Novice")),
        Level("beginner", N_("Beginner")),
        Level("casual", N_("Casual")),
        Level("policy", N_("Steady")),
        Level("intermediate", N_("Intermediate")),
        Level("strong", N_("Strong")),
    )
}
