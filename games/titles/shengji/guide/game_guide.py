"""The rules pages of Forty and Eighty, which share their sections."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.guide.blocks import Position
from games.guide.game_guide import FOLLOWER, LEADER, TRUMP, GameGuide, RulesQuery
from games.rules.cards import cards
from games.rules.core import Action
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import hand_of
from games.rules.shengji.score import threshold
from games.rules.shengji.state import set_hand
from games.rules.shengji.view import View
from games.titles.shengji.guide import figures, text
from games.titles.shengji.guide.position import at_play


class ShengjiGuide(GameGuide):
    """Trumps, levels, following and the bottom."""

    sections, short, about = text.SECTIONS, text.SHORT, text.ABOUT
    has_trump = has_level = True

    @property
    def figures(self) -> Mapping[str, Callable[[Any], Any]]:
        return figures.FIGURES

    def numbers(self, query: RulesQuery) -> Mapping[str, str]:
        """Return the numbers of cards dealt and in the bottom, and the points of the pack."""
        eighty = self.game == "eighty"
        dealt = 100 if eighty else 48
        return {
            "threshold": str(threshold(eighty)),
            "points": "200" if eighty else "100",
            "dealt": str(dealt),
            "each": str(dealt // 4),
            "bottom_size": str(len(self.rules.pack(query.options)) - dealt),
        }

    def lay_out(self, options: Mapping[str, Any], position: Position) -> tuple[Any, Action]:
        play = Play(FOLLOWER if position.led else LEADER, tuple(sorted(cards(position.play))))
        held = hand_of(cards(position.hand or position.play))
        others = [hand_of(cards(other)) for other in position.others]
        if not position.led:
            return at_play(self.rules, options, position, [held, *others]), play
        # The follower gets their cards only now, so that a throw led here stands.
        led = tuple(sorted(cards(position.led)))
        state = self.rules.step(at_play(self.rules, options, position, [hand_of(led)]), Play(LEADER, led))
        state.hands = set_hand(state.hands, FOLLOWER, held)
        return state, play

    def on_the_table(self, view: View) -> tuple[str | None, str]:
        return (view.trump if view.trumps_made else TRUMP), view.level

    def really_led(self, state: Any, action: Action) -> tuple[int, ...]:
        """Return the cards of a throw that are on the table."""
        led: tuple[int, ...] = self.rules.step(state, action).plays[-1].cards
        return led


FORTY, EIGHTY = ShengjiGuide("forty"), ShengjiGuide("eighty")
