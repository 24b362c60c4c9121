"""Big Two (大老二): the site's game, put together from its parts (/rules/big-two/)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.big_two.combos import refusal
from games.rules.big_two.explanation import explain
from games.rules.big_two.moves import plays
from games.rules.big_two.options import OPTIONS, PRESETS, long_target, rules_of
from games.rules.big_two.order import ORDERS
from games.rules.big_two.state import State, start
from games.rules.big_two.view import BigTwoView, view
from games.rules.climbing import refusals
from games.rules.climbing.actions import Pass, Play, read_action
from games.rules.climbing.combos import Combo
from games.rules.climbing.game import Climbing
from games.rules.core import N_, Action, Explanation, Refusal, Setup

REFUSALS = {
    "malformed": Refusal(N_("This record is not a Big Two hand."), "11"),
    "hand-over": refusals.HAND_OVER,
    "not-your-turn": refusals.NOT_YOUR_TURN,
    "not-in-hand": refusals.NOT_IN_HAND,
    "cannot-pass-lead": refusals.CANNOT_PASS_LEAD,
    "not-a-combination": refusals.NOT_A_COMBINATION,
    "must-play-lowest": refusals.MUST_PLAY_LOWEST,
    "wrong-type": Refusal(N_("You must play the same number of cards, of a type that answers this one."), "4"),
    "too-low": refusals.TOO_LOW,
    "must-play-highest": Refusal(N_("The next player has one card left: you must play your highest card."), "6"),
    "wrong-result": refusals.WRONG_RESULT,
}


class BigTwo(Climbing):
    """The rules of Big Two."""

    key = "big-two"
    module = "big_two"
    name = N_("Big Two")
    options = OPTIONS
    presets = PRESETS
    refusals = REFUSALS
    actions = (Play, Pass)
    clockwise = False

    def long_target(self, options: Mapping[str, Any]) -> int:
        return long_target(options)

    def read_action(self, raw: object, options: Mapping[str, Any]) -> Action:
        return read_action(raw, options["players"], ORDERS[options["suit_order"]], jokers=False)

    def start(self, setup: Setup) -> State:
        return start(setup)

    def refused_play(self, state: State, seat: int, combo: Combo) -> str | None:
        """Return the code of /rules/big-two/#4, or of /rules/big-two/#6 if the next player has one card."""
        code = None if state.top is None else refusal(combo, state.top, state.rules)
        if code is None and combo.size == 1 and state.last_card and state.hands[seat] >> combo.strength + 1:
            return "must-play-highest"
        return code

    def refused_pass(self, state: State, seat: int) -> str | None:
        """Return a code if this pass must not let the next player out (/rules/big-two/#6)."""
        top = state.top
        if top is None or top.size != 1 or state.rules.last_card != "forced" or not state.last_card:
            return None
        return "must-play-highest" if state.hands[seat] >> top.strength + 1 else None

    def plays_in(self, state: State, seat: int) -> Sequence[Action]:
        return plays(seat, state.hands[seat], state.top, state.rules, state.must_hold, state.last_card)

    def plays_of(self, view: BigTwoView) -> Sequence[Action]:
        assert view.seat is not None
        rules = rules_of(view.options)
        must = 0 if view.must_contain is None else rules.order.bits[view.must_contain]
        return plays(view.seat, rules.order.mask_of(view.hand), view.to_beat, rules, must, view.last_card)

    def view(self, state: State, seat: int | None) -> BigTwoView:
        return view(state, seat)

    def explain(self, state: State) -> Explanation:
        return explain(state)
