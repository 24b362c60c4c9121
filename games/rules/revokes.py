"""What a seat says of revokes, in games that leave it to the players to find them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from games.rules.core import N_, Action, Seat


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """A seat says that ``against``, of the other side, revoked in a trick, counted from 1."""

    do: ClassVar[str] = "claim"
    label: ClassVar[str] = N_("%(against)s revoked in trick %(trick)s")
    sentence: ClassVar[str] = N_("%(seat)s {claims|claim} that %(against)s revoked in trick %(trick)s.")
    form: ClassVar[tuple[str, ...]] = ("against", "trick")
    in_turn: ClassVar[bool] = False
    against: int
    trick: int

    def values(self) -> dict[str, Any]:
        return {"seat": Seat(self.seat), "against": Seat(self.against), "trick": self.trick}


@dataclass(frozen=True, slots=True)
class Accept(Action):
    """A seat has nothing more to claim."""

    do: ClassVar[str] = "accept"
    label: ClassVar[str] = N_("Nothing to claim")
    sentence: ClassVar[str] = N_("%(seat)s {has|have} nothing to claim.")
    in_turn: ClassVar[bool] = False
