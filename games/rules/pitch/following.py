"""What must be played in Pitch: as in All Fours, but for a joker that may not be pitched (/rules/pitch/#5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core import Illegal
from games.rules.four_chances.following import FOLLOW_OR_TRUMP, JOKER, Following, playable, refusal
from games.rules.four_chances.state import NO_TRUMP


def no_joker_pitched(hand: tuple[int, ...], trick: Sequence[int], trump: int) -> Sequence[int]:
    """Return the cards that may be played; before there are trump any but the joker."""
    if trump == NO_TRUMP:
        return [card for card in hand if card != JOKER]
    return playable(hand, trick, trump)


def refuse_joker_pitched(hand: tuple[int, ...], trick: Sequence[int], trump: int) -> Illegal:
    """Return the refusal of a card that ``no_joker_pitched`` does not allow."""
    return Illegal("cannot-pitch-joker") if trump == NO_TRUMP else refusal(hand, trick, trump)


NO_JOKER_PITCHED = Following(no_joker_pitched, refuse_joker_pitched)


def following_of(options: Mapping[str, Any]) -> Following:
    """Return the rule for following under these options."""
    return NO_JOKER_PITCHED if options["snoozer"] and options["joker_led"] == "refused" else FOLLOW_OR_TRUMP
