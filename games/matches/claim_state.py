"""What is stored of a claim of the rest, or of a side that gives it up: ``Hand.claim``.

The row is all there is: what is due follows from it (``clock.due``), and whoever is killed over it leaves it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from games.matches.fold import Folded
from games.matches.models import Hand


class Kind(StrEnum):
    """What was asked for: all tricks that are left, or none of them."""

    CLAIM = "claim"
    CONCEDE = "concede"


class Stands(StrEnum):
    """How it stands: others are asked, the house plays the rest, or the hand goes on as before."""

    ASKED = "asked"
    AGREED = "agreed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Claim:
    """The latest claim of a hand, or the latest wish to give up the rest.

    ``until``: the end of the time that it is given, in ISO form. ``leads``: of the seat that claims, in order, as
    records write them; where a side gives up all plays that are left, from the picture ``since`` on, once it is
    agreed: they are made of all hands, and shown to nobody. ``agreed``: seats that have said yes. ``shown``: seats
    whose cards all have seen. ``over``: «claim 2» for all that were refused, for nobody asks twice in a hand.
    """

    kind: Kind
    seat: int
    stands: Stands
    until: str
    leads: tuple[Mapping[str, Any], ...] = ()
    since: int = 0
    agreed: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    over: tuple[str, ...] = ()

    @property
    def ends(self) -> datetime:
        """When the time of those who are asked is over."""
        return datetime.fromisoformat(self.until)

    @property
    def goes_on(self) -> bool:
        """Whether nobody plays, for others are asked or the house plays."""
        return self.stands != Stands.REFUSED

    @property
    def name(self) -> str:
        """What it is called in ``over``."""
        return f"{self.kind} {self.seat}"

    def refused(self) -> Claim:
        """Return the claim as it stays when the hand goes on."""
        return replace(self, stands=Stands.REFUSED, leads=(), agreed=(), over=(*self.over, self.name))

    def written(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return asdict(self)


def claim_of(hand: Hand) -> Claim | None:
    """Return the latest claim of a hand, None where nobody has claimed or given up anything."""
    if hand.claim is None:
        return None
    stored = {name: tuple(value) if isinstance(value, list) else value for name, value in hand.claim.items()}
    return Claim(**stored | {"kind": Kind(stored["kind"]), "stands": Stands(stored["stands"])})


def put_off(hand: Hand, gap: timedelta) -> dict[str, Any] | None:
    """Return what is to be stored of a hand's claim after a gap in which nobody could object to it."""
    claim = claim_of(hand)
    if claim is not None and claim.stands == Stands.ASKED:
        return replace(claim, until=(claim.ends + gap).isoformat()).written()
    return hand.claim


def holds_play(hand: Hand, folded: Folded) -> bool:
    """Say whether nobody but the house plays in a hand at this moment: while others are asked, and to the last card."""
    claim = claim_of(hand)
    return claim is not None and claim.goes_on and folded.state.phase == "play"
