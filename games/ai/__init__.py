"""AI players. They see a ``View``, what their seat sees, and never a ``State``.

A level is a budget of playouts, not of time: the same view, level and seed give the same action on any machine, so a
logged move can be reproduced.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.ai import human_errors, random_player, search
from games.ai.bot import bot
from games.ai.levels import LEVELS, Level
from games.rules.core import Action

__all__ = ["LEVELS", "Level", "bot", "choose", "declare", "playouts", "question", "suggest"]


def choose(view: Any, level: str, rng: Random) -> Action:
    """Return the action of an AI player of this level, whose turn it is. The caller seeds ``rng``: the same view,
    level and generator give the same action.

    Levels that search take up to a second; ``thinking.think`` runs them elsewhere.
    """
    if level == "random":
        return random_player.choose(view, rng)
    player = bot(view.game)
    if level in human_errors.REMEMBERED:
        return human_errors.choose(player, view, level, rng)
    if budget := playouts(view.game, level):
        decision = question(view, rng)
        if decision is not None:
            return search.best(decision, budget, rng)
    return player.choose(view, rng)


def playouts(game: str, level: str) -> int:
    """Return a level's playouts per move, 0 if the policy decides alone."""
    return bot(game).playouts.get(level, 0)


def question(view: Any, rng: Random, also: Action | None = None) -> search.Question | None:
    """Return the decision facing a view's seat as a search sees it, or ``None`` if there is
    nothing to weigh: one action only, or one that the policy is certain of. ``also``: an
    action to weigh too, whatever the policy thinks of it."""
    return bot(view.game).question(view, rng, also)


def suggest(view: Any, level: str, rng: Random) -> list[Action]:
    """Return a view's seat's sensible actions, best first in the eyes of a level: the first is
    what that level would do."""
    known: list[Action] = [action for _, action in bot(view.game).weighed(view, rng)]
    budget = playouts(view.game, level)
    decision = question(view, rng) if budget else None
    if decision is None:
        return known
    ranked = [decision.moves[move] for move in search.ranked(decision, budget, rng)]
    return ranked + [action for action in known if action not in ranked]


def declare(view: Any, level: str, rng: Random) -> Action | None:
    """Return what an AI player shows while cards are drawn, or ``None`` to wait."""
    return None if level == "random" else bot(view.game).declare(view, rng)
