"""The parts of ``core.Game`` that the games of the family share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from games.rules.core import Action, Game, Played
from games.rules.cutting import Cut, cut
from games.rules.form import mapping
from games.rules.four_chances import actions, match, moves
from games.rules.four_chances.actions import Bounds, Form, Play
from games.rules.four_chances.following import STRENGTH, SUITS_UNDER, Following, winning_place
from games.rules.four_chances.match import FourChancesStanding
from games.rules.four_chances.rest import sure_leads
from games.rules.four_chances.state import NO_TRUMP, State
from games.rules.rest import RestOfHand


class FourChances(RestOfHand, Game):
    """A game with the four chances.

    ``columns``: the value of every option but ``edition`` in each edition, the standard one first.
    ``forms``: each action's form in a record; ``steps``: the function that applies it.
    """

    #: whether a score may fall below nothing
    below_zero: ClassVar[bool] = False
    columns: ClassVar[Mapping[str, Mapping[str, Any]]]
    forms: ClassVar[Mapping[str, Form]]
    steps: ClassVar[Mapping[type[Action], Callable[[Any, Any], State[Any]]]]

    def defaults(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the column of the edition chosen; the standard of ``edition`` itself is the first."""
        first = next(iter(self.columns))
        return {"edition": first, **self.columns[options.get("edition", first)]}

    @abstractmethod
    def sides(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the side of each seat."""

    def seats(self, options: Mapping[str, Any]) -> int:
        return len(self.sides(options))

    def side(self, seat: int, options: Mapping[str, Any]) -> int:
        return self.sides(options)[seat]

    def is_full_length(self, options: Mapping[str, Any]) -> bool:
        """Return whether the target is the standard one of these options, or higher."""
        return bool(options["target"] >= self.standard_target(options))

    def standard_target(self, options: Mapping[str, Any]) -> int:
        """Return the points to which a game is usually played: those of the edition."""
        target: int = self.defaults(options)["target"]
        return target

    def read_context(self, context: object, options: Mapping[str, Any], deck: tuple[int, ...]) -> dict[str, Any]:
        form = mapping(context, ("dealer", "scores"))
        return match.read_context(form, self.sides(options), options["target"], self.below_zero)

    def read_action(self, raw: object, options: Mapping[str, Any]) -> Action:
        return actions.read_action(raw, self.forms, Bounds(self.seats(options), self.pack(options)))

    def step(self, state: State[Any], action: Action) -> State[Any]:
        return self.steps[type(action)](state, action)

    def legal(self, state: State[Any]) -> Sequence[Action]:
        return moves.plays(state) if state.phase == "play" else self.other_moves(state)

    def moves(self, view: Any) -> Sequence[Action]:
        if view.seat is None or view.seat not in view.to_act:
            return []
        if view.phase == "play":
            return moves.plays_seen(view, self.following_of(view.options))
        return self.other_moves_seen(view)

    @abstractmethod
    def following_of(self, options: Mapping[str, Any]) -> Following:
        """Return the rule for following, from resolved options."""

    def other_moves(self, state: Any) -> Sequence[Action]:
        """Return what ``legal`` returns outside the play; empty when the hand is over."""
        return []

    def other_moves_seen(self, view: Any) -> Sequence[Action]:
        """Return what ``moves`` returns outside the play, for a seat that is to act."""
        return []

    def sure_leads(self, view: Any) -> tuple[Play, ...]:
        return sure_leads(view, self.pack(view.options))

    def taker(self, state: State[Any]) -> tuple[int, bool]:
        if state.trick:
            return (state.lead + winning_place(state.trick, state.trump)) % state.table.players, False
        return (state.tricks[-1].winner if state.tricks else state.lead), True

    def strength(self, state: State[Any], play: Play) -> int:
        suit = play.card // 13 if state.trump == NO_TRUMP else SUITS_UNDER[state.trump][play.card]
        return STRENGTH[max(state.trump, 0)][suit % 4][play.card]

    def trick(self, state: State[Any]) -> int:
        return len(state.tricks) + bool(state.trick)

    def following(
        self, options: Mapping[str, Any], played: Sequence[Played], deck: tuple[int, ...], rng: Random
    ) -> dict[str, Any]:
        if played:
            return match.following(played[-1], self.seats(options))
        return {"dealer": self.cut(options, rng).seat, "scores": [0] * (max(self.sides(options)) + 1)}

    def cut(self, options: Mapping[str, Any], rng: Random) -> Cut:
        return cut(self.pack(options), self.seats(options), rng)

    def standing(self, options: Mapping[str, Any], played: Sequence[Played]) -> FourChancesStanding:
        return match.standing(options, self.sides(options), played)
