"""The reasons to advise a call: a beg or its answer in All Fours, a bid or the sale of the pitch in Pitch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.cards import SUITS
from games.rules.core import N_, Suit
from games.table.reasons import Reason
from games.titles.four_chances.table.position import ACE, JACK, TEN, Position


def _sure(position: Position, suit: int) -> tuple[bool, bool]:
    """Return whether High and Low are the seat's with a suit as trumps, whatever the others hold."""
    view = position.view
    return suit * 13 + ACE in view.hand, suit * 13 in view.hand and view.options["low"] == "dealt"


# --- begging ------------------------------------------------------------------------------------


def _keeps_trump(action: Any) -> bool:
    return action.do in ("stand", "give")


def _changes_trump(action: Any) -> bool:
    return action.do in ("beg", "run")


def _holds_high(position: Position, action: Any) -> bool:
    return _keeps_trump(action) and _sure(position, position.trump(action))[0]


def _holds_low(position: Position, action: Any) -> bool:
    return _keeps_trump(action) and _sure(position, position.trump(action))[1]


def _many_trumps(position: Position, action: Any) -> bool:
    return _keeps_trump(action) and 2 * len(position.trumps(action)) >= len(position.view.hand)


def _gift_wins(position: Position, action: Any) -> bool:
    """The other side needs but the point that the dealer could give (/rules/all-fours/#4)."""
    view = position.view
    return action.do == "run" and view.scores[position.rules.side(view.eldest, view.options)] + 1 >= view.target


def _no_trump(position: Position, action: Any) -> bool:
    return _changes_trump(action) and not position.trumps(action)


def _one_low_trump(position: Position, action: Any) -> bool:
    return _low_trumps(position, action) and len(position.trumps(action)) == 1


def _low_trumps(position: Position, action: Any) -> bool:
    return _changes_trump(action) and all(card % 13 < TEN for card in position.trumps(action))


def _no_high_trump(position: Position, action: Any) -> bool:
    return _changes_trump(action) and all(card % 13 <= JACK for card in position.trumps(action))


# --- bidding ------------------------------------------------------------------------------------


def _wants(action: Any) -> bool:
    """Return whether an action is to pitch, and so to make trumps."""
    return action.do in ("bid", "keep")


def _to_make(position: Position, action: Any) -> int:
    """Return the points that the seat must make if it pitches now."""
    view: Any = position.view
    if action.do in ("bid", "pass"):
        return int(action.points if action.do == "bid" else view.bids[0])
    return int(view.top if view.highest is None else view.highest.points)


def _surest(position: Position) -> int:
    """Return the suit with the most that is sure, of several the longest."""
    return max(range(len(SUITS)), key=lambda suit: (sum(_sure(position, suit)), position.length(suit)))


def _longest(position: Position) -> int:
    return max(range(len(SUITS)), key=position.length)


def _is_half_sure(position: Position, action: Any, which: tuple[bool, bool]) -> bool:
    """At least half of what must be made is sure, and it is just this of High and Low."""
    if not _wants(action) or _sure(position, _surest(position)) != which:
        return False
    return 2 * sum(which) >= _to_make(position, action)


def _both_sure(position: Position, action: Any) -> bool:
    return _is_half_sure(position, action, (True, True))


def _high_sure(position: Position, action: Any) -> bool:
    return _is_half_sure(position, action, (True, False))


def _low_sure(position: Position, action: Any) -> bool:
    return _is_half_sure(position, action, (False, True))


def _surest_suit(position: Position, action: Any) -> Mapping[str, Any]:
    return {"suit": Suit(SUITS[_surest(position)])}


def _one_long_suit(position: Position, action: Any) -> bool:
    return _wants(action) and 2 * position.length(_longest(position)) > len(position.view.hand)


def _longest_suit(position: Position, action: Any) -> Mapping[str, Any]:
    return {"suit": Suit(SUITS[_longest(position)])}


def _bids_last(position: Position, action: Any) -> bool:
    """The dealer is asked last, and nobody twice (/rules/pitch/#4)."""
    view = position.view
    return action.do == "bid" and view.seat == view.dealer and not view.options["rebid"]


def _sells_surely(position: Position, action: Any) -> bool:
    """What is offered is more than what would be sure without the sale."""
    return action.do == "sell" and sum(_sure(position, _surest(position))) < _to_make(position, action)


def _must_make_much(position: Position, action: Any) -> bool:
    """It is more than High and Low, and these are not both sure."""
    return _to_make(position, action) > 2 and not all(_sure(position, _surest(position)))


def _must_bid_much(position: Position, action: Any) -> bool:
    return action.do == "pass" and _must_make_much(position, action)


def _keeps_for_much(position: Position, action: Any) -> bool:
    return action.do == "offer" and _must_make_much(position, action)


def _must_make(position: Position, action: Any) -> Mapping[str, Any]:
    return {"points": _to_make(position, action)}


def _no_ace(position: Position, action: Any) -> bool:
    return action.do in ("pass", "offer") and not any(_sure(position, suit)[0] for suit in range(len(SUITS)))


#: the most important first
CALLS = (
    Reason("holds-high", N_("You hold the ace of trumps: High is yours."), _holds_high),
    Reason("holds-low", N_("You hold the two of trumps: Low is yours."), _holds_low),
    Reason("many-trumps", N_("At least half of your cards are trumps."), _many_trumps),
    Reason("gift-wins", N_("With this point they would win the game."), _gift_wins),
    Reason("no-trump", N_("You hold no trump."), _no_trump),
    Reason("one-low-trump", N_("You hold only one trump, and a low one."), _one_low_trump),
    Reason("low-trumps", N_("Your trumps are all low."), _low_trumps),
    Reason("no-high-trump", N_("You hold no ace, king or queen of trumps."), _no_high_trump),
    Reason("both-sure", N_("With %(suit)s as trumps, High and Low are yours."), _both_sure, _surest_suit),
    Reason("high-sure", N_("With %(suit)s as trumps, High is yours."), _high_sure, _surest_suit),
    Reason("low-sure", N_("With %(suit)s as trumps, Low is yours."), _low_sure, _surest_suit),
    Reason("long-suit", N_("Most of your cards are %(suit)s."), _one_long_suit, _longest_suit),
    Reason("bids-last", N_("You bid last: nobody can outbid you."), _bids_last),
    Reason("sells-surely", N_("The points that you sell it for are certain."), _sells_surely),
    Reason("much-to-bid", N_("A bid must be %(points)s or more."), _must_bid_much, _must_make),
    Reason("much-to-make", N_("Keep it unsold, and you must make all %(points)s."), _keeps_for_much, _must_make),
    Reason("no-ace", N_("You hold no ace: High is sure in no suit."), _no_ace),
)
