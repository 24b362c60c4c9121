"""How a search weighs the choices of All Fours: by the chance to win the game from the scores that each
leads to (/rules/all-fours/#9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, sqrt
from random import Random
from typing import Any

from games.ai.chance import chance_of
from games.ai.compiled import engine
from games.ai.search import OneByOne, Question
from games.rules.allfours.actions import BEG, GIVE, RUN, STAND, Discard
from games.rules.allfours.state import AllFoursState
from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.rules.core import Action
from games.rules.four_chances.actions import Play
from games.rules.four_chances.following import winning_place
from games.rules.registry import GAMES
from games.titles.allfours.bot import core
from games.titles.allfours.bot.policy import choose, weighed
from games.titles.allfours.bot.worlds import begun, hands_dealer

#: the most cards or discards to weigh
SHORT_LIST = 9
#: the cost of a playout that starts before the play, in playouts of a hand
BEFORE_PLAY = 6
#: seat → cards as bits, as kernels take it
World = Any


@lru_cache(maxsize=4096)
def race(mine: int, theirs: int) -> float:
    """Return the chance to be the first to score the points needed, if each point is equally likely to
    go to either side."""
    if mine <= 0 or theirs <= 0:
        return 1.0 if mine <= 0 else 0.0
    if mine + theirs > 60:
        return 0.5 * (1 + erf((theirs - mine) / sqrt(2.0 * (mine + theirs))))
    return 0.5 * race(mine - 1, theirs) + 0.5 * race(mine, theirs - 1)


def question(view: AllFoursView, rng: Random, also: Action | None = None) -> Question | None:
    """Return the choice that the view's seat faces, or ``None`` if the policy is sure; ``also`` is
    weighed whatever the policy thinks of it."""
    first = choose(view, rng)
    seat = view.seat
    assert seat is not None
    if view.phase == "play":
        shortlist = weighed(view, rng)[:SHORT_LIST]
        if also is not None and also not in [move for _, move in shortlist]:
            shortlist.append((shortlist[-1][0], also))
        return _Playing(view, shortlist) if len(shortlist) > 1 else None
    if view.phase == "beg":
        return _Begging(view, _with_first(first, [STAND[seat], BEG[seat]]))
    if view.phase == "answer" and view.may_give:
        return _Begging(view, _with_first(first, [GIVE[seat], RUN[seat]]))
    if view.phase == "discard":
        assert isinstance(first, Discard)
        discards = _discards(view, first)
        return _Begging(view, discards if also is None or also in discards else [*discards, also])
    return None


def _with_first(first: Action, moves: Sequence[Action]) -> list[Action]:
    return [first, *(move for move in moves if move != first)]


def _discards(view: AllFoursView, first: Discard) -> list[Action]:
    """Return the policy's discard and those that swap one of its cards for another."""
    assert first.cards is not None
    kept_cards = [card for card in view.hand if card not in first.cards]
    discards: list[Action] = [first]
    idle = sorted(kept_cards, key=lambda card: (SUITS[card // 13] == view.trump, card % 13))[:3]
    for back, away in ((back, away) for away in idle for back in first.cards[-3:]):
        cards = tuple(card for card in first.cards if card != back)
        discards.append(Discard(first.seat, (*cards, away)))
    return discards[:SHORT_LIST]


class _Count(OneByOne):
    """The count of a hand from here: scores so far, what each side needs."""

    check_cost = 0.0
    fewest = 3

    def __init__(self, view: AllFoursView) -> None:
        assert view.seat is not None
        self.view = view
        self.side = view.seat % 2
        # Here a point counts as a share of the game.
        self.unit = (self.worth(view.scores, [self.side]) - self.worth(view.scores, [1 - self.side])) / 2

    def worth(self, scores: Sequence[int], due: Sequence[int]) -> float:
        """Return the asking side's chance to win the game, with these points still to be counted."""
        totals, target = list(scores), self.view.target
        for side in due:
            totals[side] += 1
            if totals[side] >= target:
                break
        return race(target - totals[self.side], target - totals[1 - self.side])


class _Playing(_Count):
    """Which card to play."""

    trust = 40.0

    def __init__(self, view: AllFoursView, near: Sequence[tuple[float, Action]]) -> None:
        super().__init__(view)
        self.moves = [move for _, move in near]
        self.prior = [(gain - near[0][0]) * self.unit for gain, _ in near]
        self.cost = max(0.3, len(view.hand) / 6 * view.seats / 2)
        self.engine = engine()
        integers = self.engine.integers
        dealer, options = hands_dealer(view), view.options
        self.dealer = (*dealer.tables(self.engine), integers(dealer.room()))
        terms = core.terms_of(SUITS.index(view.trump), options["ten"], options["game_cards"], options["low"])
        hand = core.ground(view.seats, view.lead, view.trick, view.dealer, options)
        self._look_back(hand, terms)
        self.tables = (integers(hand), *core.tables_of(terms, self.engine))
        self.room = integers(hand)
        self.mine = sum(core.BIT[card] for card in view.hand)
        self._sample: Any = self.engine.of(core.sample)
        self._try_out: Any = self.engine.of(core.try_out)

    def _look_back(self, hand: list[int], terms: core.Terms) -> None:
        """Note what the tricks so far have scored, from memory, because they may not lie open."""
        seats = self.view.seats
        played = [action for action in self.view.memory if isinstance(action, Play)]
        for action in played:
            hand[core.HELD + action.seat % 2] |= core.BIT[action.card] & terms.trumps
        for first in range(0, len(played) - seats + 1, seats):
            trick = [action.card for action in played[first : first + seats]]
            side = played[first + winning_place(trick, terms.trump)].seat % 2
            for card in trick:
                hand[core.TAKES + side] += terms.pips[card]
                hand[core.TAKEN + side] |= core.BIT[card] & terms.trumps

    def values(self, moves: Sequence[int], worlds: int, tries: int, rng: Random) -> list[list[float]]:
        return self._values_in(moves, self._dealt(worlds, rng), worlds)

    def world(self, rng: Random, tries: int) -> World:
        return self._dealt(1, rng)

    def value(self, world: World, move: int) -> float:
        return self._values_in([move], world, 1)[0][0]

    def _dealt(self, count: int, rng: Random) -> World:
        """Return the hands of so many worlds, one after another."""
        worlds = self.engine.integers([0] * (count * self.view.seats))
        self._sample(*self.dealer, chance_of(rng, self.engine), worlds, count, self.view.seat, self.mine)
        return worlds

    def _values_in(self, moves: Sequence[int], worlds: World, count: int) -> list[list[float]]:
        """Return for each move its values in ``count`` worlds."""
        cards = self.engine.integers(self.moves[move].card for move in moves)  # type: ignore[attr-defined]
        codes = self.engine.integers([0] * (count * len(moves)))
        self._try_out(*self.tables, worlds, count, cards, self.room, codes)
        known: dict[int, float] = {}
        values = []
        for code in map(int, codes):
            if code not in known:
                known[code] = self.worth(self.view.scores, core.due(code))
            values.append(known[code])
        return [values[place :: len(moves)] for place in range(len(moves))]

    def truth(self, state: AllFoursState) -> World:
        """Return the real world of a state."""
        return self.engine.integers(sum(core.BIT[card] for card in hand) for hand in state.hands)


class _Begging(_Count):
    """What to do before the play: the rules and the policy go on to it, then the playout."""

    trust = 0.0

    def __init__(self, view: AllFoursView, moves: Sequence[Action]) -> None:
        super().__init__(view)
        self.moves = moves
        self.prior = [0.0] * len(moves)
        self.cost: float = BEFORE_PLAY

    def world(self, rng: Random, tries: int) -> AllFoursState:
        return begun(self.view, rng)

    def truth(self, state: AllFoursState) -> AllFoursState:
        """Return the real world of a state: the state itself."""
        return state

    def value(self, world: AllFoursState, move: int) -> float:
        game = GAMES[self.view.game]
        state: AllFoursState = game.step(world, self.moves[move])
        while state.phase in ("beg", "answer", "discard"):
            state = game.step(state, choose(game.view(state, state.to_act[0]), Random(0)))
        if state.result is not None:
            return self.worth(state.scores, ())
        return self.worth(state.scores, self._scoring_sides(state))

    def _scoring_sides(self, state: AllFoursState) -> list[int]:
        """Return the sides that score after a state's cards are played out."""
        options, kernels = self.view.options, engine()
        terms = core.terms_of(state.trump, options["ten"], options["game_cards"], options["low"])
        world = kernels.integers(sum(core.BIT[card] for card in hand) for hand in state.hands)
        hand = kernels.integers(core.ground(self.view.seats, state.lead, [], self.view.dealer, options))
        code = kernels.integers([0])
        try_out: Any = kernels.of(core.try_out)
        try_out(hand, *core.tables_of(terms, kernels), world, 1, kernels.integers([core.NO_CARD]), hand.copy(), code)
        return core.due(int(code[0]))
