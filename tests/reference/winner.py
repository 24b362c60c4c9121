"""Winner once more, small and slow: its record and its refusals, from /rules/winner/#10 and #11 alone.

The course of the hand is in ``winner_hand.py``.
"""

from __future__ import annotations

from typing import Any

from tests.reference.climbing import is_context_of_winner_and_loser, standing, the_loser_deals
from tests.reference.verifier import is_seat
from tests.reference.winner_hand import (
    JOKERS,
    PACK_52,
    VALUES,
    Hand,
    beat_error,
    begin,
    carry_out,
    classify,
    may_be_chosen,
    pack,
    resolve,
)

__all__ = ["VALUES", "begin", "carry_out", "may_be_chosen", "pack", "resolve", "standing"]

KEY = "winner"
is_context = is_context_of_winner_and_loser
next_context = the_loser_deals

# --- 10. The hand record -------------------------------------------------------------------

ACTIONS = {"give": ("exchange", ["card"]), "play": ("play", ["cards"]), "pass": ("play", [])}  # do → phase, keys


def is_card(value: Any) -> bool:
    return isinstance(value, str) and value in PACK_52 + JOKERS


def is_action(raw: Any, options: dict[str, Any]) -> bool:
    if not isinstance(raw, dict) or not isinstance(raw.get("do"), str) or raw["do"] not in ACTIONS:
        return False
    if set(raw) != {"seat", "do", *ACTIONS[raw["do"]][1]} or not is_seat(raw["seat"], options):
        return False
    if raw["do"] == "give":
        return is_card(raw["card"])
    if raw["do"] == "play":
        return isinstance(raw["cards"], list) and raw["cards"] != [] and all(map(is_card, raw["cards"]))
    return True


# --- 11. Errors, in order of precedence ----------------------------------------------------

SENTENCES = {
    "malformed": "This record is not a Winner hand.",
    "hand-over": "The hand is already over.",
    "wrong-phase": "That cannot be done at this point of the hand.",
    "not-your-turn": "It is not your turn.",
    "not-in-hand": "You do not hold that card.",
    "cannot-pass-lead": "You lead this trick, so you must play something.",
    "not-a-combination": "These cards do not form a combination.",
    "wrong-type": "You must play the same kind of combination with the same number of cards.",
    "too-low": "That does not beat the cards on the table.",
    "wrong-result": "The result in this record is not what the rules give.",
}


def refusal(hand: Hand, action: dict[str, Any]) -> str | None:
    """Return the first code that applies to an action, or ``None`` where it is legal."""
    do, held = action["do"], hand["hands"][action["seat"]]
    chosen = {"give": [action.get("card")], "play": action.get("cards"), "pass": []}[do]
    if hand["phase"] == "over":
        return "hand-over"
    if ACTIONS[do][0] != hand["phase"]:
        return "wrong-phase"
    if action["seat"] not in hand["to_act"]:
        return "not-your-turn"
    if any(card not in held or chosen.count(card) > 1 for card in chosen):
        return "not-in-hand"
    if do == "pass" and hand["top"] is None:
        return "cannot-pass-lead"
    if do != "play":
        return None
    combo = classify(chosen, hand["options"])
    if combo is None:
        return "not-a-combination"
    return None if hand["top"] is None else beat_error(combo, hand["top"], hand["options"])
