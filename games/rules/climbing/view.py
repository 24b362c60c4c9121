"""What a seat, or an onlooker, may know of a hand of any game of the family (/rules/winner/#12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.climbing.actions import Pass
from games.rules.climbing.combos import Combo
from games.rules.climbing.log import actions, last_tricks
from games.rules.climbing.score import seats_of
from games.rules.climbing.state import State
from games.rules.core import Action, View
from games.rules.value_types import value_type


@value_type(kw_only=True)
class ClimbingView(View):
    """A hand as one seat sees it; everything here but ``hand`` is open to all.

    ``to_beat``: the last play of the trick, ``None`` when a trick is to be led; ``to_beat_seat``: whose it is.
    ``trick``: the plays and passes of the current trick, ``last_trick``: of the one before. ``done``: seat → its
    last action in the current trick. ``passed``: seats that have passed in succession since ``to_beat``. ``out``:
    seats gone out, in order. ``played``: seat → whether it has made a play in this hand.
    """

    to_beat: Combo | None
    to_beat_seat: int | None
    trick: tuple[Action, ...]
    last_trick: tuple[Action, ...]
    done: tuple[Action | None, ...]
    passed: tuple[int, ...]
    out: tuple[int, ...]
    played: tuple[bool, ...]

    @property
    def lead(self) -> bool:
        """Whether the seat to act is to lead a trick."""
        return self.phase == "play" and self.to_beat is None


@value_type(kw_only=True)
class LowestView(ClimbingView):
    """A hand of a game in which the lowest card may have to be played first, and a pass may be final.

    ``lowest``: the card that chose the leader; ``must_contain``: the same card while the next play must contain it.
    ``passed_out``: seats that have passed out of the trick.
    """

    lowest: int | None
    must_contain: int | None
    passed_out: tuple[int, ...]


def seen(game: str, state: State, seat: int | None) -> dict[str, Any]:
    """Return the fields of ``ClimbingView``, built up from nothing; ``seat``: ``None`` for an onlooker."""
    setup, players, order = state.setup, state.rules.players, state.rules.order
    so_far = last_tricks(state.log)
    # While a trick is to be led, the last one lies finished on the table.
    running: tuple[Action, ...] = ()
    if so_far and state.top is not None:
        so_far, running = so_far[:-1], so_far[-1]
    return {
        "game": game,
        "options": setup.options,
        "context": setup.context,
        "seat": seat,
        "seats": players,
        "phase": state.phase,
        "to_act": state.to_act,
        "hand": () if seat is None else order.sort_hand(order.cards_of(state.hands[seat])),
        "counts": tuple([hand.bit_count() for hand in state.hands]),
        "memory": actions(state.log),
        "result": state.result,
        "to_beat": state.top,
        "to_beat_seat": None if state.top is None else state.top_seat,
        "trick": running,
        "last_trick": so_far[-1] if so_far else (),
        "done": _last_actions(running, players),
        "passed": _passed(running),
        "out": state.out,
        "played": tuple(seats_of(state.played, players)),
    }


def seen_lowest(game: str, state: State, seat: int | None) -> dict[str, Any]:
    """Return the fields of ``LowestView``."""
    passed = seats_of(state.passed, state.rules.players)
    return seen(game, state, seat) | {
        "lowest": card_of(state, state.lowest),
        "must_contain": card_of(state, state.must_hold),
        "passed_out": tuple([member for member, out in enumerate(passed) if out and state.rules.pass_out]),
    }


def card_of(state: State, bit: int) -> int | None:
    """Return a card's number from its bit, ``None`` for 0."""
    return state.rules.order.ascending[bit.bit_length() - 1] if bit else None


def _last_actions(trick: Sequence[Action], players: int) -> tuple[Action | None, ...]:
    last: list[Action | None] = [None] * players
    for action in trick:
        last[action.seat] = action
    return tuple(last)


def _passed(trick: Sequence[Action]) -> tuple[int, ...]:
    seats = []
    for action in reversed(trick):
        if not isinstance(action, Pass):
            break
        seats.append(action.seat)
    return tuple(reversed(seats))
