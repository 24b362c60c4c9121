"""What an AI player of a game is: a policy, and where there is one, a search that plays on from it.

A game gives a ``Bot`` of its own (``games.titles``). What it leaves out degrades: without a policy any legal action
is taken, without a search the policy decides at every level, without ``worth_telling`` there is no review.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from games.rules.core import Action, Game
from games.rules.registry import GAMES
from games.titles import part

if TYPE_CHECKING:
    from games.ai.search import Question


@dataclass(frozen=True, slots=True)
class Measure:
    """One match of levels: ``a`` against ``b`` on so many duplicate deals (``whole``: matches).

    ``wins``, ``margin`` and ``bids``: what the lower end of the 95 % interval is wanted to reach; ``wins`` is a share
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
        """A name for it, the same whenever the same is measured."""
        rules = "".join(f"-{name}-{self.options[name]}" for name in sorted(self.options))
        return f"{self.game}{rules}-{self.a}-{self.b}{'-whole' if self.whole else ''}"


class Bot:
    """An AI player of one game, without state. It is given a ``View`` and never a ``State``."""

    #: Raised whenever all levels play otherwise than before: moves and measurements name it.
    version: int = 1
    #: level → its version where it alone plays otherwise than before; the next one of all is above it
    versions: Mapping[str, int] = {}
    #: level → playouts a move; a level that is not named is played by the policy
    playouts: Mapping[str, int] = {}
    #: level → what an error may cost without seeming bad to it, by the policy's own reckoning (``human_errors``)
    temperatures: Mapping[str, float] = {}
    #: Points from which a review tells of a loss, None where hands are not reviewed; worlds it compares choices in.
    worth_telling: float | None = None
    review_worlds: int = 0
    #: Which matches of levels are measured.
    measures: Sequence[Measure] = ()
    #: The modules whose kernels (``games.ai.compiled``) its search enters.
    kernels: Sequence[str] = ()
    #: Whether measurements count first places, not deals on which a side did better.
    counts_first_places: bool = False
    #: Hands of a duplicate deal that make one margin, and the digits it is shown with.
    hands_a_margin: int = 1
    margin_digits: int = 1

    def __init__(self, game: str) -> None:
        self.game = game

    def version_of(self, level: str) -> int:
        """Return the version of a level: it changes whenever the level may play otherwise than before."""
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
        """Return what the view's seat may sensibly do with what it is worth, the best first."""
        return [(0.0, rng.choice(self.rules.moves(view)))]

    def declare(self, view: Any, rng: Random) -> Action | None:
        """Return what the view's seat shows while cards are drawn, or None to wait."""
        return None

    def remembered(self, view: Any, tricks: int) -> Any:
        """Return the view of somebody who remembers only so many tricks beside the one on the table."""
        return view

    # --- the search

    def question(self, view: Any, rng: Random, also: Action | None = None) -> Question | None:
        """Return the choice before the view's seat as a search sees it, None where there is nothing to weigh.
        ``also``: an action that is weighed too, whatever the policy thinks of it."""
        return None

    def in_points(self, question: Any) -> Callable[[Any, int], float]:
        """Return (world, move) → points of the hand for the asking seat: a review speaks of these alone."""
        value: Callable[[Any, int], float] = question.value
        return value

    # --- measuring

    def deal_context(self, options: Mapping[str, Any], deck: tuple[int, ...], number: int, rng: Random) -> Any:
        """Return the context of duplicate deal ``number``: it changes with the deal, as in a match."""
        return self.rules.following(options, [], deck, rng)

    def above_par(self, result: Mapping[str, Any], side: int) -> bool:
        """Say whether a finished hand went better for a side than it goes among equals."""
        return self.margin(result, side) > 0

    def margin(self, result: Mapping[str, Any], side: int) -> float:
        """Return the points that a side has gained on the others in a finished hand."""
        return float(result["points"][side])

    def bid_gain(self, result: Mapping[str, Any], side: int) -> float | None:
        """Return what a side's bid has brought in a finished hand: the points made, or below 0 those that it was set
        back by; None where it was bound to nothing."""
        return None

    def is_first(self, result: Mapping[str, Any], side: int) -> bool:
        """Say whether a side came first in a finished hand, where first places are counted."""
        return bool(result["winner"] == side)


@cache
def _plain(game: str) -> Bot:
    return Bot(game)


def bot(game: str) -> Bot:
    """Return the AI player of a game, by the game's key; one that plays any legal card where it brings none."""
    title_bot: Bot | None = part(game, "bot")
    return title_bot or _plain(game)
