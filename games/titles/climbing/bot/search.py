"""The choices of a climbing game as a search weighs them: each is tried in possible deals, the policy playing all
hands on to the end.

A game brings its table; one that can say which deals are likely, or weighs gifts too, derives its own ``Choice``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from games.ai.search import OneByOne, Question
from games.rules.climbing.actions import Pass, Play
from games.rules.climbing.order import bits_of
from games.rules.climbing.state import State
from games.rules.climbing.view import LowestView
from games.rules.core import Action, Game, Setup
from games.titles.climbing.bot.core import Table
from games.titles.climbing.bot.mind import Mind
from games.titles.climbing.bot.parts import Part

#: what a play saved is worth in values, and the most plays that the policy's opinion counts
A_PLAY, MOST = 2.0, 4.0
#: the policy weighs this much what it is sure to go out with
SURE = 40.0
#: cards dealt in all: a playout near the end costs little; what the least one costs
WHOLE, LEAST = 52, 0.05

World = tuple[int, ...]


class Lead(Protocol):
    """Lays a hand at its first lead; ``lowest``: the card, as its bit, that chose the leader."""

    def __call__(self, setup: Setup, hands: World, leader: int, lowest: int = 0) -> State: ...


class Trial(NamedTuple):
    """What a game brings to its search. ``at_lead``: lays a hand; ``table``: (state, hands, all cards not yet played,
    the play to beat) → the same to be played out; ``mind``: view → what its seat thinks; ``part_of``: (view, cards) →
    the play as the policy has it; ``unseen``: view → the cards that others may hold, as bits; ``known``: view → seat →
    those that the viewer knows there, all of their own; ``unit``: what a point of the hand is worth; ``first``: what
    being first out is worth beside it."""

    at_lead: Lead
    table: Callable[[Any, Sequence[int], int, Part | None], Table]
    mind: Callable[[Any], Mind]
    part_of: Callable[[Any, tuple[int, ...]], Part]
    unseen: Callable[[Any], int]
    known: Callable[[Any], list[int]]
    unit: float
    first: float


class Choice(OneByOne):
    """Which combination to play, or whether to pass."""

    #: moves that are weighed at most
    short_list = 6
    weighs_gifts = False
    trust = 40.0
    telling = 0.0
    #: to try a fourth move gains more than to look longer at three
    fewest = 4

    def __init__(self, game: Game, trial: Trial, view: Any, near: Sequence[tuple[float, Action]]) -> None:
        self.game, self.trial, self.view, self.seat = game, trial, view, view.seat
        self.unit = trial.unit
        self.moves = [move for _, move in near]
        self.prior = [max(gain - near[0][0], -MOST) * A_PLAY for gain, _ in near]
        self.cost = (sum(view.counts) / WHOLE) ** 1.5 + LEAST
        self.known = trial.known(view)
        hidden = trial.unseen(view)
        for mask in self.known:
            hidden &= ~mask
        self.hidden = bits_of(hidden)
        #: all cards not yet played
        self.left = trial.unseen(view) | self.known[self.seat]
        self.needed = [count - known.bit_count() for count, known in zip(view.counts, self.known, strict=True)]
        self.needed[self.seat] = 0
        self.template = self._replayed()
        self.parts = [trial.part_of(view, move.cards) if isinstance(move, Play) else None for move in self.moves]
        self.top = None if view.to_beat is None else trial.part_of(view, view.to_beat.cards)

    def _replayed(self) -> State:
        """Return this moment of the hand, the others' cards being any that agree with it."""
        view = self.view
        made = [action for action in view.memory if isinstance(action, Play | Pass)]
        setup = self.game.setup(view.options, view.context, self.game.pack(view.options))
        hands = list(self.dealt(Random(0)))
        order = self.trial.at_lead(setup, tuple(hands), 0).rules.order
        for action in made:
            if isinstance(action, Play):
                hands[action.seat] |= order.mask_of(action.cards)
        leader = made[0].seat if made else view.to_act[0]
        lowest = 0
        if isinstance(view, LowestView) and view.lowest is not None:
            lowest = order.bits[view.lowest]
        state: Any = self.trial.at_lead(setup, tuple(hands), leader, lowest)
        for action in made:
            state = self.game.step(state, action)
        return state  # type: ignore[no-any-return]

    def world(self, rng: Random, tries: int) -> World:
        return self.dealt(rng)

    def dealt(self, rng: Random) -> World:
        """Return a deal that agrees with all the seat knows, each as often as any other; cards out of play are what is
        left over."""
        hidden = self.hidden
        rng.shuffle(hidden)
        hands, start = [], 0
        for seat, need in enumerate(self.needed):
            hands.append(sum(hidden[start : start + need]) | self.known[seat])
            start += need
        return tuple(hands)

    def truth(self, state: State) -> World:
        """Return the world that a state really is."""
        return state.hands

    def value(self, world: World, move: int) -> float:
        table = self.played_out(world, move)
        value: float = table.points()[self.seat] * self.unit
        return value + (self.trial.first if table.out[0] == self.seat else 0.0)

    def played_out(self, world: World, move: int) -> Table:
        """Return how a hand ends for the seat after a move when the policy plays all hands on."""
        table = self.trial.table(self.template, world, self.left, self.top)
        table.asking = self.seat
        table.play_out(table.act(self.seat, self.parts[move]))
        return table


def question(
    game: Game,
    trial: Trial,
    view: Any,
    weighed: Sequence[tuple[float, Action]],
    also: Action | None,
    choice: type[Choice] = Choice,
) -> Question | None:
    """Return the choice before the view's seat, ``None`` where there is only one, or none that is worth a search;
    ``weighed``: what the policy thinks of it; ``also`` is weighed whatever the policy thinks of it."""
    near = list(weighed[: choice.short_list])
    if also is not None and also not in [move for _, move in near]:
        near.append((near[-1][0], also))
    if len(near) < 2 or not (view.phase == "play" or choice.weighs_gifts):
        return None
    best, first = near[0]
    goes_out = isinstance(first, Play) and len(first.cards) == len(view.hand)
    if also is None and (goes_out or best > SURE):
        return None
    return choice(game, trial, view, near)
