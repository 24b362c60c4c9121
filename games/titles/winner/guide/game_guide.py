"""The rules page of Winner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.guide.blocks import Position
from games.guide.game_guide import FOLLOWER, LEADER, GameGuide
from games.rules.cards import cards
from games.rules.core import Action
from games.rules.winner.actions import Play
from games.rules.winner.order import mask_of
from games.rules.winner.state import at_lead
from games.titles.winner.guide import figures, text


class WinnerGuide(GameGuide):
    """Combinations, and what beats what."""

    sections, short, about = text.SECTIONS, text.SHORT, text.ABOUT

    @property
    def figures(self) -> Mapping[str, Callable[[Any], Any]]:
        return figures.FIGURES

    def lay_out(self, options: Mapping[str, Any], position: Position) -> tuple[Any, Action]:
        context = {"dealer": 0, "winner": None, "loser": None}
        pack = self.rules.pack(options)
        setup = self.rules.setup(dict(options), context, pack)
        led, held = cards(position.led), cards(position.hand or position.play)
        # each holds a card more than they play, so that nobody goes out
        spare = [card for card in pack if card not in {*led, *held}]
        hands = [mask_of((*led, spare[0])), mask_of((*held, spare[1])), *(mask_of((one,)) for one in spare[2:4])]
        if not led:
            hands[0], hands[1] = hands[1], hands[0]
        state = at_lead(setup, tuple(hands[: options["players"]]), LEADER)
        if led:
            state = self.rules.step(state, Play(LEADER, led))
        return state, Play(FOLLOWER if led else LEADER, cards(position.play))


GUIDE = WinnerGuide("winner")
