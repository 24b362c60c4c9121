"""California Jack as a game of the house: the contract of ``core.Game`` (/rules/california-jack/)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.rules.california_jack import actions, deal, playing, refusals
from games.rules.california_jack.explanation import explain
from games.rules.california_jack.following import following_of
from games.rules.california_jack.options import COLUMNS, OPTIONS, PRESETS, SIDES
from games.rules.california_jack.state import STOCK, CaliforniaJackState
from games.rules.california_jack.view import CaliforniaJackView, view
from games.rules.cards import PACK_52, SUITS
from games.rules.core import N_, Action, Explanation, Malformed, Played, Setup
from games.rules.form import mapping
from games.rules.four_chances import match
from games.rules.four_chances.actions import Play
from games.rules.four_chances.following import Following
from games.rules.four_chances.game import FourChances
from games.rules.four_chances.rest import sure_leads


class CaliforniaJack(FourChances):
    """California Jack 加州杰克, for two, and Shasta Sam 山姆."""

    key = "california-jack"
    module = "california_jack"
    name = N_("California Jack")
    options = OPTIONS
    presets = PRESETS
    columns = COLUMNS
    refusals = refusals.REFUSALS
    forms = actions.FORMS
    steps = {Play: playing.play}
    actions = tuple(steps)

    def sides(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return SIDES

    def pack(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return PACK_52

    def read_context(self, context: object, options: Mapping[str, Any], deck: tuple[int, ...]) -> dict[str, Any]:
        form = mapping(context, ("dealer", "scores", "trump"))
        suits = tuple(SUITS) if options["trump"] == "cut" else (None,)
        if form["trump"] not in suits:
            raise Malformed("trump")
        return {**match.read_context(form, SIDES, options["target"], self.below_zero), "trump": form["trump"]}

    def following_of(self, options: Mapping[str, Any]) -> Following:
        return following_of(options)

    def start(self, setup: Setup) -> CaliforniaJackState:
        return deal.first_state(setup)

    def check(self, state: CaliforniaJackState, action: Action) -> None:
        refusals.check(state, action)

    def view(self, state: CaliforniaJackState, seat: int | None) -> CaliforniaJackView:
        return view(state, seat)

    def following(
        self, options: Mapping[str, Any], played: Sequence[Played], deck: tuple[int, ...], rng: Random
    ) -> dict[str, Any]:
        """Return the context of the next hand. The card that cuts for the first deal makes trumps too;
        before a later hand one is drawn for trumps."""
        if played:
            context, card = match.following(played[-1], len(SIDES)), rng.choice(PACK_52)
        else:
            cut = self.cut(options, rng)
            context, card = {"dealer": cut.seat, "scores": [0, 0]}, cut.card
        return {**context, "trump": SUITS[card // 13] if options["trump"] == "cut" else None}

    def sure_leads(self, view: CaliforniaJackView) -> tuple[Play, ...]:
        """Return the sure leads once the stock is out; before, draws are unknown."""
        return () if view.stock else sure_leads(view, PACK_52, since=(len(PACK_52) - STOCK) // len(SIDES))

    def explain(self, state: CaliforniaJackState) -> Explanation:
        return explain(state)
