"""Pitch as a game of the house: the contract of ``core.Game`` (/rules/pitch/)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core import N_, Action, Explanation, Malformed, Setup
from games.rules.four_chances import asking
from games.rules.four_chances.actions import Ask, Play
from games.rules.four_chances.following import Following
from games.rules.four_chances.game import FourChances
from games.rules.pitch import actions, bidding, deal, moves, playing, refusals
from games.rules.pitch.explanation import explain
from games.rules.pitch.following import following_of
from games.rules.pitch.options import (
    COLUMNS,
    FOUR_CHANCES,
    OPTIONS,
    PARTNERS,
    PEDRO_TARGET,
    pack_of,
    sides_of,
    top_of,
)
from games.rules.pitch.presets import PRESETS
from games.rules.pitch.state import PitchState
from games.rules.pitch.view import PitchView, view


class Pitch(FourChances):
    """Pitch 投掷, for two to seven, in five editions: blind, auction, commercial and the two Pedros."""

    key = "pitch"
    module = "pitch"
    name = N_("Pitch")
    options = OPTIONS
    presets = PRESETS
    columns = COLUMNS
    refusals = refusals.REFUSALS
    below_zero = True
    forms = actions.FORMS
    steps = {
        Play: playing.play,
        Ask: asking.ask,
        actions.Offer: bidding.offer,
        actions.Keep: bidding.keep,
        actions.Bid: bidding.bid,
        actions.Pass: bidding.pass_by,
        actions.Sell: bidding.sell,
    }
    actions = tuple(steps)

    def resolve(self, options: object) -> dict[str, Any]:
        """Return every option with its value. Partners are four."""
        resolved = super().resolve(options)
        if resolved["partners"] and resolved["players"] != len(PARTNERS):
            raise Malformed("options: partners")
        return resolved

    def standard_target(self, options: Mapping[str, Any]) -> int:
        """Return the points of the edition, or those of Pedro if cards count as they do there."""
        target = super().standard_target(options)
        return max(target, PEDRO_TARGET) if top_of(options) > FOUR_CHANCES else target

    def sides(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return sides_of(options)

    def pack(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return pack_of(options)

    def following_of(self, options: Mapping[str, Any]) -> Following:
        return following_of(options)

    def start(self, setup: Setup) -> PitchState:
        return deal.first_state(setup)

    def check(self, state: PitchState, action: Action) -> None:
        refusals.check(state, action)

    def other_moves(self, state: PitchState) -> Sequence[Action]:
        return moves.other_moves(state)

    def other_moves_seen(self, view: PitchView) -> Sequence[Action]:
        return moves.other_moves_seen(view)

    def view(self, state: PitchState, seat: int | None) -> PitchView:
        return view(state, seat)

    def explain(self, state: PitchState) -> Explanation:
        return explain(state)
