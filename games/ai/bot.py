"""The AI player of a game: a policy and, optionally, a search that builds on it.

A game provides its own ``Bot`` (``games.plugins``). What it leaves out degrades: without a policy the bot takes any
legal action, without a search the policy decides at every level, without ``worth_telling`` there is no review.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from games.plugins import part
from games.rules.core import Action, Game
from games.rules.registry import GAMES

if TYPE_CHECKING:
    from games.ai.learning import Learner
    from games.ai.search import Question


@dataclass(frozen=True, slots=True)
class Measure:
    """A match of level ``a`` against ``b`` over a number of duplicate deals (``whole``: matches).

    ``wins``, ``margin`` and ``bids``: targets for the lower end of the 95 % interval; ``wins`` is a share
    of deals won, or of first places (``Bot.counts_first_places``), ``bids`` what a bid brings (``Bot.bid_gain``).
    ``options``: house rules of the match.
    """

    game: str
    a: str
    b: str
    deals: int
    wins: float | None = None
    margin: float | None = None
    bids: float | None = None
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    whole: bool = False

    @property
    def key(self) -> str:
        """A stable name: equal measurements have the same."""
        rules = "".join(f"-{name}-{self.options[name]}" for name in sorted(self.options))
        return f"{self.game}{rules}-{self.a}-{self.b}{'-whole' if self.whole else ''}"


class Bot:
    """A stateless AI player of one game. It is given a ``View`` and never a ``State``."""

    #: Bumped whenever all levels play differently than before; moves and measurements name it.
    version: int = 1
    #: level → its version where it alone plays differently than before; the next ``version`` must be higher
    versions: Mapping[str, int] = {}
    #: level → playouts per move; the policy plays levels not listed
    playouts: Mapping[str, int] = {}
    #: level → what an error may cost before it looks bad, by the policy's own estimate (``human_errors``)
    temperatures: Mapping[str, float] = {}
    #: Smallest loss in points that a review reports, None for no reviews; worlds in which it compares choices.
    worth_telling: float | None = None
    review_worlds: int = 0
    #: The matches between levels to measure.
    measures: Sequence[Measure] = ()
    #: The modules whose kernels (``games.ai.compiled``) its search calls.
    kernels: Sequence[str] = ()
    #: Whether measurements count first places rather than deals on which a side did better.
    counts_first_places: bool = False
    #: Hands of a duplicate deal per margin, and the decimals to show it with.
    hands_a_margin: int = 1
    margin_digits: int = 1

    def __init__(self, game: str) -> None:
        self.game = game

    def version_of(self, level: str) -> int:
        """Return the version of a level: it changes whenever the level may play differently."""
        return max(self.version, self.versions.get(level, 0))

    @property
    def rules(self) -> Game:
        """The rules of its game."""
        return GAMES[self.game]

    # --- the policy

    def choose(self, view: Any, rng: Random) -> Action:
        """Return what the policy does; the view's seat is to act."""
        return self.weighed(view, rng)[0][1]

    def weighed(self, view: Any, rng: Random) -> Sequence[tuple[float, Action]]:
        """Return (worth, action) for each sensible action of the view's seat, best first."""
        return [(0.0, rng.choice(self.rules.moves(view)))]

    def declare(self, view: Any, rng: Random) -> Action | None:
        """Return what the view's seat shows while cards are drawn, or None to wait."""
        return None

    def remembered(self, view: Any, tricks: int) -> Any:
        """Return the view of a player who remembers only this many tricks besides the one on the table."""
        return view

    def without_blunders(self, view: Any, weighed: Sequence[tuple[float, Action]]) -> Sequence[tuple[float, Action]]:
        """Return what is weighed, best first, without what not even a beginner does, however the policy rates it; at
        least one action is left."""
        return weighed

    # --- the search

    def question(self, view: Any, rng: Random, also: Action | None = None) -> Question | None:
        """Return the decision facing the view's seat as a search sees it, None if there is nothing to weigh.
        ``also``: an action to weigh too, whatever the policy thinks of it."""
        return None

    def in_points(self, question: Any) -> Callable[[Any, int], float]:
        """Return (world, move) → points of the hand for the asking seat, the only values a review reports."""
        value: Callable[[Any, int], float] = question.value
        return value

    # --- learning

    #: Where learned weights are kept: JSON, the game's key → the learner's name → weights by name; None for nothing.
    learned: Path | None = None

    def learners(self, seed: int) -> Sequence[Learner]:
        """Return those whose weights can be learned from results, on deals from a seed."""
        return ()

    # --- measuring

    def deal_context(self, options: Mapping[str, Any], deck: tuple[int, ...], number: int, rng: Random) -> Any:
        """Return the context of duplicate deal ``number``: it changes with the deal, as in a match."""
        return self.rules.following(options, [], deck, rng)

    def above_par(self, result: Mapping[str, Any], side: int) -> bool:
        """Return whether a side did better in a finished hand than it would among equals."""
        return self.margin(result, side) > 0

    def margin(self, result: Mapping[str, Any], side: int) -> float:
        """Return the points that a side gained on the others in a finished hand."""
        return float(result["points"][side])

    def bid_gain(self, result: Mapping[str, Any], side: int) -> float | None:
        """Return what a side's bid brought in a finished hand: the points made, or a negative number for a set-back;
        None if it was bound to nothing."""
        return None

    def is_first(self, result: Mapping[str, Any], side: int) -> bool:
        """Return whether a side came first in a finished hand, where first places are counted."""
        return bool(result["winner"] == side)


@cache
def _plain(game: str) -> Bot:
    return Bot(game)


def bot(game: str) -> Bot:
    """Return a game's AI player by the game's key; a game without one gets a bot that takes any legal action."""
    title_bot: Bot | None = part(game, "bot")
    return title_bot or _plain(game)
