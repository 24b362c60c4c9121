"""What a game shows at the table: its display, its cards in words, its tricks, its turning points.

A game supplies its own ``GameTable`` (``games.plugins``). For whatever it leaves out, the base class shows any
game by its rules alone (``games.table.plain``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from games.plugins import part
from games.rules.core import Action, Game, Message, View
from games.rules.registry import GAMES
from games.table.cached_gettext import gettext as _
from games.table.cards import brief
from games.table.reasons import Habit, Reasons
from games.table.sentences import NOBODY, fill, listed, score_text

if TYPE_CHECKING:
    from games.table.display import Display
    from games.table.scene import Scene

#: A past trick: who played which cards, in order.
PlayedTrick = Sequence[tuple[int, Sequence[int]]]
#: A step of a finished hand worth a look, and why.
Moment = tuple[int, Message]


class GameTable:
    """The stateless table of one game."""

    #: Whether the prompt says what the chosen cards are.
    reads_selection: bool = False
    #: Whether a learning table says why single cards are dimmed.
    explains_dimmed: bool = True
    #: Actions before the play that decide it; replays mark them.
    choices: frozenset[str] = frozenset()
    #: Why an action is advised (``games.table.reasons``); without them hints give none.
    reasons: Reasons | None = None

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def rules(self) -> Game:
        """The rules of its game."""
        return GAMES[self.game]

    def display(self, scene: Scene) -> Display:
        """Return a dealt hand as its viewer sees it."""
        from games.table import plain  # only for games without a display

        return plain.display(scene)

    def describe(self, options: Mapping[str, Any], cards: Sequence[int]) -> str:
        """Return cards played together, in words."""
        return listed(map(brief, cards))

    def call(self, action: Action) -> str:
        """Return an action without cards in the words of its button: «Bid 3»."""
        return fill(_(action.label), action.values(), NOBODY)

    def score_text(self, score: int | str) -> str:
        """Return a side's score in a match, as its tables show it."""
        return score_text(score)

    def read_selection(self, view: Any, cards: Sequence[int]) -> str:
        """Describe the viewer's legal choice of cards: «Straight of 4, top J♠: this beats it.»"""
        return ""

    def is_partial(self, view: Any, cards: Sequence[int]) -> bool:
        """Return whether more cards must be chosen before they can be described."""
        return False

    def about(self) -> str:
        """Return one line on what the game is about, for a player's first hand; "" for none."""
        return ""

    def advice(self, view: Any) -> str:
        """Return one line on what matters now to the seat to act, for a player's first hand."""
        return ""

    def past_tricks(self, view: Any) -> Sequence[PlayedTrick]:
        """Return the finished tricks that the viewer may look at again, oldest first."""
        return ()

    def declaration(self, action: Any) -> str:
        """Return the label of a button that declares trumps during the deal."""
        return self.describe({}, action.cards)

    def turning_points(self, timeline: Any) -> Iterable[Moment]:
        """Yield the steps at which a finished hand turned. ``timeline``: a ``games.replays.timeline.Timeline``."""
        return ()

    def is_choice(self, action: Action) -> bool:
        """Return whether an action before the play decides it."""
        return action.do in self.choices


@cache
def _plain(game: str) -> GameTable:
    return GameTable(game)


def table_of(game: str) -> GameTable:
    """Return the table of a game, by the game's key; a plain one if it has none."""
    table: GameTable | None = part(game, "table")
    return table or _plain(game)


def describe(view: View, cards: Sequence[int]) -> str:
    """Return cards in words, as their game calls them."""
    return table_of(view.game).describe(view.options, cards)


def why(view: View, action: Action, instead: Iterable[Action]) -> Message | None:
    """Return why the view's seat, which is to act, should do this rather than anything in ``instead``; None if the
    game has no reason that tells them apart."""
    family = table_of(view.game).reasons
    return None if family is None else family.why(view, action, instead)


def habits(view: View, action: Action, better: Action) -> list[Habit]:
    """Return the habits that show in what the view's seat did but not in the better action."""
    family = table_of(view.game).reasons
    return [] if family is None else family.shown(view, action, better)
