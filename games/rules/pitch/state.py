"""What a hand of Pitch comes to beside the cards and the score: its auction (/rules/pitch/#4)."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.four_chances.state import State


class Contract(NamedTuple):
    """A seat and the points that it has bid, or is bound to."""

    seat: int
    points: int


class Auction(NamedTuple):
    """What has been bid. ``silent``: seats that bid no more; ``highest``: the highest bid so far;
    ``bound``: who must make how much, once the pitch is settled, ``None`` if nobody must."""

    silent: tuple[int, ...] = ()
    highest: Contract | None = None
    bound: Contract | None = None


PitchState = State[Auction]
