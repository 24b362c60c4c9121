"""The site's games as plug-ins: ``games/titles/<module>/`` holds everything specific to a game except its rules.

Such a package lists its parts in ``MODULES``: key of a game → ``GameModule``. Only the layer that needs a part loads
it, by name: no layer imports a game. A game without a package, or with only some of the parts, is played with what
there is.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games.rules.core import Game
from games.rules.registry import GAMES


@dataclass(frozen=True, slots=True)
class GameModule:
    """The parts of one game, each as «module:OBJECT», or empty where the game has none.

    ``bot``: a ``games.ai.bot.Bot``; without it the AI plays any legal card. ``table``: a
    ``games.table.game_table.GameTable``; without it there is a plain table. ``guide``: a
    ``games.guide.game_guide.GameGuide``; without it the rules page lists options and refusals. ``lesson``: a
    ``games.lessons.game_lesson.GameLesson``; without it there is none. ``cover``: a ``games.plugins.cover.Cover``.
    ``sheet``: a style sheet shared by a family of games; without it the game's own, ``<module>/table.css``.
    """

    bot: str = ""
    table: str = ""
    guide: str = ""
    lesson: str = ""
    cover: str = ""
    sheet: str = ""


NO_PARTS = GameModule()


def module_of(game: Game) -> GameModule:
    """Return the parts of a game."""
    return _modules(game.module).get(game.key, NO_PARTS)


@cache
def _modules(name: str) -> dict[str, GameModule]:
    package = f"games.titles.{name}"
    if package not in sys.modules and find_spec(package) is None:
        return {}
    # waits while another thread is importing it
    modules: dict[str, GameModule] = import_module(package).MODULES
    return modules


def part(key: str, name: str) -> Any:
    """Return a part of a game by the game's key, or None if it has none. ``name``: a field of ``GameModule``."""
    return _loaded(getattr(module_of(GAMES[key]), name))


@cache
def _loaded(path: str) -> Any:
    if not path:
        return None
    module, _colon, name = path.partition(":")
    return getattr(import_module(module), name)
