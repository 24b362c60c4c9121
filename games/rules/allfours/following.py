"""What must be played in All Fours: enforced, or on the players' honour (/rules/all-fours/#5 and #7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.four_chances.following import FOLLOW_OR_TRUMP, Following


def any_card(hand: tuple[int, ...], trick: Sequence[int], trump: int) -> Sequence[int]:
    """Return the whole hand: on one's honour any card is accepted."""
    return hand


FOLLOWING = {"enforced": FOLLOW_OR_TRUMP, "honour": Following(any_card, FOLLOW_OR_TRUMP.refusal)}


def following_of(options: Mapping[str, Any]) -> Following:
    """Return the rule for following under these options."""
    return FOLLOWING[options["discipline"]]
