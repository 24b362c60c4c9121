"""The rules page of a climbing game: how a small position is laid out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.guide.blocks import Position
from games.guide.game_guide import FOLLOWER, LEADER, GameGuide
from games.rules.cards import cards
from games.rules.climbing.actions import Play
from games.rules.climbing.order import Order
from games.rules.climbing.state import State
from games.rules.core import Action, Setup


class ClimbingGuide(GameGuide):
    """Combinations, and what beats what."""

    #: the context of a first hand
    first: Mapping[str, Any] = {"dealer": 0, "winner": None, "loser": None}

    def at_lead(self, setup: Setup, hands: tuple[int, ...], leader: int) -> State:
        """Return a hand in which a seat is to lead."""
        raise NotImplementedError

    def order(self, options: Mapping[str, Any]) -> Order:
        """Return the order of the cards at a table with these options."""
        raise NotImplementedError

    def lay_out(self, options: Mapping[str, Any], position: Position) -> tuple[Any, Action]:
        pack, mask_of = self.rules.pack(options), self.order(options).mask_of
        setup = self.rules.setup(dict(options), dict(self.first), pack)
        led, held = cards(position.led), cards(position.hand or position.play)
        # each holds two cards more than they play, so that nobody goes out or is left with their last card
        spare = [card for card in pack if card not in {*led, *held}]
        hands = [mask_of((*led, spare[0], spare[1])), mask_of((*held, spare[2]))]
        hands += [mask_of((spare[2 * seat - 1], spare[2 * seat])) for seat in range(2, options["players"])]
        if not led:
            hands[0], hands[1] = hands[1], hands[0]
        state = self.at_lead(setup, tuple(hands[: options["players"]]), LEADER)
        if led and state.combo_of(mask_of(led)) is None:
            return state, Play(LEADER, led)  # at such a table they could not be led
        if led:
            state = self.rules.step(state, Play(LEADER, led))
        return state, Play(FOLLOWER if led else LEADER, cards(position.play))
