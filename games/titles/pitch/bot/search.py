"""How a search weighs the choices of Pitch: by what the viewer's side scores, less what the others score."""

from __future__ import annotations

from random import Random

from games.ai.search import OneByOne, Question
from games.rules.cards import SUITS
from games.rules.core import Action
from games.rules.four_chances.actions import Play
from games.rules.four_chances.state import Trick
from games.rules.pitch.following import following_of
from games.rules.pitch.options import sides_of
from games.rules.pitch.score import after_the_bid, points_of
from games.rules.pitch.state import PitchState
from games.rules.pitch.view import PitchView
from games.titles.four_chances.bot import core
from games.titles.pitch.bot.policy import dealer_of, terms_of, weighed

#: seat → cards
World = tuple[tuple[int, ...], ...]


def question(view: PitchView, rng: Random, also: Action | None = None) -> Question | None:
    """Return the choice of a card to play, if there is one; the policy already tries out bids."""
    if view.phase != "play":
        return None
    moves = weighed(view, rng)
    if also is not None and also not in [move for _, move in moves]:
        moves.append((moves[-1][0], also))
    return Playing(view, moves) if len(moves) > 1 else None


class Playing(OneByOne):
    """Which card to play. Every choice is played out by the players of ``core``."""

    unit, trust, check_cost, fewest = 1.0, 12.0, 0.0, 3

    def __init__(self, view: PitchView, near: list[tuple[float, Action]]) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.moves = [move for _, move in near]
        self.prior = [0.5 * (gain - near[0][0]) for gain, _ in near]
        self.cost = max(0.3, len(view.hand) / 6) * view.seats
        self.dealer = dealer_of(view)
        self.sides = sides_of(view.options)
        self.following = following_of(view.options)

    def world(self, rng: Random, tries: int) -> World:
        hands = self.dealer.deal(rng)[:-1]
        hands[self.seat] = list(self.view.hand)
        return tuple(map(tuple, hands))

    def truth(self, state: PitchState) -> World:
        """Return the real world of a state."""
        return state.hands

    def value(self, world: World, move: int) -> float:
        view, action = self.view, self.moves[move]
        assert isinstance(action, Play)
        trump = action.card // 13 if view.trump is None else SUITS.index(view.trump)
        hands = [list(hand) for hand in world]
        hands[self.seat].remove(action.card)
        known = terms_of(view, trump)
        later = core.play_out(known, self.following, self.sides, hands, view.lead, [*view.trick, action.card])
        tricks = (*view.tricks, *(Trick(*trick) for trick in later))
        _pips, due = points_of(tricks, trump, view.dealer, self.sides, view.options)
        if view.bound is not None:
            due = after_the_bid(due, self.sides[view.bound.seat], view.bound, False)
        mine = self.sides[self.seat]
        own = sum(points for _, side, points in due if side == mine)
        others = sum(points for _, side, points in due if side != mine)
        return own - others / (len(view.scores) - 1)
