"""Pitch once more, small and slow: its record and its refusals, from /rules/pitch/#7 to #9 alone.

The course of the hand is in ``pitch_hand.py``.
"""

from __future__ import annotations

from typing import Any

from tests.reference import four_chances
from tests.reference.four_chances import PACK_52
from tests.reference.pitch_cards import (
    SNOOZER,
    VALUES,
    card_error,
    may_be_chosen,
    pack,
    resolve,
    side_of,
    sides,
)
from tests.reference.pitch_hand import Hand, begin, bid_error, carry_out, may_ask
from tests.reference.verifier import is_integer, is_seat

__all__ = ["VALUES", "begin", "carry_out", "may_be_chosen", "pack", "resolve"]

KEY = "pitch"

# --- 7. The match --------------------------------------------------------------------------


def next_context(context: dict[str, Any], result: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return the context of the hand after one with this context and result, in a match that goes on."""
    dealer = context["dealer"]
    if result["end"] != "thrown-in":
        dealer = (dealer + 1) % options["players"]
    nothing = [0] * sides(options)
    return {"dealer": dealer, "scores": result["scores"] if result["winner"] is None else nothing}


def standing(results: list[dict[str, Any]], options: dict[str, Any]) -> dict[str, Any]:
    return four_chances.standing(
        results, [side_of(seat, options) for seat in range(options["players"])], options["games"]
    )


# --- 8. The hand record --------------------------------------------------------------------

ACTIONS: dict[str, tuple[tuple[str, ...], list[str]]] = {  # do → its phases and its keys beside seat and do
    "offer": (("offer",), []),
    "keep": (("offer", "answer"), []),
    "bid": (("bid",), ["points"]),
    "pass": (("bid",), []),
    "sell": (("answer",), []),
    "play": (("play",), ["card"]),
    "ask": (("play",), []),
}


def is_card(value: Any, options: dict[str, Any]) -> bool:
    return isinstance(value, str) and (value in PACK_52 or (value == SNOOZER and options["snoozer"]))


def is_context(context: Any, options: dict[str, Any]) -> bool:
    if not isinstance(context, dict) or set(context) != {"dealer", "scores"}:
        return False
    if not is_seat(context["dealer"], options) or not isinstance(context["scores"], list):
        return False
    if len(context["scores"]) != sides(options):
        return False
    return all(is_integer(points) and points < options["target"] for points in context["scores"])


def is_action(raw: Any, options: dict[str, Any]) -> bool:
    if not isinstance(raw, dict) or not isinstance(raw.get("do"), str) or raw["do"] not in ACTIONS:
        return False
    if set(raw) != {"seat", "do", *ACTIONS[raw["do"]][1]} or not is_seat(raw["seat"], options):
        return False
    if raw["do"] == "play":
        return is_card(raw["card"], options)
    return raw["do"] != "bid" or is_integer(raw["points"])


# --- 9. Errors, in order of precedence -----------------------------------------------------

SENTENCES = {
    "malformed": "This record is not a Pitch hand.",
    "hand-over": "The hand is already over.",
    "wrong-phase": "That cannot be done at this point of the hand.",
    "cannot-ask": "You may ask only about a trump that you have just played.",
    "not-your-turn": "It is not your turn.",
    "no-such-bid": "There is no such bid.",
    "bid-too-low": "You must bid more than the highest bid, or pass.",
    "bid-would-win": "You may not bid so much that the sale wins the game.",
    "not-in-hand": "You do not hold that card.",
    "cannot-pitch-joker": "The joker has no suit: lead another card to make trumps.",
    "must-follow-trump": "A trump was led, so you must play a trump.",
    "must-follow-or-trump": "You must follow suit or play a trump.",
    "wrong-result": "The result in this record is not what the rules give.",
}


def refusal(hand: Hand, action: dict[str, Any]) -> str | None:
    """Return the first code that applies to an action, or ``None`` where it is legal."""
    seat, do = action["seat"], action["do"]
    if hand["phase"] == "over":
        return "hand-over"
    if hand["phase"] not in ACTIONS[do][0]:
        return "wrong-phase"
    if do == "ask":
        return None if may_ask(hand, seat) else "cannot-ask"
    if seat not in hand["to_act"]:
        return "not-your-turn"
    if do == "bid":
        return bid_error(hand, seat, action["points"])
    if do == "play":
        cards = hand["hands"][seat]
        if action["card"] not in cards:
            return "not-in-hand"
        trick = hand["tricks"][-1] if hand["tricks"] and len(hand["tricks"][-1]) < hand["players"] else []
        led = trick[0][1] if trick else None
        return card_error(cards, led, hand["trump"], action["card"], hand["options"])
    return None
