"""The choices of Winner as a search weighs them: in deals that are likely, by the points of /rules/winner/#7."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.rules.climbing.state import State
from games.rules.core import Action, Game
from games.rules.winner.actions import Give
from games.rules.winner.options import rules_of
from games.rules.winner.order import BIT, THREE_OF_DIAMONDS
from games.titles.climbing.bot import search
from games.titles.climbing.bot.core import Table
from games.titles.climbing.bot.search import Trial, World
from games.titles.winner.bot.likely import Likely

#: cards dealt in all: a playout near the end costs little; what one costs with three players, whose
#: hands are longer, and where the hand goes on when the first is out
WHOLE, THREE, TO_THE_LAST = 54, 1.75, 1.7
#: what the least playout costs, and for each observed play to go by its share of making a deal likely
LEAST, OBSERVED = 0.05, 0.04
#: changes of a deal, at most, to make it likely
STEPS = 12


class Choice(search.Choice):
    """Which combination to play, whether to pass, or which card to give."""

    short_list = 8
    weighs_gifts = True
    #: to try a fourth and a fifth move gains more than to look longer at three
    fewest = 5

    def __init__(self, game: Game, trial: Trial, view: Any, near: Sequence[tuple[float, Action]]) -> None:
        super().__init__(game, trial, view, near)
        self.hidden.sort()  # as they were when the games were played that are recorded
        rules = rules_of(view.options)
        self.likely = Likely(view, rules, self.known)
        whole = (THREE if view.seats == 3 else 1.0) * (TO_THE_LAST if rules.last_loser else 1.0)
        self.cost = whole * (sum(view.counts) / WHOLE) ** 1.5 + LEAST + OBSERVED * self.likely.observed

    def world(self, rng: Random, tries: int) -> World:
        """Return a likely deal, however few are drawn."""
        hands = list(self.dealt(rng))
        self.likely.settle(hands, STEPS, rng)
        return tuple(hands)

    def played_out(self, world: World, move: int) -> Table:
        gift = self.moves[move]
        return self._given(world, gift) if isinstance(gift, Give) else super().played_out(world, move)

    def _given(self, world: World, gift: Give) -> Table:
        """Return what comes of a gift: the exchange is done and the first trick led (5 and 8)."""
        exchange = self.view.exchange
        hands, bit = list(world), BIT[gift.card]
        hands[exchange.winner] ^= bit
        hands[exchange.loser] |= bit
        leader = {"winner": exchange.winner, "loser": exchange.loser}.get(self.view.options["next_lead"])
        if leader is None:
            leader = next(seat for seat, hand in enumerate(hands) if hand & THREE_OF_DIAMONDS)
        table = self.trial.table(self.template, hands, self.left, None)
        table.play_out(leader)
        return table

    def truth(self, state: State) -> World:
        hands = list(state.hands)
        for swap in state.exchange:
            if not swap.gift:
                hands[swap.taker] |= swap.tribute
        return tuple(hands)
