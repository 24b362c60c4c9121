"""Tien Len (tiến lên): the site's game, put together from its parts (/rules/tien-len/)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.climbing import refusals
from games.rules.climbing.actions import Pass, Play, read_action
from games.rules.climbing.combos import Combo
from games.rules.climbing.game import Climbing
from games.rules.core import N_, Action, Explanation, Refusal, Setup
from games.rules.tien_len.combos import chops_late, refusal
from games.rules.tien_len.explanation import explain
from games.rules.tien_len.moves import plays
from games.rules.tien_len.options import OPTIONS, PRESETS, long_target, rules_of
from games.rules.tien_len.order import ORDER, mask_of
from games.rules.tien_len.state import State, start
from games.rules.tien_len.view import TienLenView, view

REFUSALS = {
    "malformed": Refusal(N_("This record is not a Tien Len hand."), "11"),
    "hand-over": refusals.HAND_OVER,
    "not-your-turn": refusals.NOT_YOUR_TURN,
    "not-in-hand": refusals.NOT_IN_HAND,
    "cannot-pass-lead": refusals.CANNOT_PASS_LEAD,
    "not-a-combination": refusals.NOT_A_COMBINATION,
    "must-play-lowest": refusals.MUST_PLAY_LOWEST,
    "passed-out": Refusal(N_("You have passed: in this trick you may only chop."), "6"),
    "wrong-type": Refusal(
        N_("You must play the same kind of combination with the same number of cards, or chop."), "4"
    ),
    "too-low": refusals.TOO_LOW,
    "wrong-result": refusals.WRONG_RESULT,
}


class TienLen(Climbing):
    """The rules of Tien Len."""

    key = "tien-len"
    module = "tien_len"
    name = N_("Tien Len")
    options = OPTIONS
    presets = PRESETS
    refusals = REFUSALS
    actions = (Play, Pass)
    clockwise = False

    def long_target(self, options: Mapping[str, Any]) -> int:
        return long_target(options)

    def read_action(self, raw: object, options: Mapping[str, Any]) -> Action:
        return read_action(raw, options["players"], ORDER, jokers=False)

    def start(self, setup: Setup) -> State:
        return start(setup)

    def refused_play(self, state: State, seat: int, combo: Combo) -> str | None:
        """Return the code of /rules/tien-len/#4, or of /rules/tien-len/#6 if the player has passed."""
        if state.top is None:
            return None
        if state.rules.pass_out and state.passed >> seat & 1 and not chops_late(combo, state.rules):
            return "passed-out"
        return refusal(combo, state.top, state.rules)

    def plays_in(self, state: State, seat: int) -> Sequence[Action]:
        passed = state.rules.pass_out and bool(state.passed >> seat & 1)
        return plays(seat, state.hands[seat], state.top, state.rules, state.must_hold, passed)

    def plays_of(self, view: TienLenView) -> Sequence[Action]:
        assert view.seat is not None
        must = 0 if view.must_contain is None else mask_of((view.must_contain,))
        passed = view.seat in view.passed_out
        return plays(view.seat, mask_of(view.hand), view.to_beat, rules_of(view.options), must, passed)

    def view(self, state: State, seat: int | None) -> TienLenView:
        return view(state, seat)

    def explain(self, state: State) -> Explanation:
        return explain(state)
