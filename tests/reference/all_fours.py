"""All Fours once more, small and slow: its record and its refusals, from /rules/all-fours/#10 and #11 alone.

The course of the hand is in ``all_fours_hand.py``.
"""

from __future__ import annotations

from typing import Any

from tests.reference import four_chances
from tests.reference.all_fours_hand import (
    CHANCES,
    VALUES,
    Hand,
    begin,
    carry_out,
    follow_error,
    may_ask,
    may_be_chosen,
    pack,
    resolve,
)
from tests.reference.verifier import is_integer, is_seat

__all__ = ["VALUES", "begin", "carry_out", "may_be_chosen", "resolve"]

KEY = "all-fours"

# --- 9. The match --------------------------------------------------------------------------


def next_context(context: dict[str, Any], result: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return the context of the hand after one with this context and result, in a match that goes on."""
    dealer = context["dealer"]
    if result["end"] != "thrown-in":
        dealer = (dealer + 1) % options["players"]
    return {"dealer": dealer, "scores": result["scores"] if result["winner"] is None else [0, 0]}


def standing(results: list[dict[str, Any]], options: dict[str, Any]) -> dict[str, Any]:
    return four_chances.standing(results, [seat % 2 for seat in range(options["players"])], options["games"])


# --- 10. The hand record -------------------------------------------------------------------

ACTIONS = {  # do → its phase and its keys beside seat and do
    "stand": ("beg", []),
    "beg": ("beg", []),
    "give": ("answer", []),
    "run": ("answer", []),
    "discard": ("discard", ["cards"]),
    "play": ("play", ["card"]),
    "ask": ("play", []),
    "claim": ("claims", ["against", "trick"]),
    "accept": ("claims", []),
    "announce": ("announce", ["items"]),
}


def is_card(value: Any, options: dict[str, Any]) -> bool:
    return isinstance(value, str) and value in pack(options)


def is_context(context: Any, options: dict[str, Any]) -> bool:
    if not isinstance(context, dict) or set(context) != {"dealer", "scores"}:
        return False
    if not is_seat(context["dealer"], options) or not isinstance(context["scores"], list):
        return False
    if len(context["scores"]) != 2:
        return False
    return all(is_integer(points) and 0 <= points < options["target"] for points in context["scores"])


def is_action(raw: Any, options: dict[str, Any]) -> bool:
    if not isinstance(raw, dict) or not isinstance(raw.get("do"), str) or raw["do"] not in ACTIONS:
        return False
    if set(raw) != {"seat", "do", *ACTIONS[raw["do"]][1]} or not is_seat(raw["seat"], options):
        return False
    if raw["do"] == "play":
        return is_card(raw["card"], options)
    if raw["do"] == "discard":
        return isinstance(raw["cards"], list) and all(is_card(card, options) for card in raw["cards"])
    if raw["do"] == "claim":
        return is_seat(raw["against"], options) and is_integer(raw["trick"])
    if raw["do"] == "announce":
        items = raw["items"]
        return isinstance(items, list) and all(items.count(i) == 1 and i in CHANCES for i in items)
    return True


# --- 11. Errors, in order of precedence ----------------------------------------------------

SENTENCES = {
    "malformed": "This record is not an All Fours hand.",
    "hand-over": "The hand is already over.",
    "wrong-phase": "That cannot be done at this point of the hand.",
    "cannot-ask": "You may ask only about a trump that you have just played.",
    "not-your-turn": "It is not your turn.",
    "gift-would-win": "You may not give the point that wins the game: run the cards.",
    "not-in-hand": "You do not hold that card.",
    "wrong-count": "You must discard down to six cards.",
    "must-follow-trump": "A trump was led, so you must play a trump.",
    "must-follow-or-trump": "You must follow suit or play a trump.",
    "no-such-trick": "There was no such trick.",
    "own-side": "You can claim only against the other side.",
    "already-claimed": "That card has been claimed already.",
    "wrong-result": "The result in this record is not what the rules give.",
}


def faults(hand: Hand, action: dict[str, Any]) -> list[str]:
    """Return all codes that apply, in the page's order, up to those about cards."""
    seat, do = action["seat"], action["do"]
    codes = []
    if hand["phase"] == "over":
        codes.append("hand-over")
    if ACTIONS[do][0] != hand["phase"]:
        codes.append("wrong-phase")
    if do == "ask" and not may_ask(hand, seat):
        codes.append("cannot-ask")
    if do != "ask" and seat not in hand["to_act"]:
        codes.append("not-your-turn")
    would_win = hand["scores"][hand["eldest"] % 2] + 1 >= hand["options"]["target"]
    if do == "give" and would_win and not hand["options"]["gift_can_win"]:
        codes.append("gift-would-win")
    return codes


def refusal(hand: Hand, action: dict[str, Any]) -> str | None:
    """Return the first code that applies to an action, or ``None`` where it is legal."""
    codes = faults(hand, action)
    if codes:
        return codes[0]
    cards, do = hand["hands"][action["seat"]], action["do"]
    chosen = {"play": [action.get("card")], "discard": action.get("cards")}.get(do, [])
    if any(card not in cards or chosen.count(card) > 1 for card in chosen):
        return "not-in-hand"
    if do == "discard" and len(chosen) != len(cards) - 6:
        return "wrong-count"
    if do == "play" and hand["options"]["discipline"] == "enforced":
        trick = hand["tricks"][-1] if hand["tricks"] and len(hand["tricks"][-1]) < hand["players"] else []
        return follow_error(cards, trick[0][1] if trick else None, hand["trump"], action["card"])
    if do == "claim":
        if not 1 <= action["trick"] <= len(hand["tricks"]):
            return "no-such-trick"
        if action["against"] % 2 == action["seat"] % 2:
            return "own-side"
        if (action["trick"], action["against"]) in hand["claimed"]:
            return "already-claimed"
    return None
