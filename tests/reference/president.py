"""President once more, small and slow: its record and its refusals, from /rules/president/#8 to #11 alone."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.reference import climbing
from tests.reference.climbing import JOKERS, PACK_52, standing
from tests.reference.president_hand import VALUES, Hand, begin, carry_out, may_be_chosen, pack, play_error, resolve
from tests.reference.verifier import is_seat

__all__ = ["VALUES", "begin", "carry_out", "may_be_chosen", "pack", "resolve", "standing"]

KEY = "president"
is_action = partial(climbing.is_action, ["give", "play", "pass"], PACK_52 + JOKERS)


def is_context(context: Any, options: dict[str, Any]) -> bool:
    if not isinstance(context, dict) or set(context) != {"dealer", "order"} or not is_seat(context["dealer"], options):
        return False
    order = context["order"]
    if order is None:
        return True
    if not isinstance(order, list) or not all(is_seat(seat, options) for seat in order):
        return False
    return sorted(order) == list(range(options["players"])) and context["dealer"] == order[-1]


def next_context(context: dict[str, Any], result: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return the context of the hand after one with this result, in a match that goes on."""
    return {"dealer": result["loser"], "order": result["order"]}


SENTENCES = {
    "malformed": "This record is not a President hand.",
    "hand-over": "The hand is already over.",
    "wrong-phase": "That cannot be done at this point of the hand.",
    "not-your-turn": "It is not your turn.",
    "not-in-hand": "You do not hold that card.",
    "wrong-number": "Give as many cards as you get.",
    "cannot-pass-lead": "You lead this trick, so you must play something.",
    "not-a-combination": "These cards are not of one rank.",
    "must-play-lowest": "The first play must contain the three of clubs.",
    "wrong-type": "You must play the same number of cards.",
    "too-low": "That does not beat the cards on the table.",
    "wrong-result": "The result in this record is not what the rules give.",
}


def refusal(hand: Hand, action: dict[str, Any]) -> str | None:
    """Return the first code that applies to an action, or ``None`` where it is legal."""
    seat, held, cards = action["seat"], hand["hands"][action["seat"]], action.get("cards", [])
    if hand["phase"] == "over":
        return "hand-over"
    if (action["do"] == "give") != (hand["phase"] == "exchange"):
        return "wrong-phase"
    if seat not in hand["to_act"]:
        return "not-your-turn"
    if any(card not in held or cards.count(card) > 1 for card in cards):
        return "not-in-hand"
    if action["do"] == "give":
        return None if len(cards) == len(hand["owed"][seat][1]) else "wrong-number"
    if action["do"] == "pass":
        return "cannot-pass-lead" if hand["top"] is None else None
    return play_error(hand, seat, cards)
