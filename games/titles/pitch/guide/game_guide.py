"""The rules page of Pitch, and its figures, worked out by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.guide import figure_parts
from games.guide.blocks import Position
from games.guide.game_guide import FOLLOWER, LEADER, GameGuide, RulesQuery
from games.rules.cards import SUITS, card, cards
from games.rules.core import N_, Action
from games.rules.four_chances.actions import Play
from games.rules.four_chances.state import first_state
from games.rules.pitch.deal import table_of
from games.rules.pitch.options import top_of
from games.rules.pitch.state import Auction
from games.titles.four_chances.guide import figures
from games.titles.pitch.guide import text


class PitchGuide(GameGuide):
    """The editions, the bidding, and what every trump counts."""

    sections, short, about = text.SECTIONS, text.SHORT, text.ABOUT
    has_trump = True

    @property
    def figures(self) -> Mapping[str, Callable[[RulesQuery], Any]]:
        return {
            "editions": figures.editions,
            "sources": lambda query: figures.sources(query, text.BOOKS, text.BEHIND, {"play": N_("Following")}),
            "order": figures.order,
            "pips": figures.pips,
            "follow": lambda query: figure_parts.positions(
                query, text.FOLLOW, lambda position: figures.is_trump(position.trump or "S")
            ),
            "advice": lambda query: figures.advice(text.ADVICE),
        }

    def numbers(self, query: RulesQuery) -> Mapping[str, str]:
        """Return the most that one hand can give, by the rules."""
        return {"top": str(top_of(query.options))}

    def lay_out(self, options: Mapping[str, Any], position: Position) -> tuple[Any, Action]:
        options = {**options, "players": 4}  # the number of players changes nothing here
        held, led = cards(position.hand or position.play), cards(position.led)
        players, sides = self.rules.seats(options), self.rules.sides(options)  # type: ignore[attr-defined]
        context = {"dealer": players - 1, "scores": [0] * (max(sides) + 1)}  # so that seat 0 is the eldest
        setup = self.rules.setup(dict(options), context, self.rules.pack(options))
        hands = (tuple(sorted(led or held)), tuple(sorted(held)), *((),) * (players - 2))
        state = first_state(table_of(setup), "play", hands, SUITS.index(position.trump or "S"), Auction())
        if not led:
            return state, Play(LEADER, card(position.play))
        return self.rules.step(state, Play(LEADER, led[0])), Play(FOLLOWER, card(position.play))


GUIDE = PitchGuide("pitch")
