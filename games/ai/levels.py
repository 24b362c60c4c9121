"""The strengths an AI player may have: what each is called, and how many playouts it is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.core import N_


@dataclass(frozen=True, slots=True)
class Level:
    """A strength. ``help`` is a sentence for whoever chooses it; ``playouts``: game → playouts a
    move, of which there are none where the policy alone decides."""

    key: str
    name: str
    help: str
    playouts: Mapping[str, int] = field(default_factory=dict)


#: Strengths by name, weakest first; a table's AI player has one of them.
LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        Level("random", N_("Random"), N_("Plays any card that the rules allow. For trying things out.")),
        Level("beginner", N_("Beginner"), N_("Knows the game, but forgets old cards and is content with second best.")),
        Level("policy", N_("Steady"), N_("Plays at once, by plain rules of thumb, and forgets nothing.")),
        Level(
            "intermediate",
            N_("Intermediate"),
            N_("Tries out for a moment what the cards may lead to."),
            {"all-fours": 1200, "winner": 40, "forty": 112, "eighty": 42},
        ),
        Level(
            "strong",
            N_("Strong"),
            N_("Plays the choices through hundreds of times before it decides."),
            {"all-fours": 5000, "winner": 640, "forty": 800, "eighty": 560},
        ),
    )
}
