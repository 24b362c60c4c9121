"""The strengths of AI players, and their names."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.core import N_


@dataclass(frozen=True, slots=True)
class Level:
    """A strength. ``help`` is a sentence for the player choosing it. Each game's bot says how much it thinks."""

    key: str
    name: str
    help: str


#: Strengths by name, weakest first; a table's AI player has one of them.
LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        Level("random", N_("Random"), N_("Plays any card that the rules allow. For trying things out.")),
        Level("novice", N_("Novice"), N_("Has just learnt the rules, and often plays what comes to mind.")),
        Level("beginner", N_("Beginner"), N_("Knows the game, but forgets old cards and settles for second best.")),
        Level("casual", N_("Casual"), N_("Plays well for the fun of it, and slips now and then.")),
        Level("policy", N_("Steady"), N_("Plays at once, by plain rules of thumb, and forgets nothing.")),
        Level("intermediate", N_("Intermediate"), N_("Tries out for a moment what the cards may lead to.")),
        Level("strong", N_("Strong"), N_("Plays the choices through hundreds of times before it decides.")),
    )
}
