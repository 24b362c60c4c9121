"""All Fours as a game of the house: the contract of ``core.Game`` (all-fours.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from games.rules.allfours import actions, begging, match, moves, playing, refusals
from games.rules.allfours.options import FIRST_EDITION, OPTIONS, PRESETS, standard
from games.rules.allfours.state import State
from games.rules.allfours.view import AllFoursView, moves_of, view
from games.rules.allfours.why import why
from games.rules.cards import PACK_52
from games.rules.core import N_, Action, Game, Malformed, Played, Said, Setup
from games.rules.form import mapping, within

STEPS: dict[type[Action], Callable[[State, Any], State]] = {
    actions.Play: playing.play,
    actions.Stand: begging.stand,
    actions.Beg: begging.beg,
    actions.Give: begging.give,
    actions.Run: begging.run,
    actions.Discard: begging.discard,
    actions.Ask: playing.ask,
    actions.Claim: playing.claim,
    actions.Accept: playing.accept,
    actions.Announce: playing.announce,
}


class AllFours(Game):
    """All Fours 四张, for two or four, in six editions from 1807 to 1876."""

    key = "all-fours"
    module = "allfours"
    name = N_("All Fours")
    options = OPTIONS
    presets = PRESETS
    refusals = refusals.REFUSALS
    single = frozenset({"play"})

    def defaults(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the column of the edition chosen; the standard of ``edition`` itself is the first."""
        return {"edition": FIRST_EDITION, **standard(options.get("edition", FIRST_EDITION))}

    def seats(self, options: Mapping[str, Any]) -> int:
        players: int = options["players"]
        return players

    def side(self, seat: int, options: Mapping[str, Any]) -> int:
        return seat % 2

    def is_full_length(self, options: Mapping[str, Any]) -> bool:
        """Say whether the target is that of the edition, or higher."""
        return bool(options["target"] >= self.defaults(options)["target"])

    def pack(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return PACK_52

    def read_context(self, context: object, options: Mapping[str, Any], deck: tuple[int, ...]) -> dict[str, Any]:
        form = mapping(context, ("dealer", "scores"))
        scores = form["scores"]
        if not isinstance(scores, list) or len(scores) != 2:
            raise Malformed("scores")
        return {
            "dealer": within(form["dealer"], 0, options["players"] - 1),
            "scores": [within(score, 0, options["target"] - 1) for score in scores],
        }

    def read_action(self, raw: object, options: Mapping[str, Any]) -> Action:
        return actions.read_action(raw, options["players"])

    def write_action(self, action: Action) -> dict[str, Any]:
        return actions.write_action(action)

    def start(self, setup: Setup, live: bool = False) -> State:
        return begging.first_state(setup)

    def check(self, state: State, action: Action) -> None:
        refusals.check(state, action)

    def step(self, state: State, action: Action) -> State:
        return STEPS[type(action)](state, action)

    def legal(self, state: State) -> Sequence[Action]:
        return moves.legal(state)

    def view(self, state: State, seat: int | None, dealt: int | None = None) -> AllFoursView:
        return view(state, seat)

    def moves(self, view: AllFoursView) -> Sequence[Action]:
        return moves_of(view)

    def trick(self, state: State) -> int:
        return len(state.tricks) + bool(state.trick)

    def following(
        self, options: Mapping[str, Any], played: Sequence[Played], deck: tuple[int, ...], rng: Random
    ) -> dict[str, Any]:
        return match.following(options, played, rng)

    def standing(self, options: Mapping[str, Any], played: Sequence[Played]) -> match.AllFoursStanding:
        return match.standing(options, played)

    def why(self, state: State) -> list[Said]:
        return why(state)
