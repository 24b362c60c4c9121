"""Winner once more, small and slow: the verifier's answer, from /rules/winner/#10 and #11 alone.

The course of the hand is in ``winner_hand.py``; ``test_winner.py`` compares the answers with those
of the real rules.
"""

from __future__ import annotations

import json
from typing import Any

from tests.reference.winner_hand import JOKERS, PACK_52, VALUES, Hand, beat_error, begin, carry_out, classify, resolve
from tests.reference.winner_hand import pack as pack_of

KEY = "winner"

# --- 8. The next hand, 9. The match --------------------------------------------------------


def next_context(context: dict[str, Any], result: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return the context of the hand after one with this result, in a match that goes on."""
    return {"dealer": result["loser"], "winner": result["winner"], "loser": result["loser"]}


def standing(results: list[dict[str, Any]], options: dict[str, Any]) -> dict[str, Any]:
    """Return the totals by seat, and the seats in the first place once the match is over."""
    totals = [sum(result["points"][seat] for result in results) for seat in range(options["players"])]
    by_hands = options["hands"] > 0 and len(results) == options["hands"]
    by_target = options["target"] > 0 and any(total >= options["target"] for total in totals)
    first = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return {"scores": totals, "winners": first if by_hands or by_target else []}


# --- 10. The hand record -------------------------------------------------------------------

ACTIONS = {"give": ("exchange", ["card"]), "play": ("play", ["cards"]), "pass": ("play", [])}  # do → phase, keys


def is_integer(value: Any) -> bool:
    return type(value) is int


def is_seat(value: Any, options: dict[str, Any]) -> bool:
    return is_integer(value) and 0 <= value < options["players"]


def is_card(value: Any) -> bool:
    return isinstance(value, str) and value in PACK_52 + JOKERS


def is_one_of(value: Any, values: list[Any]) -> bool:
    """Compare as JSON does: ``true``, ``1`` and ``1.0`` are three values."""
    return any(type(value) is type(allowed) and value == allowed for allowed in values)


def is_well_formed(record: Any) -> bool:
    if not isinstance(record, dict):
        return False
    if set(record) - {"options", "result"} != {"format", "game", "context", "deck", "actions"}:
        return False
    if record["format"] != "cardsite-hand/1" or record["game"] != "winner":
        return False
    chosen, deck = record.get("options", {}), record["deck"]
    if not isinstance(chosen, dict):
        return False
    if not all(key in VALUES and is_one_of(value, VALUES[key]) for key, value in chosen.items()):
        return False
    options = resolve(chosen)
    if not is_context(record["context"], options):
        return False
    if not isinstance(deck, list) or not all(map(is_card, deck)) or sorted(deck) != sorted(pack_of(options)):
        return False
    return isinstance(record["actions"], list) and all(is_action(raw, options) for raw in record["actions"])


def is_context(context: Any, options: dict[str, Any]) -> bool:
    if not isinstance(context, dict) or set(context) != {"dealer", "winner", "loser"}:
        return False
    dealer, winner, loser = context["dealer"], context["winner"], context["loser"]
    if not is_seat(dealer, options):
        return False
    if winner is None and loser is None:
        return True
    return is_seat(winner, options) and is_seat(loser, options) and winner != loser and dealer == loser


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


def answer(record: Any) -> dict[str, Any]:
    """Return the verifier's answer to a record, without ``message``."""
    if not is_well_formed(record):
        return {"ok": False, "at": None, "error": "malformed"}
    hand = begin(record)
    for at, action in enumerate(record["actions"]):
        error = refusal(hand, action)
        if error is not None:
            return {"ok": False, "at": at, "error": error}
        carry_out(hand, action)
    if hand["phase"] != "over" and "result" not in record:
        return {"ok": True, "finished": False, "to_act": hand["to_act"]}
    if "result" in record and not is_same(record["result"], hand["result"]):
        return {"ok": False, "at": None, "error": "wrong-result"}
    return {"ok": True, "finished": True, "result": hand["result"]}


def is_same(one: Any, other: Any) -> bool:
    """Compare as written JSON; the ``None`` of an unfinished hand equals no result."""
    return other is not None and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
