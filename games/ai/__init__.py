"""AI players. They see a ``View``, what their seat sees, and never a ``State``.

A level is a budget of playouts, not of time: the same view, level and seed give the same action
on any machine, so that a logged move can be made again.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

from games.ai import beginner, search
from games.ai.levels import LEVELS, Level
from games.rules.core import Action
from games.rules.registry import GAMES

#: the policy as it was first measured: sits at no table, only in ``ai_match``
REFERENCE = "reference"

__all__ = ["LEVELS", "REFERENCE", "Level", "choose", "declare", "module", "question", "suggest"]


def choose(view: Any, level: str, rng: Random) -> Action:
    """Return the action of an AI player of a level whose turn it is. ``rng`` is seeded by the
    caller: the same view, level and generator give the same action.

    The levels that search take up to a second: ``thinking.think`` does it out of the way.
    """
    player = _player(view.game, level)
    if level == "beginner" and hasattr(player, "weighed"):
        return beginner.choose(player.weighed, view, rng)
    playouts = LEVELS[level].playouts.get(view.game, 0) if level in LEVELS else 0
    if playouts:
        asked = question(view, rng)
        if asked is not None:
            return search.best(asked, playouts, rng)
    return player.choose(view, rng)  # type: ignore[no-any-return]


def question(view: Any, rng: Random, also: Action | None = None) -> search.Question | None:
    """Return the choice before a view's seat as a search sees it, ``None`` where there is
    nothing to weigh: one action only, or one that the policy knows for certain. ``also``: an
    action that is weighed too, whatever the policy thinks of it."""
    player = module(view.game)
    return player.question(view, rng, also) if hasattr(player, "question") else None


def suggest(view: Any, level: str, rng: Random) -> list[Action]:
    """Return what a view's seat may sensibly do, the best first, as a level sees it: the first is
    what that level would do."""
    known: list[Action] = [action for _, action in module(view.game).weighed(view, rng)]
    playouts = LEVELS[level].playouts.get(view.game, 0)
    asked = question(view, rng) if playouts else None
    if asked is None:
        return known
    found = [asked.moves[move] for move in search.ranked(asked, playouts, rng)]
    return found + [action for action in known if action not in found]


def declare(view: Any, level: str, rng: Random) -> Action | None:
    """Return what an AI player shows while cards are drawn, or ``None``: it waits."""
    player = _player(view.game, level)
    return player.declare(view, rng) if hasattr(player, "declare") else None


def _player(game: str, level: str) -> Any:
    """Return the module that plays a level."""
    if level == "random":
        return import_module("games.ai.random_player")
    return import_module(f"games.ai.reference.{GAMES[game].module}") if level == REFERENCE else module(game)


def module(game: str) -> Any:
    """Return the module of a game's AI players."""
    return import_module(f"games.ai.{GAMES[game].module}")
