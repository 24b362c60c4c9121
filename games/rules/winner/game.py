"""Winner (争上游): the site's game, put together from its parts (/rules/winner/)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.cards import PACK_52, PACK_54
from games.rules.climbing import refusals
from games.rules.climbing.actions import Pass, Play
from games.rules.climbing.combos import Combo
from games.rules.climbing.game import Climbing
from games.rules.core import N_, Action, Explanation, Refusal, Setup
from games.rules.winner.actions import Give, gifts, read_action
from games.rules.winner.combos import refusal
from games.rules.winner.explanation import explain
from games.rules.winner.moves import plays
from games.rules.winner.options import LONG_TARGET, OPTIONS, PRESETS, rules_of
from games.rules.winner.order import cards_of, mask_of
from games.rules.winner.state import State, start
from games.rules.winner.view import WinnerView, view

REFUSALS = {
    "malformed": Refusal(N_("This record is not a Winner hand."), "11"),
    "hand-over": refusals.HAND_OVER,
    "wrong-phase": refusals.WRONG_PHASE,
    "not-your-turn": refusals.NOT_YOUR_TURN,
    "not-in-hand": refusals.NOT_IN_HAND,
    "cannot-pass-lead": refusals.CANNOT_PASS_LEAD,
    "not-a-combination": refusals.NOT_A_COMBINATION,
    "wrong-type": Refusal(N_("You must play the same kind of combination with the same number of cards."), "4"),
    "too-low": refusals.TOO_LOW,
    "wrong-result": refusals.WRONG_RESULT,
}


class Winner(Climbing):
    """The rules of Winner."""

    key = "winner"
    module = "winner"
    name = N_("Winner")
    options = OPTIONS
    presets = PRESETS
    refusals = REFUSALS
    actions = (Play, Pass, Give)
    clockwise = True

    def long_target(self, options: Mapping[str, Any]) -> int:
        return LONG_TARGET

    def pack(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return PACK_54 if options["jokers"] else PACK_52

    def read_action(self, raw: object, options: Mapping[str, Any]) -> Action:
        return read_action(raw, options["players"])

    def start(self, setup: Setup) -> State:
        return start(setup)

    def refused_play(self, state: State, seat: int, combo: Combo) -> str | None:
        return None if state.top is None else refusal(combo, state.top, state.rules)

    def plays_in(self, state: State, seat: int) -> Sequence[Action]:
        return plays(seat, state.hands[seat], state.top, state.rules)

    def plays_of(self, view: WinnerView) -> Sequence[Action]:
        assert view.seat is not None
        return plays(view.seat, mask_of(view.hand), view.to_beat, rules_of(view.options))

    def gifts_in(self, state: State, seat: int) -> Sequence[Action]:
        return gifts(seat, cards_of(state.hands[seat]))

    def gifts_of(self, view: WinnerView) -> Sequence[Action]:
        assert view.seat is not None
        return gifts(view.seat, reversed(view.hand))

    def view(self, state: State, seat: int | None) -> WinnerView:
        return view(state, seat)

    def explain(self, state: State) -> Explanation:
        return explain(state)
