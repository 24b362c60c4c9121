"""What a game shows at the table: its display, its cards in words, its tricks, the moments worth going to.

A game gives a ``GameTable`` of its own (``games.titles``). What it leaves out degrades: the base class shows any
game by its rules alone (``games.table.plain``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from games.rules.core import Action, Game, Message, View
from games.rules.registry import GAMES
from games.table.cards import brief
from games.table.reasons import Habit, Reasons
from games.table.sentences import listed
from games.titles import part

if TYPE_CHECKING:
    from games.table.display import Display
    from games.table.scene import Scene

#: A trick as it may be looked at again: who played which cards, in order.
PlayedTrick = Sequence[tuple[int, Sequence[int]]]
#: A step of a finished hand that is worth going to, and why.
Moment = tuple[int, Message]


class GameTable:
    """The table of one game, without state."""

    #: Whether the sentence says what the chosen cards are.
    reads_selection: bool = False
    #: Whether a learning table says why single cards are dimmed.
    explains_dimmed: bool = True
    #: What is done before the play and decides it: replays mark it.
    choices: frozenset[str] = frozenset()
    #: Why an action is advised (``games.table.reasons``); without them a hint says no reason.
    reasons: Reasons | None = None

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def rules(self) -> Game:
        """The rules of its game."""
        return GAMES[self.game]

    def display(self, scene: Scene) -> Display:
        """Return a hand that is dealt as its viewer sees it."""
        from games.table import plain  # it asks for the table of a game itself

        return plain.display(scene)

    def describe(self, options: Mapping[str, Any], cards: Sequence[int]) -> str:
        """Return cards that are played together, in words."""
        return listed(map(brief, cards))

    def read_selection(self, view: Any, cards: Sequence[int]) -> str:
        """Return what legal cards of the viewer's are: «Straight of 4, top J♠: this beats it.»"""
        return ""

    def is_partial(self, view: Any, cards: Sequence[int]) -> bool:
        """Say whether more cards must be chosen before anything can be said of them."""
        return False

    def about(self) -> str:
        """Return in a line what the game is about, for whoever plays their first hand; "" says nothing."""
        return ""

    def advice(self, view: Any) -> str:
        """Return in a line what matters now to the seat that is to act, for whoever plays their first hand."""
        return ""

    def past_tricks(self, view: Any) -> Sequence[PlayedTrick]:
        """Return the finished tricks that the viewer may look at again, the first first."""
        return ()

    def declaration(self, action: Any) -> str:
        """Return the words of a button that shows cards while they are dealt."""
        return self.describe({}, action.cards)

    def turning_points(self, timeline: Any) -> Iterable[Moment]:
        """Yield the steps at which a finished hand turned. ``timeline``: a ``games.replays.timeline.Timeline``."""
        return ()

    def is_choice(self, action: Action) -> bool:
        """Say whether an action before the play decides how it is played."""
        return action.do in self.choices


@cache
def _plain(game: str) -> GameTable:
    return GameTable(game)


def table_of(game: str) -> GameTable:
    """Return the table of a game, by the game's key; a plain one where it brings none."""
    table: GameTable | None = part(game, "table")
    return table or _plain(game)


def describe(view: View, cards: Sequence[int]) -> str:
    """Return cards of a hand in words, as its game calls them."""
    return table_of(view.game).describe(view.options, cards)


def why(view: View, action: Action, instead: Iterable[Action]) -> Message | None:
    """Return why the view's seat, which is to act, had better do this than all that it might do ``instead``; None
    where the game has no reason that tells them apart."""
    family = table_of(view.game).reasons
    return None if family is None else family.why(view, action, instead)


def habits(view: View, made: Action, better: Action) -> list[Habit]:
    """Return the habits that show in what the view's seat has done, and not in what had been better."""
    family = table_of(view.game).reasons
    return [] if family is None else family.shown(view, made, better)
