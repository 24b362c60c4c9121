"""Judging an action before it is stored, on a locked hand and on a live room alike."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.matches import clock, prepared_moves
from games.matches.fold import CLOSE, Folded
from games.matches.models import Entry, Hand
from games.rooms.models import Seat
from games.rooms.presence import has_left
from games.rules import live_draw
from games.rules.core import Action

#: Actions that the house chooses: for an AI player, or for a person whose clock has run out or who is away.
HOUSE_FOR = frozenset({Entry.By.AI, Entry.By.CLOCK})


class Stale(Exception):
    """The action was chosen on an old picture, or the hand is over: show the present table."""


def entry_of(before: Folded, hand: Hand, seat: int, raw: Mapping[str, Any], by: str, now: Any) -> dict[str, Any]:
    """Return an action as its entry will hold it: with its seat and, for a declaration in a draw, with the number of
    cards dealt by the server's clock."""
    if by == Entry.By.HOUSE:
        return dict(raw)
    action = {"seat": seat, **raw}
    count = clock.dealt(hand, before, now)
    if count is not None and raw.get("do") == "declare":
        action["after"] = count
    return action


def plays_for(seat: int, seats: Mapping[int, Seat], folded: Folded, hand: Hand, now: datetime) -> bool:
    """Return whether the house may act for a seat at this moment."""
    ends = clock.deadline(hand)
    if seats[seat].played_by or (ends is not None and now + clock.SLACK >= ends):
        return True
    return has_left(seats[seat], now + clock.SLACK) and clock.who_left(folded, seats, now) is not None


def same_press(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether the actions of two entries come from the same press, even if more cards were dealt in between."""
    return {**one, "after": None} == {**other, "after": None}


def judged(before: Folded, entry: dict[str, Any], seq: int) -> Action:
    """Return the action of an entry (``entry_of``) if it may be carried out; raise ``Stale``, ``Illegal`` or
    ``Malformed`` if not."""
    if entry == CLOSE and live_draw.close(before.game, before.state) is None:
        raise Stale
    action = before.read(entry)
    if seq > before.seq or (action.in_turn and seq != before.seq) or before.state.result is not None:
        raise Stale
    before.game.check(before.state, action)
    return action


def searches(folded: Folded, seats: Mapping[int, Seat]) -> bool:
    """Return whether an AI player that searches is to act."""
    if folded.state.result is not None or folded.drawing:
        return False
    return any(prepared_moves.is_searching(folded.game.key, seats[seat].played_by) for seat in folded.state.to_act)
