"""The rules page of Winner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.climbing.order import Order
from games.rules.core import Setup
from games.rules.winner.order import ORDER
from games.rules.winner.state import State, at_lead
from games.titles.climbing.guide.game_guide import ClimbingGuide
from games.titles.winner.guide import figures, text


class WinnerGuide(ClimbingGuide):
    """Combinations, and what beats what."""

    sections, short, about = text.SECTIONS, text.SHORT, text.ABOUT

    @property
    def figures(self) -> Mapping[str, Callable[[Any], Any]]:
        return figures.FIGURES

    def order(self, options: Mapping[str, Any]) -> Order:
        return ORDER

    def at_lead(self, setup: Setup, hands: tuple[int, ...], leader: int) -> State:
        return at_lead(setup, hands, leader)


GUIDE = WinnerGuide("winner")
