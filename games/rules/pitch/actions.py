"""The actions of Pitch that are its own, and the forms of all (/rules/pitch/#8).

All are made once, here: ``OFFER[seat]``, ``BID[seat][points]``, …; an impossible bid is made when
it is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from games.rules.core import N_, Action
from games.rules.form import integer
from games.rules.four_chances.actions import ASK_FORM, PLAY_FORM, SEATS, Bounds, Form, bare

#: the highest bid there is under any options
MOST_POINTS = 36


@dataclass(frozen=True, slots=True)
class Offer(Action):
    """The eldest puts the pitch up for sale (/rules/pitch/#4)."""

    do: ClassVar[str] = "offer"
    label: ClassVar[str] = N_("Offer the pitch")
    sentence: ClassVar[str] = N_("%(seat)s {offers|offer} the pitch.")


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """The eldest pitches, bound to what was bid, or to the top if they wait for no bid (/rules/pitch/#4)."""

    do: ClassVar[str] = "keep"
    label: ClassVar[str] = N_("Keep the pitch")
    sentence: ClassVar[str] = N_("%(seat)s {keeps|keep} the pitch.")


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """The eldest takes the highest bid, and its bidder the pitch (/rules/pitch/#4)."""

    do: ClassVar[str] = "sell"
    label: ClassVar[str] = N_("Sell the pitch")
    sentence: ClassVar[str] = N_("%(seat)s {sells|sell} the pitch.")


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """A seat bids so many points for the pitch (/rules/pitch/#4)."""

    do: ClassVar[str] = "bid"
    label: ClassVar[str] = N_("Bid %(points)s")
    sentence: ClassVar[str] = N_("%(seat)s {bids|bid} %(points)s.")
    form: ClassVar[tuple[str, ...]] = ("points",)
    points: int


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """A seat bids no more (/rules/pitch/#4)."""

    do: ClassVar[str] = "pass"
    label: ClassVar[str] = N_("Bid nothing")
    sentence: ClassVar[str] = N_("%(seat)s {bids|bid} nothing.")


OFFER = tuple(map(Offer, SEATS))
KEEP = tuple(map(Keep, SEATS))
SELL = tuple(map(Sell, SEATS))
PASS = tuple(map(Pass, SEATS))
BID = tuple(tuple(Bid(seat, points) for points in range(MOST_POINTS + 1)) for seat in SEATS)


def _bid(seat: int, form: dict[str, Any], bounds: Bounds) -> Bid:
    return Bid(seat, integer(form["points"]))


FORMS: dict[str, Form] = {
    "offer": bare(OFFER),
    "keep": bare(KEEP),
    "bid": Form(("points",), _bid),
    "pass": bare(PASS),
    "sell": bare(SELL),
    "play": PLAY_FORM,
    "ask": ASK_FORM,
}
