"""What a game provides for its rules page: sections, figures, and the set-up of small positions.

A game provides its own ``GameGuide`` (``games.plugins``). Without it the page has only the game's options and refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.guide.blocks import Figure, Position, Rule, Section
from games.guide.sections import OPTIONS
from games.plugins import part
from games.rules.core import N_, Action, Game
from games.rules.registry import GAMES

#: The seats of a small position: whose cards lie on the table, and who follows.
LEADER, FOLLOWER = 0, 1
#: the defaults if the URL names none
TRUMP, LEVEL = "H", "2"


@dataclass(frozen=True, slots=True)
class RulesQuery:
    """What a page shows. ``options`` are resolved; ``trump`` is ``None`` for no trump suit."""

    game: Game
    options: Mapping[str, Any]
    trump: str | None = TRUMP
    level: str = LEVEL

    @property
    def has_level(self) -> bool:
        """Whether the game is played at a level."""
        return guide_of(self.game.key).has_level

    @property
    def has_trump(self) -> bool:
        """Whether the game has trumps."""
        return guide_of(self.game.key).has_trump


class GameGuide:
    """The rules page of one game, without state."""

    #: Sections by their numbers in the rules; the game in a few sentences; option → section that it affects.
    sections: Sequence[Section] = (
        OPTIONS,
        Section("refusals", N_("What is refused"), "", (Figure("refusals"),)),
    )
    short: Sequence[Rule] = ()
    about: Mapping[str, str] = {}
    #: Whether the page asks for a trump suit, and for a level.
    has_trump: bool = False
    has_level: bool = False

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def rules(self) -> Game:
        """The rules of its game."""
        return GAMES[self.game]

    @property
    def figures(self) -> Mapping[str, Callable[[RulesQuery], Any]]:
        """The figures of the sections, besides those available to every page (``page.COMMON``)."""
        return {}

    def numbers(self, query: RulesQuery) -> Mapping[str, str]:
        """Return values for placeholders in sentences, besides the options."""
        return {}

    def lay_out(self, options: Mapping[str, Any], position: Position) -> tuple[Any, Action]:
        """Return the state of a small position at a table with these options, and the play to try."""
        raise NotImplementedError

    def on_the_table(self, view: Any) -> tuple[str | None, str]:
        """Return the trumps and the level of a hand in play, the page's own where they are not settled."""
        return getattr(view, "trump", None) or TRUMP, LEVEL

    def really_led(self, state: Any, action: Action) -> tuple[int, ...] | None:
        """Return the cards on the table after a legal lead; None if they are always those of the action."""
        return None


@cache
def _plain(game: str) -> GameGuide:
    return GameGuide(game)


def guide_of(game: str) -> GameGuide:
    """Return a game's guide by its key; a plain one if the game provides none."""
    guide: GameGuide | None = part(game, "guide")
    return guide or _plain(game)
