"""Pitch once more, small and slow: options, cards and tricks, from /rules/pitch/#1 to #3, #5 and #6 alone.

It shares no line with ``games.rules``: cards are names. The course of a hand is in ``pitch_hand.py``.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.reference import four_chances
from tests.reference.four_chances import PACK_52, rank
from tests.reference.verifier import are_values

SNOOZER = "LJ"
#: in the order of /rules/pitch/#6
COUNTERS = {"none": [], "five": [5], "nine-five": [5, 9], "nine-five-three": [3, 5, 9]}
NAMES = {3: "three", 5: "five", 9: "nine"}


# --- 1. Options and editions ---------------------------------------------------------------

VALUES: dict[str, list[Any]] = {
    "edition": ["auction", "blind", "commercial", "pedro-sancho", "dom-pedro"],
    "players": [2, 3, 4, 5, 6, 7],
    "partners": [False, True],
    "target": list(range(1, 1001)),
    "deal": ["threes", "singles"],
    "hand": ["six", "all"],
    "auction": ["none", "bank", "sell"],
    "rebid": [False, True],
    "min_bid": [1, 2],
    "dealer_bid": ["none", "below", "top", "any"],
    "all_pass": ["free", "redeal", "forced"],
    "sale_can_win": [False, True],
    "low": ["dealt", "won"],
    "game_by": ["pips", "ten"],
    "tie_game": ["none", "nondealer"],
    "counters": ["none", "five", "nine-five", "nine-five-three"],
    "snoozer": [False, True],
    "joker_led": ["refused", "spades"],
    "count_first": ["order", "bidder"],
    "games": list(range(1, 10)),
}
AUCTION: dict[str, Any] = {
    "players": 4,
    "partners": False,
    "target": 7,
    "deal": "threes",
    "hand": "six",
    "auction": "bank",
    "rebid": False,
    "min_bid": 1,
    "dealer_bid": "none",
    "all_pass": "free",
    "sale_can_win": False,
    "low": "dealt",
    "game_by": "pips",
    "tie_game": "none",
    "counters": "none",
    "snoozer": False,
    "joker_led": "refused",
    "count_first": "order",
    "games": 1,
}
PEDRO = {"target": 50, "auction": "sell", "rebid": True, "low": "won", "game_by": "ten"}
COLUMNS: dict[str, dict[str, Any]] = {
    "auction": {},
    "blind": {"players": 2, "auction": "none"},
    "commercial": {"auction": "sell"},
    "pedro-sancho": {**PEDRO, "counters": "nine-five"},
    "dom-pedro": {**PEDRO, "counters": "nine-five-three", "snoozer": True},
}


resolve = partial(four_chances.resolve, AUCTION, COLUMNS)


def may_be_chosen(options: Any) -> bool:
    if not are_values(VALUES, options):
        return False
    resolved = resolve(options)
    return not resolved["partners"] or resolved["players"] == 4


# --- 2. Cards and words --------------------------------------------------------------------


def pack(options: dict[str, Any]) -> list[str]:
    return [*PACK_52, SNOOZER] if options["snoozer"] else list(PACK_52)


def side_of(seat: int, options: dict[str, Any]) -> int:
    return seat % 2 if options["partners"] else seat


def sides(options: dict[str, Any]) -> int:
    return 2 if options["partners"] else int(options["players"])


def top(options: dict[str, Any]) -> int:
    """Return the most points that one hand can give."""
    return 4 + sum(COUNTERS[options["counters"]]) + (15 if options["snoozer"] else 0)


def is_trump(card: str, trump: str | None) -> bool:
    return trump is not None and (card == SNOOZER or card[1] == trump)


# --- 3. The deal ---------------------------------------------------------------------------


def deal(deck: list[Any], options: dict[str, Any], eldest: int) -> list[list[Any]]:
    """Return the cards of each seat in the order dealt."""
    players = options["players"]
    each = 6 if options["hand"] == "six" else len(deck) // players
    hands: list[list[Any]] = [[] for _ in range(players)]
    while len(hands[eldest]) < each:
        at_once = min(3, each - len(hands[eldest])) if options["deal"] == "threes" else 1
        for place in range(players):
            for _ in range(at_once):
                hands[(eldest + place) % players].append(deck.pop(0))
    return hands


# --- 5. The play ---------------------------------------------------------------------------


def card_error(cards: list[str], led: str | None, trump: str | None, card: str, options: dict[str, Any]) -> str | None:
    """Return the code that refuses a card of the hand ``cards``, ``led`` being the first of the trick."""
    if led is None:
        pitched = trump is None
        return "cannot-pitch-joker" if pitched and card == SNOOZER and options["joker_led"] == "refused" else None
    if is_trump(card, trump):
        return None
    if is_trump(led, trump):
        return "must-follow-trump" if any(is_trump(c, trump) for c in cards) else None
    of_suit = [c for c in cards if not is_trump(c, trump) and c[1] == led[1]]
    return "must-follow-or-trump" if of_suit and card not in of_suit else None


def best_of(cards: list[str], trump: str) -> int:
    """Return the index of the card that takes a trick."""
    trumps = [card for card in cards if card[1] == trump]
    if trumps:
        return cards.index(max(trumps, key=rank))
    if SNOOZER in cards:
        return cards.index(SNOOZER)
    return cards.index(max((card for card in cards if card[1] == cards[0][1]), key=rank))


def ask_answer(out: list[str], trump: str, card: str) -> tuple[bool, bool]:
    """Return whether a trump is the highest and whether it is the lowest trump out; the snoozer is neither."""
    trumps = sorted((c for c in out if c[1] == trump), key=rank)
    return card in trumps[-1:], card in trumps[:1]


# --- 6. The count --------------------------------------------------------------------------


def pips(won: list[str]) -> int:
    """Return what one side's cards count for Game."""
    return sum({"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}.get(card[0], 0) for card in won if card != SNOOZER)


def game_side(counts: list[int], dealer: int, options: dict[str, Any]) -> int | None:
    """Return the side with the most pips, or what ``tie_game`` says."""
    most = [side for side, points in enumerate(counts) if points == max(counts)]
    if len(most) == 1:
        return most[0]
    if options["tie_game"] == "none":
        return None
    after_dealer = [(dealer + place) % options["players"] for place in range(1, options["players"] + 1)]
    return next(side_of(seat, options) for seat in after_dealer if side_of(seat, options) in most)
