"""The search of a climbing game: it tries each choice in possible deals, and the policy plays all hands to the end.

Each game supplies a ``Trial``; one that can say which deals are likely, or also weighs gifts, subclasses ``Choice``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from games.ai.chance import chance_of
from games.ai.compiled import engine
from games.ai.search import Question
from games.rules.climbing.actions import Pass, Play
from games.rules.climbing.order import bits_of
from games.rules.climbing.state import State
from games.rules.climbing.view import LowestView
from games.rules.core import Action, Game, Setup
from games.titles.climbing.bot.layout import (
    ASKING,
    GROUND,
    HOLDING,
    LEADER,
    LEFT,
    MOST_SEATS,
    OUT,
    OUT_COUNT,
    OWN,
    PART,
    PASS,
    PASSED,
    PLAYED,
    SEATS,
    START,
    TO_ASK,
    TOP,
    Part,
    Terms,
)
from games.titles.climbing.bot.opinion import Opinion
from games.titles.climbing.bot.playing import Kernels, sample

#: the value of a play saved, and the cap on the policy's opinion, in plays
A_PLAY, MOST = 2.0, 4.0
#: above this weight the policy is sure to go out
SURE = 40.0
#: all cards dealt (a playout near the end costs little), and the cost of the cheapest playout
WHOLE, LEAST = 52, 0.05

#: seat → cards as bits, in the form that kernels take
World = Any
#: how a hand has ended, as kernels write it
End = Sequence[int]


class Lead(Protocol):
    """Set up a hand at its first lead. ``lowest``: the card, as its bit, that chose the leader."""

    def __call__(self, setup: Setup, hands: tuple[int, ...], leader: int, lowest: int = 0) -> State: ...


class Trial(NamedTuple):
    """What a game supplies to its search. ``at_lead``: sets up a hand; ``kernels``: the game's own; ``terms``: the
    rules of the table as numbers; ``opinion``: view → what its seat thinks; ``part_of``: (view, cards) → the play as
    the policy encodes it; ``unseen``: view → the cards that others may hold, as bits; ``known``: view → seat → the
    cards that the viewer knows there, their own included; ``own_of``: state → what the game's kernels store;
    ``points_of``: end → seat → points; ``unit``: the value of a point; ``first``: extra value of being first out."""

    at_lead: Lead
    kernels: Kernels
    terms: Terms
    opinion: Callable[[Any], Opinion]
    part_of: Callable[[Any, tuple[int, ...]], Part]
    unseen: Callable[[Any], int]
    known: Callable[[Any], list[int]]
    own_of: Callable[[Any], Sequence[int]]
    points_of: Callable[[End], list[int]]
    unit: float
    first: float


def ground_of(state: Any, left: int, top: Part, own: Sequence[int] = (), asking: int = -1) -> list[int]:
    """Return a moment of a hand as kernels encode it, without the cards held. ``left``: all cards not yet played,
    including those out of play; ``top``: the play to beat, as playouts encode it; ``asking``: the only seat whose
    points matter."""
    ground = [0] * GROUND
    ground[SEATS], ground[LEFT], ground[HOLDING] = len(state.hands), left, state.holding
    ground[LEADER], ground[TO_ASK], ground[PASSED] = state.top_seat, state.to_ask, state.passed
    ground[PLAYED], ground[OUT_COUNT], ground[ASKING] = state.played, len(state.out), asking
    ground[OUT : OUT + len(state.out)] = state.out
    ground[TOP : TOP + PART] = top
    ground[OWN : OWN + len(own)] = own
    return ground


class Choice:
    """Which combination to play, or whether to pass."""

    #: the most moves that are weighed
    short_list = 6
    weighs_gifts = False
    trust = 40.0
    check_cost = 0.0
    #: trying a fourth move gains more than looking longer at three
    fewest = 4

    def __init__(self, game: Game, trial: Trial, view: Any, near: Sequence[tuple[float, Action]]) -> None:
        self.game, self.trial, self.view, self.seat = game, trial, view, view.seat
        self.unit = trial.unit
        self.moves = [move for _, move in near]
        self.prior = [max(gain - near[0][0], -MOST) * A_PLAY for gain, _ in near]
        self.cost = (sum(view.counts) / WHOLE) ** 1.5 + LEAST
        self.known = trial.known(view)
        unseen = trial.unseen(view)
        self.needed = [count - known.bit_count() for count, known in zip(view.counts, self.known, strict=True)]
        self.needed[self.seat] = 0
        self.engine = engine()
        integers = self.engine.integers
        self._dealer = (
            integers(bits_of(unseen & ~sum(self.known))),
            integers(self.needed),
            integers(self.known),
        )
        self._sample: Any = self.engine.of(sample)
        self._try_out: Any = self.engine.of(trial.kernels.try_out)
        self.template = self._replayed()
        self.choices = [self._choice(move) for move in self.moves]
        top = PASS if view.to_beat is None else trial.part_of(view, view.to_beat.cards)
        own = trial.own_of(self.template)
        self.table, self.weights = trial.terms.tables(self.engine)
        ground = ground_of(self.template, unseen | self.known[self.seat], top, own, self.seat)
        self.table[START : START + GROUND] = integers(ground)

    @classmethod
    def to_search(cls, trial: Trial, view: Any, weighed: Sequence[tuple[float, Action]]) -> list[tuple[float, Action]]:
        """Return the choices to search, from all of them, best first."""
        return list(weighed[: cls.short_list])

    def _choice(self, move: Action) -> Part:
        """Return a move as kernels encode it."""
        return self.trial.part_of(self.view, move.cards) if isinstance(move, Play) else PASS

    def _replayed(self) -> State:
        """Return this moment of the hand, with any cards for the others that are consistent with it."""
        view = self.view
        actions = [action for action in view.memory if isinstance(action, Play | Pass)]
        setup = self.game.setup(view.options, view.context, self.game.pack(view.options))
        hands = [int(held) for held in self.dealt(1, Random(0))[: view.seats]]
        order = self.trial.at_lead(setup, tuple(hands), 0).rules.order
        for action in actions:
            if isinstance(action, Play):
                hands[action.seat] |= order.mask_of(action.cards)
        leader = actions[0].seat if actions else view.to_act[0]
        lowest = 0
        if isinstance(view, LowestView) and view.lowest is not None:
            lowest = order.bits[view.lowest]
        state: Any = self.trial.at_lead(setup, tuple(hands), leader, lowest)
        for action in actions:
            state = self.game.step(state, action)
        return state  # type: ignore[no-any-return]

    def values(self, moves: Sequence[int], worlds: int, tries: int, rng: Random) -> list[list[float]]:
        return self._values_in(moves, self.dealt(worlds, rng), worlds)

    def world(self, rng: Random, tries: int) -> World:
        return self.dealt(1, rng)

    def value(self, world: World, move: int) -> float:
        return self._values_in([move], world, 1)[0][0]

    def dealt(self, count: int, rng: Random) -> World:
        """Return ``count`` worlds, one after another."""
        worlds = self.engine.integers([0] * (MOST_SEATS * count))
        self._sample(*self._dealer, chance_of(rng, self.engine), worlds, count)
        return worlds

    def truth(self, state: State) -> World:
        """Return the actual world of a state."""
        return self.engine.integers([*state.hands] + [0] * (MOST_SEATS - len(state.hands)))

    def ends(self, moves: Sequence[int], worlds: World, count: int) -> list[End]:
        """Return how the hand ends after each move, world after world, when the policy plays all seats on."""
        integers = self.engine.integers
        ends = integers([0] * (GROUND * count * len(moves)))
        choices = integers(number for move in moves for number in self.choices[move])
        self._try_out(self.table, self.weights, worlds, count, choices, self.seat, ends)
        flat = list(map(int, ends))
        return [flat[at : at + GROUND] for at in range(0, len(flat), GROUND)]

    def points(self, world: World, move: int) -> float:
        """Return the seat's points after a move in a world."""
        return float(self.trial.points_of(self.ends([move], world, 1)[0])[self.seat])

    def _values_in(self, moves: Sequence[int], worlds: World, count: int) -> list[list[float]]:
        """Return the values of each move over ``count`` worlds."""
        values = [self._value(end) for end in self.ends(moves, worlds, count)]
        return [values[place :: len(moves)] for place in range(len(moves))]

    def _value(self, end: End) -> float:
        value: float = self.trial.points_of(end)[self.seat] * self.unit
        return value + (self.trial.first if end[OUT] == self.seat else 0.0)


def question(
    game: Game,
    trial: Trial,
    view: Any,
    weighed: Sequence[tuple[float, Action]],
    also: Action | None,
    choice: type[Choice] = Choice,
) -> Question | None:
    """Return the choice before the view's seat; ``None`` if there is only one move, or none worth a search.
    ``weighed``: the moves as the policy rates them; ``also``: a move to search however the policy rates it."""
    near = choice.to_search(trial, view, weighed)
    if also is not None and also not in [move for _, move in near]:
        near.append((near[-1][0], also))
    if len(near) < 2 or not (view.phase == "play" or choice.weighs_gifts):
        return None
    best, first = weighed[0]
    goes_out = isinstance(first, Play) and len(first.cards) == len(view.hand)
    if also is None and (goes_out or best > SURE):
        return None
    return choice(game, trial, view, near)
