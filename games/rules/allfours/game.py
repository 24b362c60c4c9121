"""All Fours as a game of the house: the contract of ``core.Game`` (/rules/all-fours/)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.rules import revokes
from games.rules.allfours import actions, begging, deal, moves, playing, refusals
from games.rules.allfours.explanation import explain
from games.rules.allfours.following import following_of
from games.rules.allfours.options import COLUMNS, OPTIONS, PRESETS, pack_of, sides_of
from games.rules.allfours.state import AllFoursState
from games.rules.allfours.view import AllFoursView, view
from games.rules.core import N_, Action, Explanation, Setup
from games.rules.cutting import Cut, cut
from games.rules.four_chances import asking
from games.rules.four_chances.actions import Ask, Play
from games.rules.four_chances.following import Following
from games.rules.four_chances.game import FourChances
from games.rules.four_chances.rest import sure_leads


class AllFours(FourChances):
    """All Fours 四张, for two or four, in six editions from 1807 to 1876."""

    key = "all-fours"
    module = "allfours"
    name = N_("All Fours")
    options = OPTIONS
    presets = PRESETS
    columns = COLUMNS
    refusals = refusals.REFUSALS
    forms = actions.FORMS
    steps = {
        Play: playing.play,
        actions.Stand: begging.stand,
        actions.Beg: begging.beg,
        actions.Give: begging.give,
        actions.Run: begging.run,
        actions.Discard: begging.discard,
        Ask: asking.ask,
        revokes.Claim: playing.claim,
        revokes.Accept: playing.accept,
        actions.Announce: playing.announce,
    }
    actions = tuple(steps)

    def sides(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return sides_of(options)

    def pack(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return pack_of(options)

    def cut(self, options: Mapping[str, Any], rng: Random) -> Cut:
        return cut(self.pack(options), options["players"], rng, max if options["cut"] == "high" else min)

    def start(self, setup: Setup) -> AllFoursState:
        return deal.first_state(setup)

    def check(self, state: AllFoursState, action: Action) -> None:
        refusals.check(state, action)

    def view(self, state: AllFoursState, seat: int | None) -> AllFoursView:
        return view(state, seat)

    def following_of(self, options: Mapping[str, Any]) -> Following:
        return following_of(options)

    def other_moves(self, state: AllFoursState) -> Sequence[Action]:
        return moves.other_moves(state)

    def other_moves_seen(self, view: AllFoursView) -> Sequence[Action]:
        return moves.other_moves_seen(view)

    def sure_leads(self, view: AllFoursView) -> tuple[Play, ...]:
        """Return the sure leads if the rules are enforced; players who score from memory must remember what is sure,
        too."""
        if view.options["discipline"] == "honour" or view.options["announce"] == "self":
            return ()
        return sure_leads(view, self.pack(view.options), out_of_play=(*view.turned, *view.discards))

    def explain(self, state: AllFoursState) -> Explanation:
        return explain(state)
