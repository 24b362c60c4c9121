"""The parts of ``core.Game`` that all games of the family implement alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.rules.cards import PACK_52
from games.rules.climbing import score
from games.rules.climbing.actions import Give, Pass, Play
from games.rules.climbing.combos import Combo
from games.rules.climbing.log import tricks
from games.rules.climbing.options import full_length
from games.rules.climbing.refusals import check
from games.rules.climbing.state import State
from games.rules.core import Action, Game, Malformed, Played, Standing
from games.rules.cutting import Cut, cut
from games.rules.form import mapping, within


class Climbing(Game):
    """A climbing game. ``legal`` and ``moves`` are complete; their items are made on demand.

    The rest of a hand is neither claimed nor given up (``games.rules.rest``): no trick is worth anything.
    """

    # --- before the hand

    def seats(self, options: Mapping[str, Any]) -> int:
        players: int = options["players"]
        return players

    def side(self, seat: int, options: Mapping[str, Any]) -> int:
        return seat

    def is_full_length(self, options: Mapping[str, Any]) -> bool:
        return full_length(options, self.long_target(options))

    def has_end(self, options: Mapping[str, Any]) -> bool:
        return bool(options["hands"] or options["target"])

    @abstractmethod
    def long_target(self, options: Mapping[str, Any]) -> int:
        """Return the points that take a good player about as long as the standard number of hands."""

    def pack(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        return PACK_52

    def read_context(self, context: object, options: Mapping[str, Any], deck: tuple[int, ...]) -> dict[str, Any]:
        """Return the context of /rules/winner/#10; raise ``Malformed`` if it is not one."""
        read = mapping(context, ("dealer", "winner", "loser"))
        highest = options["players"] - 1
        within(read["dealer"], 0, highest)
        if read["winner"] is not None or read["loser"] is not None:
            winner, loser = within(read["winner"], 0, highest), within(read["loser"], 0, highest)
            if winner == loser or read["dealer"] != loser:
                raise Malformed("winner, loser or dealer")
        return read

    # --- the hand

    def check(self, state: State, action: Action) -> None:
        """Raise ``Illegal`` with the first code of /rules/winner/#11 that applies."""
        check(self, state, action)

    @abstractmethod
    def refused_play(self, state: Any, seat: int, combo: Combo) -> str | None:
        """Return the code that forbids a combination which the seat holds, ``None`` if it may be played."""

    def refused_pass(self, state: Any, seat: int) -> str | None:
        """Return the code that forbids a pass on a play, ``None`` if allowed, as it nearly always is."""
        return None

    def step(self, state: State, action: Action) -> State:
        if isinstance(action, Play):
            return state.after_play(action)
        if isinstance(action, Pass):
            return state.after_pass(action)
        assert isinstance(action, Give)
        return state.after_give(action)

    def legal(self, state: State) -> Sequence[Action]:
        """Return all legal actions, the pass last."""
        if state.phase == "play":
            return self.plays_in(state, state.to_act[0])
        return [gift for seat in state.to_act for gift in self.gifts_in(state, seat)]

    def moves(self, view: Any) -> Sequence[Action]:
        """Return all legal actions of the view's seat, the pass last; empty if it is not to act."""
        if view.seat is None or view.seat not in view.to_act:
            return ()
        return self.gifts_of(view) if view.phase == "exchange" else self.plays_of(view)

    @abstractmethod
    def plays_in(self, state: Any, seat: int) -> Sequence[Action]:
        """Return the plays of the seat to act, from the state."""

    @abstractmethod
    def plays_of(self, view: Any) -> Sequence[Action]:
        """Return the same from what the seat knows."""

    def gifts_in(self, state: Any, seat: int) -> Sequence[Action]:
        """Return a seat's gifts for a tribute, from the state."""
        return ()

    def gifts_of(self, view: Any) -> Sequence[Action]:
        """Return the same from what the seat knows."""
        return ()

    def trick(self, state: State) -> int:
        return len(tricks(state.log))

    # --- the match

    def cut(self, options: Mapping[str, Any], rng: Random) -> Cut:
        return cut(self.pack(options), options["players"], rng)

    def following(
        self, options: Mapping[str, Any], played: Sequence[Played], deck: tuple[int, ...], rng: Random
    ) -> dict[str, Any]:
        """Return the context of the next hand: the loser deals; the first dealer is cut for."""
        if not played:
            return {"dealer": self.cut(options, rng).seat, "winner": None, "loser": None}
        last = played[-1].result
        return {"dealer": last["loser"], "winner": last["winner"], "loser": last["loser"]}

    def standing(self, options: Mapping[str, Any], played: Sequence[Played]) -> Standing:
        return score.standing(options, played)
