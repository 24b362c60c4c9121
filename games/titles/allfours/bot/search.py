"""The choices of All Fours as a search weighs them: by the chance to win the game from the scores
that come of each (/rules/all-fours/#9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, sqrt
from random import Random

from games.ai.search import OneByOne, Question
from games.rules.allfours.actions import BEG, GIVE, RUN, STAND, Discard
from games.rules.allfours.state import AllFoursState
from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.rules.core import Action
from games.rules.four_chances.actions import Play
from games.rules.four_chances.following import winning_place
from games.rules.four_chances.state import cards_out
from games.rules.registry import GAMES
from games.titles.allfours.bot import core
from games.titles.allfours.bot.policy import choose, weighed
from games.titles.allfours.bot.worlds import begun, hands_dealer

#: cards and discards that are weighed at most
SHORT_LIST = 9
#: what a playout costs that begins before the play, in playouts of a hand
BEFORE_PLAY = 6
#: seat → cards as bits
World = tuple[int, ...]


@lru_cache(maxsize=4096)
def race(mine: int, theirs: int) -> float:
    """Return the chance to be the first to score what is needed, each point falling to either
    side alike."""
    if mine <= 0 or theirs <= 0:
        return 1.0 if mine <= 0 else 0.0
    if mine + theirs > 60:
        return 0.5 * (1 + erf((theirs - mine) / sqrt(2.0 * (mine + theirs))))
    return 0.5 * race(mine - 1, theirs) + 0.5 * race(mine, theirs - 1)


def question(view: AllFoursView, rng: Random, also: Action | None = None) -> Question | None:
    """Return the choice before the view's seat, ``None`` where the policy is sure of it; ``also`` is
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
    """Return the policy's discard and those that keep one of its cards for another."""
    assert first.cards is not None
    kept = [card for card in view.hand if card not in first.cards]
    discards: list[Action] = [first]
    idle = sorted(kept, key=lambda card: (SUITS[card // 13] == view.trump, card % 13))[:3]
    for back, away in ((back, away) for away in idle for back in first.cards[-3:]):
        cards = tuple(card for card in first.cards if card != back)
        discards.append(Discard(first.seat, (*cards, away)))
    return discards[:SHORT_LIST]


class _Count(OneByOne):
    """How a hand is counted from here: scores so far, what each side needs."""

    telling = 0.0
    fewest = 3

    def __init__(self, view: AllFoursView) -> None:
        assert view.seat is not None
        self.view = view
        self.side = view.seat % 2
        # A point is a part of the game here.
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
        self.dealer = hands_dealer(view)
        options = view.options
        self.terms = core.terms_of(SUITS.index(view.trump), options["ten"], options["game_cards"], options["low"])
        self.mine = sum(core.BIT[card] for card in view.hand)
        self.pips = [0, 0]
        self.taken: dict[int, int] = {}
        self.held: dict[int, int] = {}
        self._look_back()

    def _look_back(self) -> None:
        """Gather what the tricks so far have brought, from memory: they need not lie open."""
        seats, trump = self.view.seats, self.terms.trump
        played = [action for action in self.view.memory if isinstance(action, Play)]
        for action in played:
            if action.card // 13 == trump:
                self.held[action.card] = action.seat % 2
        for first in range(0, len(played) - seats + 1, seats):
            trick = [action.card for action in played[first : first + seats]]
            side = played[first + winning_place(trick, trump)].seat % 2
            for card in trick:
                self.pips[side] += self.terms.pips[card]
                if card // 13 == trump:
                    self.taken[card] = side

    def world(self, rng: Random, tries: int) -> World:
        hands = self.dealer.deal(rng)[:-1]
        masks = [sum(core.BIT[card] for card in hand) for hand in hands]
        masks[self.view.seat or 0] = self.mine
        return tuple(masks)

    def truth(self, state: AllFoursState) -> World:
        """Return the world that a state really is."""
        return tuple(sum(core.BIT[card] for card in hand) for hand in state.hands)

    def value(self, world: World, move: int) -> float:
        action = self.moves[move]
        assert isinstance(action, Play)
        hands, pips, taken, held = list(world), self.pips[:], dict(self.taken), dict(self.held)
        for seat, hand in enumerate(hands):
            for card in _bits(hand & self.terms.trumps):
                held[card] = seat % 2
        hands[action.seat] ^= core.BIT[action.card]
        core.play_out(self.terms, hands, self.view.lead, [*self.view.trick, action.card], pips, taken)
        due = core.count(self.terms, held, taken, pips, self.view.dealer, self.view.options)
        return self.worth(self.view.scores, due)


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
        """Return the world that a state really is: itself."""
        return state

    def value(self, world: AllFoursState, move: int) -> float:
        game = GAMES[self.view.game]
        state: AllFoursState = game.step(world, self.moves[move])
        while state.phase in ("beg", "answer", "discard"):
            state = game.step(state, choose(game.view(state, state.to_act[0]), Random(0)))
        if state.result is not None:
            return self.worth(state.scores, ())
        return self.worth(state.scores, self._played(state))

    def _played(self, state: AllFoursState) -> list[int]:
        """Return the sides that score once the cards of a state are played out."""
        options = self.view.options
        terms = core.terms_of(state.trump, options["ten"], options["game_cards"], options["low"])
        hands = [sum(core.BIT[card] for card in hand) for hand in state.hands]
        held = {
            card: seat % 2 for seat, hand in enumerate(cards_out(state)) for card in hand if card // 13 == state.trump
        }
        pips, taken = [0, 0], dict[int, int]()
        core.play_out(terms, hands, state.lead, [], pips, taken)
        return core.count(terms, held, taken, pips, self.view.dealer, options)


def _bits(cards: int) -> list[int]:
    """Return the cards of a set of bits, lowest first."""
    bits = []
    while cards:
        bit = cards & -cards
        bits.append(bit.bit_length() - 1)
        cards ^= bit
    return bits
