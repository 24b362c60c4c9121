"""The stored state of a claim of the rest, or of a side giving it up: ``Hand.claim``.

The row holds everything: the next step follows from it (``clock.due``), so a process that dies loses nothing.
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
    """What a seat asks for: all remaining tricks, or none of them."""

    CLAIM = "claim"
    CONCEDE = "concede"


class Stands(StrEnum):
    """The state of a claim: others are asked, the house plays the rest, or the hand goes on as before."""

    ASKED = "asked"
    AGREED = "agreed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Claim:
    """The latest claim of a hand, or the latest request to give up the rest.

    ``until``: when its time ends, in ISO form. ``leads``: the leads of the claiming seat, in order, as records write
    them; if a side gives up, all remaining plays from the picture ``since`` on, found once it is agreed: they depend
    on all hands, and nobody is shown them. ``agreed``: seats that have said yes. ``shown``: seats whose cards everybody
    has seen. ``over``: such as «claim 2» for each one refused, because nobody may ask twice in a hand.
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
        """When the time to answer is over."""
        return datetime.fromisoformat(self.until)

    @property
    def goes_on(self) -> bool:
        """Whether play waits, because others are asked or the house plays."""
        return self.stands != Stands.REFUSED

    @property
    def name(self) -> str:
        """Its name in ``over``."""
        return f"{self.kind} {self.seat}"

    def refused(self) -> Claim:
        """Return the claim as it is kept when the hand goes on."""
        return replace(self, stands=Stands.REFUSED, leads=(), agreed=(), over=(*self.over, self.name))

    def written(self) -> dict[str, Any]:
        """Return the claim in its stored form."""
        return asdict(self)


def claim_of(hand: Hand) -> Claim | None:
    """Return the latest claim of a hand, or None if nobody has claimed or given up anything."""
    if hand.claim is None:
        return None
    stored = {name: tuple(value) if isinstance(value, list) else value for name, value in hand.claim.items()}
    return Claim(**stored | {"kind": Kind(stored["kind"]), "stands": Stands(stored["stands"])})


def put_off(hand: Hand, gap: timedelta) -> dict[str, Any] | None:
    """Return the claim to store after a gap in which nobody could object to it."""
    claim = claim_of(hand)
    if claim is not None and claim.stands == Stands.ASKED:
        return replace(claim, until=(claim.ends + gap).isoformat()).written()
    return hand.claim


def holds_play(hand: Hand, folded: Folded) -> bool:
    """Return whether only the house may play in a hand now: while others are asked, and then to the last card."""
    claim = claim_of(hand)
    return claim is not None and claim.goes_on and folded.state.phase == "play"
