"""The rules page of California Jack, and its figures, worked out by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.guide import figure_parts
from games.guide.blocks import Position
from games.guide.game_guide import FOLLOWER, LEADER, GameGuide, RulesQuery
from games.rules.california_jack.deal import table_of
from games.rules.cards import SUITS, card, cards
from games.rules.core import Action
from games.rules.four_chances.actions import Play
from games.rules.four_chances.state import first_state
from games.titles.california_jack.guide import text
from games.titles.four_chances.guide import figures


class CaliforniaJackGuide(GameGuide):
    """The editions, and how the stock is drawn from."""

    sections, short, about = text.SECTIONS, text.SHORT, text.ABOUT
    has_trump = True

    @property
    def figures(self) -> Mapping[str, Callable[[RulesQuery], Any]]:
        return {
            "editions": figures.editions,
            "sources": lambda query: figures.sources(query, text.BOOKS, text.BEHIND, {}),
            "order": figures.order,
            "pips": figures.pips,
            "follow": lambda query: figure_parts.positions(
                query, text.FOLLOW, lambda position: figures.is_trump(position.trump or "S")
            ),
            "advice": lambda query: figures.advice(text.ADVICE),
        }

    def lay_out(self, options: Mapping[str, Any], position: Position) -> tuple[Any, Action]:
        held, led = cards(position.hand or position.play), cards(position.led)
        letter = position.trump or "S"
        trump = letter if options["trump"] == "cut" else None
        setup = self.rules.setup(
            dict(options), {"dealer": 1, "scores": [0, 0], "trump": trump}, self.rules.pack(options)
        )
        hands = (tuple(sorted(led or held)), tuple(sorted(held)))
        state = first_state(table_of(setup), "play", hands, SUITS.index(letter), None)
        if not led:
            return state, Play(LEADER, card(position.play))
        return self.rules.step(state, Play(LEADER, led[0])), Play(FOLLOWER, card(position.play))


GUIDE = CaliforniaJackGuide("california-jack")
