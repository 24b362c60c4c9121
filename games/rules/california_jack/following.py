"""What the second player must play in California Jack (/rules/california-jack/#4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core import Illegal
from games.rules.four_chances.following import FOLLOW_OR_TRUMP, SUIT_OF, Following, playable, refusal


def _of_suit(hand: tuple[int, ...], suit: int) -> list[int]:
    return [card for card in hand if SUIT_OF[card] == suit]


def follow_or_must_trump(hand: tuple[int, ...], trick: Sequence[int], trump: int) -> Sequence[int]:
    """Return the cards that follow suit or trump; without the suit the trumps, without these all."""
    if not trick:
        return hand
    if _of_suit(hand, SUIT_OF[trick[0]]):
        return playable(hand, trick, trump)
    return _of_suit(hand, trump) or hand


def refuse_not_trumping(hand: tuple[int, ...], trick: Sequence[int], trump: int) -> Illegal:
    """Return the refusal of a card that ``follow_or_must_trump`` does not allow."""
    if _of_suit(hand, SUIT_OF[trick[0]]):
        return refusal(hand, trick, trump)
    return Illegal("must-trump", _of_suit(hand, trump))


def must_follow_or_must_trump(hand: tuple[int, ...], trick: Sequence[int], trump: int) -> Sequence[int]:
    """Return the cards of the suit led; without it the trumps, without these all."""
    if not trick:
        return hand
    return _of_suit(hand, SUIT_OF[trick[0]]) or _of_suit(hand, trump) or hand


def refuse_not_following(hand: tuple[int, ...], trick: Sequence[int], trump: int) -> Illegal:
    """Return the refusal of a card that ``must_follow_or_must_trump`` does not allow."""
    led = SUIT_OF[trick[0]]
    of_suit = _of_suit(hand, led)
    if of_suit:
        return Illegal("must-follow-trump" if led == trump else "must-follow", of_suit)
    return Illegal("must-trump", _of_suit(hand, trump))


FOLLOWING = {
    "or-trump": FOLLOW_OR_TRUMP,
    "strict": Following(follow_or_must_trump, refuse_not_trumping),
    "suit": Following(must_follow_or_must_trump, refuse_not_following),
}


def following_of(options: Mapping[str, Any]) -> Following:
    """Return the rule for following under these options."""
    return FOLLOWING[options["follow"]]
