"""California Jack once more, small and slow: its record and its refusals, from /rules/california-jack/#6 to #8 alone.

The course of the hand is in ``california_jack_hand.py``.
"""

from __future__ import annotations

from typing import Any

from tests.reference import four_chances
from tests.reference.california_jack_hand import (
    VALUES,
    Hand,
    begin,
    card_error,
    carry_out,
    may_be_chosen,
    pack,
    resolve,
)
from tests.reference.four_chances import PACK_52
from tests.reference.verifier import is_integer

__all__ = ["VALUES", "begin", "carry_out", "may_be_chosen", "pack", "resolve"]

KEY = "california-jack"

# --- 6. The match --------------------------------------------------------------------------


def next_context(context: dict[str, Any], result: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return what is certain about the context of the hand after one with this context and result."""
    certain = {"dealer": 1 - context["dealer"], "scores": result["scores"] if result["winner"] is None else [0, 0]}
    return certain if options["trump"] == "cut" else certain | {"trump": None}


def standing(results: list[dict[str, Any]], options: dict[str, Any]) -> dict[str, Any]:
    return four_chances.standing(results, [0, 1], options["games"])


# --- 7. The hand record --------------------------------------------------------------------


def is_card(value: Any) -> bool:
    return isinstance(value, str) and value in PACK_52


def is_seat(value: Any) -> bool:
    return is_integer(value) and value in (0, 1)


def is_context(context: Any, options: dict[str, Any]) -> bool:
    if not isinstance(context, dict) or set(context) != {"dealer", "scores", "trump"}:
        return False
    scores, trump = context["scores"], context["trump"]
    if not is_seat(context["dealer"]) or not isinstance(scores, list) or len(scores) != 2:
        return False
    if not all(is_integer(points) and 0 <= points < options["target"] for points in scores):
        return False
    return trump is None if options["trump"] == "turned" else isinstance(trump, str) and trump in list("SHCD")


def is_action(raw: Any, options: dict[str, Any]) -> bool:
    if not isinstance(raw, dict) or set(raw) != {"seat", "do", "card"}:
        return False
    return is_seat(raw["seat"]) and isinstance(raw["do"], str) and raw["do"] == "play" and is_card(raw["card"])


# --- 8. Errors, in order of precedence -----------------------------------------------------

SENTENCES = {
    "malformed": "This record is not a California Jack hand.",
    "hand-over": "The hand is already over.",
    "not-your-turn": "It is not your turn.",
    "not-in-hand": "You do not hold that card.",
    "must-follow-trump": "A trump was led, so you must play a trump.",
    "must-follow": "You must follow suit.",
    "must-follow-or-trump": "You must follow suit or play a trump.",
    "must-trump": "You cannot follow suit, so you must play a trump.",
    "wrong-result": "The result in this record is not what the rules give.",
}


def refusal(hand: Hand, action: dict[str, Any]) -> str | None:
    """Return the first code that applies to an action, or ``None`` where it is legal."""
    seat, card = action["seat"], action["card"]
    if hand["phase"] == "over":
        return "hand-over"
    if seat not in hand["to_act"]:
        return "not-your-turn"
    if card not in hand["hands"][seat]:
        return "not-in-hand"
    led = hand["trick"][0][1] if hand["trick"] else None
    return card_error(hand["hands"][seat], led, hand["trump"], card, hand["options"]["follow"])
