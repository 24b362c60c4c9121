"""The choices of Winner as a search weighs them: by the points of /rules/winner/#7."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from games.ai.search import Question
from games.rules.climbing.order import bits_of
from games.rules.core import Action
from games.rules.winner.actions import Give, Play
from games.rules.winner.combos import combo_of
from games.rules.winner.options import Rules, rules_of
from games.rules.winner.order import BIT, THREE_OF_DIAMONDS, mask_of
from games.rules.winner.state import State
from games.rules.winner.view import WinnerView
from games.titles.climbing.bot.parts import Part
from games.titles.climbing.bot.shapes import Shapes
from games.titles.winner.bot.core import Table
from games.titles.winner.bot.likely import Likely
from games.titles.winner.bot.policy import unseen, weighed
from games.titles.winner.bot.sight import STRAIGHTS
from games.titles.winner.bot.tries import part_of

#: plays that are weighed at most
SHORT_LIST = 8
#: what being first out is worth beside its points
FIRST_OUT = 5.0

#: what a play saved is worth in points, and the most plays that the policy's opinion counts
A_PLAY, MOST = 2.0, 4.0
#: the policy weighs this much what it is sure to go out with
SURE = 40.0
#: cards dealt in all: a playout near the end costs little; what one costs with three players, whose
#: hands are longer, and where the hand goes on when the first is out
WHOLE, THREE, TO_THE_LAST = 54, 1.75, 1.7
#: what the least playout costs, and for each observed_play to go by its share of making a deal likely
LEAST, DEED = 0.05, 0.04

#: changes of a deal, at most, to make it likely
STEPS = 12
World = tuple[int, ...]


@lru_cache(maxsize=2)
def shapes_of(triple_min: int) -> Shapes:
    """Return the shapes of hands under these rules; what has been worked out is kept."""
    return Shapes(STRAIGHTS[triple_min])


def question(view: WinnerView, rng: Random, also: Action | None = None) -> Question | None:
    """Return the choice before the view's seat, ``None`` where there is only one; ``also`` is weighed
    whatever the policy thinks of it."""
    near = weighed(view, rng)[:SHORT_LIST]
    if also is not None and also not in [move for _, move in near]:
        near.append((near[-1][0], also))
    if len(near) < 2:
        return None
    first = near[0][1]
    if also is None and isinstance(first, Play) and len(first.cards) == len(view.hand):
        return None  # it goes out
    if also is None and near[0][0] > SURE:
        return None  # it believes that nobody beats it before it goes out
    return _Choice(view, near)


class _Choice:
    """Which combination to play or card to give."""

    trust = 40.0
    unit = 1.0
    telling = 0.0
    #: to try a fourth and a fifth move gains more than to look longer at three
    fewest = 5

    def __init__(self, view: WinnerView, near: Sequence[tuple[float, Action]]) -> None:
        assert view.seat is not None
        self.view = view
        self.moves = [move for _, move in near]
        self.rules = rules_of(view.options)
        self.parts = [_part(move, self.rules) for move in self.moves]
        # The policy weighs in plays saved, and what it is sure of in dozens.
        self.prior = [max(gain - near[0][0], -MOST) * A_PLAY for gain, _ in near]
        self.seat = view.seat
        self.shapes = shapes_of(self.rules.triple_min)
        self.mine = mask_of(view.hand)
        self.known = self._known()
        hidden = unseen(view)
        for mask in self.known:
            hidden &= ~mask
        if view.exchange is not None and view.phase == "exchange":
            hidden &= ~BIT[view.exchange.tribute]
        self.likely = Likely(view, self.rules, self.shapes, self.known)
        whole = (THREE if view.seats == 3 else 1.0) * (TO_THE_LAST if self.rules.last_loser else 1.0)
        self.cost = whole * (sum(view.counts) / WHOLE) ** 1.5 + LEAST + DEED * self.likely.observed
        self.hidden = bits_of(hidden)
        self.needed = [
            0 if seat == view.seat else count - self.known[seat].bit_count() for seat, count in enumerate(view.counts)
        ]
        self.top = None if view.to_beat is None else part_of(view.to_beat)
        self.played = sum(1 << seat for seat, has_played in enumerate(view.played) if has_played)

    def _known(self) -> list[int]:
        """Return seat → cards of the exchange that the seat still holds."""
        known = [0] * self.view.seats
        exchange = self.view.exchange
        if exchange is not None and exchange.gift is not None:
            known[exchange.winner] = BIT[exchange.tribute]
            known[exchange.loser] = BIT[exchange.gift]
            for action in self.view.memory:
                if isinstance(action, Play):
                    known[action.seat] &= ~mask_of(action.cards)
        known[self.seat] = 0
        return known

    def world(self, rng: Random, tries: int) -> World:
        """Return a likely deal, however few are drawn."""
        hands = list(self.dealt(rng))
        self.likely.settle(hands, STEPS, rng)
        return tuple(hands)

    def dealt(self, rng: Random) -> World:
        """Return a deal that agrees with all the seat knows, each as often as any other."""
        hidden = self.hidden
        rng.shuffle(hidden)
        hands, start = [], 0
        for seat, need in enumerate(self.needed):
            hands.append(self.mine if seat == self.seat else sum(hidden[start : start + need]) | self.known[seat])
            start += need
        return tuple(hands)

    def truth(self, state: State) -> World:
        """Return the world that a state really is."""
        return state.hands

    def value(self, world: World, move: int) -> float:
        action, view = self.moves[move], self.view
        hands = list(world)
        if isinstance(action, Give):
            return self._given(hands, action)
        table = Table(
            self.rules,
            self.shapes,
            hands,
            self.top,
            -1 if view.to_beat_seat is None else view.to_beat_seat,
            len(view.passed),
            self.played,
            view.out,
        )
        return self._worth(table, table.act(self.seat, self.parts[move]))

    def _given(self, hands: list[int], action: Give) -> float:
        """Return what comes of a gift: the exchange is done and the first trick led (5 and 8)."""
        exchange = self.view.exchange
        assert exchange is not None
        hands[exchange.winner] ^= BIT[action.card] | BIT[exchange.tribute]
        hands[exchange.loser] |= BIT[action.card]
        leader = {"winner": exchange.winner, "loser": exchange.loser}.get(self.rules.next_lead)
        if leader is None:
            leader = next(seat for seat, hand in enumerate(hands) if hand & THREE_OF_DIAMONDS)
        return self._worth(Table(self.rules, self.shapes, hands, None, -1, 0, 0, ()), leader)

    def _worth(self, table: Table, turn: int) -> float:
        points = table.play_out(turn)
        return points[self.seat] + (FIRST_OUT if table.out[0] == self.seat else 0.0)


def _part(move: Action, rules: Rules) -> Part | None:
    """Return a play as playouts have it, ``None`` for what is none."""
    if not isinstance(move, Play):
        return None
    combo = combo_of(mask_of(move.cards), rules)
    assert combo is not None
    return part_of(combo)
