"""What a seat, or an onlooker, may know of a hand of Winner (winner.md 12)."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.core import Action, View
from games.rules.winner.actions import Pass
from games.rules.winner.combos import Combo
from games.rules.winner.order import cards_of, sort_hand
from games.rules.winner.state import State, actions, tricks


@dataclass(frozen=True, slots=True)
class Exchange:
    """The exchange of a hand: ``loser`` gives up ``tribute``, ``winner`` gives ``gift`` for it,
    ``None`` until he has chosen. Cards are shown to all."""

    loser: int
    winner: int
    tribute: int
    gift: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerView(View):
    """A hand of Winner as one seat sees it; everything here but ``hand`` is open to all.

    ``exchange``: ``None`` in a first hand, and where the loser's two jokers stopped it.
    ``to_beat``: the last play of the trick, ``None`` when a trick is to be led; ``to_beat_seat``:
    whose it is. ``trick``: the plays and passes of the trick that runs, ``last_trick``: of the one
    before. ``done``: seat → its last deed in the trick that runs. ``passed``: seats that have
    passed in succession since ``to_beat``. ``out``: seats gone out, in order. ``played``: seat →
    whether it has made a play in this hand.
    """

    exchange: Exchange | None
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
        """Whether the seat to act leads a trick."""
        return self.phase == "play" and self.to_beat is None


def view(state: State, seat: int | None) -> WinnerView:
    """Return what ``seat`` may know, ``None`` for an onlooker."""
    setup, players = state.setup, state.rules.players
    so_far = tricks(state.log, last=2)
    # While a trick is to be led, the last one lies finished on the table.
    running = so_far.pop() if so_far and state.top is not None else []
    return WinnerView(
        game="winner",
        options=setup.options,
        context=setup.context,
        seat=seat,
        seats=players,
        phase=state.phase,
        to_act=state.to_act,
        hand=() if seat is None else sort_hand(cards_of(state.hands[seat])),
        counts=tuple([hand.bit_count() for hand in state.hands]),
        memory=actions(state.log),
        result=state.result,
        exchange=_exchange(state),
        to_beat=state.top,
        to_beat_seat=None if state.top is None else state.top_seat,
        trick=tuple(running),
        last_trick=tuple(so_far[-1]) if so_far else (),
        done=_done(running, players),
        passed=_passed(running),
        out=state.out,
        played=tuple([bool(state.played >> member & 1) for member in range(players)]),
    )


def _exchange(state: State) -> Exchange | None:
    if state.tribute is None:
        return None
    context = state.setup.context
    return Exchange(context["loser"], context["winner"], state.tribute, state.gift)


def _done(trick: list[Action], players: int) -> tuple[Action | None, ...]:
    last: list[Action | None] = [None] * players
    for action in trick:
        last[action.seat] = action
    return tuple(last)


def _passed(trick: list[Action]) -> tuple[int, ...]:
    seats = []
    for action in reversed(trick):
        if not isinstance(action, Pass):
            break
        seats.append(action.seat)
    return tuple(reversed(seats))
