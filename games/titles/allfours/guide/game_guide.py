"""The rules page of All Fours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.guide.blocks import Position
from games.guide.game_guide import FOLLOWER, LEADER, GameGuide, RulesQuery
from games.rules.allfours.deal import another_round, round_size
from games.rules.cards import card, cards
from games.rules.core import Action
from games.rules.four_chances.actions import Play
from games.rules.four_chances.deal import HAND
from games.titles.allfours.guide import figures, text
from games.titles.allfours.guide.position import at_first_lead


class AllFoursGuide(GameGuide):
    """The editions, and the books behind them."""

    sections, short, about = text.SECTIONS, text.SHORT, text.ABOUT
    has_trump = True

    @property
    def figures(self) -> Mapping[str, Callable[[Any], Any]]:
        return figures.FIGURES

    def numbers(self, query: RulesQuery) -> Mapping[str, str]:
        """Return how many rounds of a run the pack has cards for, as the rules deal them."""
        players, pack = query.options["players"], self.rules.pack(query.options)
        dealt, rounds = players * HAND + 1, 0
        while another_round(dealt, players, pack):
            dealt, rounds = dealt + round_size(players), rounds + 1
        return {"rounds": str(rounds)}

    def lay_out(self, options: Mapping[str, Any], position: Position) -> tuple[Any, Action]:
        held, led = cards(position.hand or position.play), cards(position.led)
        state = at_first_lead(self.rules, options, position.trump or "S", [led or held, held])
        if not led:
            return state, Play(LEADER, card(position.play))
        return self.rules.step(state, Play(LEADER, led[0])), Play(FOLLOWER, card(position.play))


GUIDE = AllFoursGuide("all-fours")
