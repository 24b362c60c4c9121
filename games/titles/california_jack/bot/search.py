"""How a search weighs the choices of California Jack: by the points that a seat scores, less the other's."""

from __future__ import annotations

from random import Random

from games.ai.search import OneByOne, Question
from games.rules.california_jack.following import following_of
from games.rules.california_jack.options import SIDES
from games.rules.california_jack.state import CaliforniaJackState, stock_of
from games.rules.california_jack.view import CaliforniaJackView
from games.rules.cards import SUITS
from games.rules.core import Action
from games.rules.four_chances.actions import Play
from games.rules.four_chances.following import winning_place
from games.rules.four_chances.score import game_side, takings, trump_chances
from games.rules.four_chances.state import Trick
from games.titles.california_jack.bot.policy import drawn_worth, stake, terms_of, weighed
from games.titles.california_jack.bot.worlds import World, Worlds
from games.titles.four_chances.bot import core


def question(view: CaliforniaJackView, rng: Random, also: Action | None = None) -> Question | None:
    """Return which card to play, where there is a choice."""
    moves = weighed(view)
    if also is not None and also not in [move for _, move in moves]:
        moves.append((moves[-1][0], also))
    return Playing(view, moves) if len(moves) > 1 else None


class Playing(OneByOne):
    """Which card to play. The players of a playout see all the cards of their world except what comes from a
    face-down stock."""

    unit, trust, check_cost, fewest = 1.0, 12.0, 0.0, 3

    def __init__(self, view: CaliforniaJackView, near: list[tuple[float, Action]]) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.moves = [move for _, move in near]
        self.prior = [0.5 * (gain - near[0][0]) for gain, _ in near]
        self.cost = max(0.3, (view.stock + sum(view.counts)) / 6)
        self.trump = SUITS.index(view.trump)
        self.terms = terms_of(self.trump)
        self.following = following_of(view.options)
        self.worlds = Worlds(view)

    def world(self, rng: Random, tries: int) -> World:
        return self.worlds.deal(rng)

    def truth(self, state: CaliforniaJackState) -> World:
        """Return the real world of a state."""
        return World(state.hands, stock_of(state))

    def value(self, world: World, move: int) -> float:
        view, action = self.view, self.moves[move]
        assert isinstance(action, Play)
        hands = [list(hand) for hand in world.hands]
        hands[self.seat].remove(action.card)
        tricks = (*view.tricks, *self._played_out(hands, list(world.stock), [*view.trick, action.card]))
        brought = takings(tricks, self.trump, SIDES)
        owners = list(trump_chances(brought, self.trump, "won").values())
        game = game_side(brought.pips, view.dealer, SIDES, view.options["tie_game"])
        if game is not None:
            owners.append(game)
        return float(2 * owners.count(self.seat) - len(owners))

    def _played_out(self, hands: core.Hands, stock: list[int], trick: list[int]) -> list[Trick]:
        """Play hands and stock to their end, emptying them, and return the tricks from the current one on."""
        lead, tricks, is_open = self.view.lead, [], self.view.options["stock"] == "up"
        left = sum(drawn_worth(card, self.trump) for card in stock)
        stock.reverse()
        while trick or hands[lead]:
            top = drawn_worth(stock[-1], self.trump) if stock and is_open else None
            at_stake = core.TRICK if top is None else stake(top, (left - top) / (len(stock) - 1))
            while len(trick) < len(hands):
                seat = (lead + len(trick)) % len(hands)
                allowed = self.following.playable(tuple(hands[seat]), trick, self.trump)
                left_behind, theirs = len(hands) - 1 - len(trick), core.mask(hands[1 - seat])
                ranked = core.ranked(self.terms, allowed, trick, False, left_behind, theirs, at_stake)
                hands[seat].remove(ranked[0][1])
                trick.append(ranked[0][1])
            winner = (lead + winning_place(trick, self.trump)) % len(hands)
            tricks.append(Trick(lead, tuple(trick), winner))
            for seat in (winner, 1 - winner) if stock else ():
                left -= drawn_worth(stock[-1], self.trump)
                hands[seat].append(stock.pop())
            lead, trick = winner, []
        return tricks
