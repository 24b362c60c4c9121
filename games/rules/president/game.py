"""President: the site's game, put together from its parts (/rules/president/)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.rules.cards import PACK_52, PACK_54
from games.rules.climbing import refusals
from games.rules.climbing.actions import Pass, Play
from games.rules.climbing.combos import Combo
from games.rules.climbing.game import Climbing
from games.rules.core import N_, Action, Explanation, Malformed, Played, Refusal, Setup
from games.rules.form import mapping, within
from games.rules.president.actions import Give, gifts, read_action
from games.rules.president.combos import refusal
from games.rules.president.explanation import explain
from games.rules.president.moves import plays
from games.rules.president.options import OPTIONS, PRESETS, long_target, rules_of
from games.rules.president.order import cards_of, mask_of
from games.rules.president.state import State, start
from games.rules.president.view import PresidentView, view

REFUSALS = {
    "malformed": Refusal(N_("This record is not a President hand."), "11"),
    "hand-over": refusals.HAND_OVER,
    "wrong-phase": refusals.WRONG_PHASE,
    "not-your-turn": refusals.NOT_YOUR_TURN,
    "not-in-hand": refusals.NOT_IN_HAND,
    "wrong-number": Refusal(N_("Give as many cards as you get."), "5"),
    "cannot-pass-lead": refusals.CANNOT_PASS_LEAD,
    "not-a-combination": Refusal(N_("These cards are not of one rank."), "3"),
    "must-play-lowest": Refusal(N_("The first play must contain the three of clubs."), "6"),
    "wrong-type": Refusal(N_("You must play the same number of cards."), "4"),
    "too-low": refusals.TOO_LOW,
    "wrong-result": refusals.WRONG_RESULT,
}


class President(Climbing):
    """The rules of President."""

    key = "president"
    module = "president"
    name = N_("President")
    options = OPTIONS
    presets = PRESETS
    refusals = REFUSALS
    actions = (Play, Pass, Give)
    clockwise = True

    def long_target(self, options: Mapping[str, Any]) -> int:
        return long_target(options)

    def pack(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return PACK_54 if options["jokers"] else PACK_52

    def read_context(self, context: object, options: Mapping[str, Any], deck: tuple[int, ...]) -> dict[str, Any]:
        """Return the context of /rules/president/#10; raise ``Malformed`` if it is not one."""
        read = mapping(context, ("dealer", "order"))
        players, order = options["players"], read["order"]
        within(read["dealer"], 0, players - 1)
        if order is not None:
            if not isinstance(order, list):
                raise Malformed("order")
            seats = sorted(within(seat, 0, players - 1) for seat in order)
            if seats != list(range(players)) or read["dealer"] != order[-1]:
                raise Malformed("order or dealer")
        return read

    def read_action(self, raw: object, options: Mapping[str, Any]) -> Action:
        return read_action(raw, options["players"])

    def start(self, setup: Setup) -> State:
        return start(setup)

    def refused_play(self, state: State, seat: int, combo: Combo) -> str | None:
        return None if state.top is None else refusal(combo, state.top, state.rules, state.turned)

    def plays_in(self, state: State, seat: int) -> Sequence[Action]:
        return plays(seat, state.hands[seat], state.top, state.rules, state.must_hold, state.turned)

    def plays_of(self, view: PresidentView) -> Sequence[Action]:
        assert view.seat is not None
        must = 0 if view.must_contain is None else mask_of((view.must_contain,))
        return plays(view.seat, mask_of(view.hand), view.to_beat, rules_of(view.options), must, view.turned)

    def gifts_in(self, state: State, seat: int) -> Sequence[Action]:
        count = next(swap.tribute.bit_count() for swap in state.exchange if swap.taker == seat)
        return gifts(seat, cards_of(state.hands[seat]), count)

    def gifts_of(self, view: PresidentView) -> Sequence[Action]:
        assert view.seat is not None
        count = next(exchange.count for exchange in view.exchanges if exchange.taker == view.seat)
        return gifts(view.seat, reversed(view.hand), count)

    def view(self, state: State, seat: int | None) -> PresidentView:
        return view(state, seat)

    def following(
        self, options: Mapping[str, Any], played: Sequence[Played], deck: tuple[int, ...], rng: Random
    ) -> dict[str, Any]:
        """Return the context of the next hand: the scum deals; the first dealer is cut for."""
        if not played:
            return {"dealer": self.cut(options, rng).seat, "order": None}
        last = played[-1].result
        return {"dealer": last["loser"], "order": list(last["order"])}

    def explain(self, state: State) -> Explanation:
        return explain(state)
