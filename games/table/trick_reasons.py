"""Reasons and habits common to trick-taking games, whatever counts in a trick.

A family applies them to its own reading of a view (``TrickPosition``), besides its own reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from games.rules.core import N_
from games.table.reasons import Habit, Reason


class TrickPosition(Protocol):
    """What a seat to act can infer about a trick from its view alone. ``behind``: the seats that play to it after
    the viewer; ``moves``: what the viewer may do."""

    @property
    def behind(self) -> Sequence[int]: ...
    @property
    def moves(self) -> Sequence[Any]: ...
    @property
    def is_partners(self) -> bool:
        """Whether the partner has the trick so far."""

    @property
    def is_theirs(self) -> bool:
        """Whether an opponent has the trick so far."""

    @property
    def partner_surely(self) -> bool:
        """Whether the trick is the partner's, whatever those behind hold."""

    def is_lead(self, action: Any) -> bool: ...
    def is_follow(self, action: Any) -> bool: ...
    def takes(self, action: Any) -> bool:
        """Return whether a play is the best in the trick so far."""

    def surely(self, action: Any) -> bool:
        """Return whether a play takes the trick, no matter who holds the rest."""

    def counts(self, action: Any) -> bool:
        """Return whether something that counts is played."""


def _unbeatable(position: TrickPosition, action: Any) -> bool:
    return action.do == "play" and bool(position.behind) and position.surely(action)


def risks_nothing(position: TrickPosition, action: Any) -> bool:
    """Return whether a beatable lead contains nothing that counts."""
    return position.is_lead(action) and not position.counts(action) and not position.surely(action)


def _leaves(position: TrickPosition, action: Any) -> bool:
    return position.is_follow(action) and position.is_partners and not position.takes(action)


def gives(position: TrickPosition, action: Any) -> bool:
    """Return whether a counting card goes to a trick that is the partner's so far."""
    return _leaves(position, action) and position.counts(action)


def gives_surely(position: TrickPosition, action: Any) -> bool:
    """Return whether a counting card goes to a trick that is surely the partner's."""
    return gives(position, action) and position.partner_surely


def adds_surely(position: TrickPosition, action: Any) -> bool:
    """Return whether a counting card is played over the partner's, who is sure of the trick anyway."""
    return _takes_from_partner(position, action) and position.counts(action)


def _leaves_partner(position: TrickPosition, action: Any) -> bool:
    return _leaves(position, action) and any(map(position.takes, position.moves))


def _beats_theirs(position: TrickPosition, action: Any) -> bool:
    return position.is_follow(action) and position.is_theirs and position.takes(action)


def gives_nothing(position: TrickPosition, action: Any) -> bool:
    """Return whether a losing play gives nothing although another could."""
    if not position.is_follow(action) or not position.is_theirs or position.counts(action) or position.takes(action):
        return False
    return any(position.counts(move) and not position.takes(move) for move in position.moves)


def gives_to_them(position: TrickPosition, action: Any) -> bool:
    """Return whether a counting card goes to an opponent's trick."""
    if not position.is_follow(action) or not position.is_theirs:
        return False
    return position.counts(action) and not position.takes(action)


def _takes_from_partner(position: TrickPosition, action: Any) -> bool:
    return position.is_follow(action) and position.partner_surely and position.takes(action)


UNBEATABLE = Reason("unbeatable", N_("Nobody can beat it."), _unbeatable)
BEATS = Reason("beats", N_("It beats what they have played."), _beats_theirs)
LEAVES_PARTNER = Reason("leaves-partner", N_("Your partner has this trick so far: let it be theirs."), _leaves_partner)
TAKES_FROM_PARTNER = Habit(
    "takes-from-partner", N_("you beat your partner, who was sure of the trick"), _takes_from_partner
)
