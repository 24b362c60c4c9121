"""The search of Winner: it weighs choices in likely deals, by the points of /rules/winner/#7."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.rules.climbing.order import bits_of
from games.rules.climbing.state import State
from games.rules.core import Action, Game
from games.rules.winner.actions import Give
from games.rules.winner.options import rules_of
from games.rules.winner.order import BIT
from games.titles.climbing.bot import search
from games.titles.climbing.bot.layout import MOST_SEATS, Part
from games.titles.climbing.bot.search import Trial, World
from games.titles.winner.bot.core import BY_THREE, gift_of
from games.titles.winner.bot.likely import Likely
from games.titles.winner.bot.short_list import worth_trying

#: all cards dealt (a playout near the end costs little); what a playout costs with three players, whose
#: hands are longer, and if the hand goes on after the first player is out
WHOLE, THREE, TO_THE_LAST = 54, 1.75, 1.7
#: what the cheapest playout costs, and what each observed play adds to the cost of making a deal likely
LEAST, OBSERVED = 0.05, 0.04
#: the most swaps to make a deal likely
STEPS = 12


class Choice(search.Choice):
    """Which combination to play, whether to pass, or which card to give."""

    short_list = 8
    weighs_gifts = True
    #: trying a fourth and a fifth move gains more than looking longer at three
    fewest = 5

    def __init__(self, game: Game, trial: Trial, view: Any, near: Sequence[tuple[float, Action]]) -> None:
        super().__init__(game, trial, view, near)
        self._hidden = bits_of(trial.unseen(view) & ~sum(self.known))
        rules = rules_of(view.options)
        self.likely = Likely(view, rules, trial.terms, self.known, self.engine)
        whole = (THREE if view.seats == 3 else 1.0) * (TO_THE_LAST if rules.last_loser else 1.0)
        self.cost = whole * (sum(view.counts) / WHOLE) ** 1.5 + LEAST + OBSERVED * self.likely.observed

    @classmethod
    def to_search(cls, trial: Trial, view: Any, weighed: Sequence[tuple[float, Action]]) -> list[tuple[float, Action]]:
        return super().to_search(trial, view, worth_trying(view, weighed, trial.part_of))

    def _choice(self, move: Action) -> Part:
        if not isinstance(move, Give):
            return super()._choice(move)
        exchange = self.view.exchange
        leaders = {"winner": exchange.winner, "loser": exchange.loser}
        leader = leaders.get(self.view.options["next_lead"], BY_THREE)
        return gift_of(BIT[move.card], exchange.winner, exchange.loser, leader)

    def any_hands(self, rng: Random) -> list[int]:
        """Return a deal that agrees with all the seat knows, each equally likely."""
        rng.shuffle(self._hidden)
        hands, start = [], 0
        for seat, need in enumerate(self.needed):
            hands.append(sum(self._hidden[start : start + need]) | self.known[seat])
            start += need
        return hands

    def values(self, moves: Sequence[int], worlds: int, tries: int, rng: Random) -> list[list[float]]:
        dealt: list[int] = []
        for _ in range(worlds):
            dealt += self._likely_hands(rng)
        return self._values_in(moves, self.engine.integers(dealt), worlds)

    def world(self, rng: Random, tries: int) -> World:
        """Return a likely deal, even if only a few are drawn."""
        return self.engine.integers(self._likely_hands(rng))

    def _likely_hands(self, rng: Random) -> list[int]:
        hands = self.any_hands(rng)
        self.likely.settle(hands, STEPS, rng)
        return hands + [0] * (MOST_SEATS - len(hands))

    def truth(self, state: State) -> World:
        hands = list(state.hands)
        for swap in state.exchange:
            if not swap.gift:
                hands[swap.taker] |= swap.tribute
        return self.engine.integers(hands + [0] * (MOST_SEATS - len(hands)))
