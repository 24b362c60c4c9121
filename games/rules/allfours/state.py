"""What a hand of All Fours comes to beside the cards and the score."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.four_chances.state import State


class Claimed(NamedTuple):
    """A claim that was made, and whether it was a revoke (/rules/all-fours/#7)."""

    seat: int
    against: int
    trick: int
    revoke: bool


class Course(NamedTuple):
    """What a hand has come to.

    ``turned``: the turned-up cards in order, those laid aside too. ``dealt``: how many cards
    have left the pack. ``discards``: by seat, ``None`` before. ``announced``: by side, ``None``
    before.
    """

    turned: tuple[int, ...]
    dealt: int
    begs: int = 0
    ran: bool = False
    discards: tuple[tuple[int, ...] | None, ...] = ()
    claims: tuple[Claimed, ...] = ()
    announced: tuple[tuple[str, ...] | None, tuple[str, ...] | None] = (None, None)


AllFoursState = State[Course]
