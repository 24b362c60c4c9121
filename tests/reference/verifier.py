"""The verifier's answer in every game, once more: whether a record is well formed, and what its course comes to.

It shares no line with ``games.rules``. A ``page`` here is the module of a game's record and refusals, such as
``all_fours.py``; the course of its hand is in ``<game>_hand.py``.
"""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any


def answer(page: ModuleType, record: Any) -> dict[str, Any]:
    """Return the verifier's answer to a record, without ``message``."""
    if not is_well_formed(page, record):
        return {"ok": False, "at": None, "error": "malformed"}
    hand = page.begin(record)
    for at, action in enumerate(record["actions"]):
        error = page.refusal(hand, action)
        if error is not None:
            return {"ok": False, "at": at, "error": error}
        page.carry_out(hand, action)
    if hand["phase"] != "over" and "result" not in record:
        return {"ok": True, "finished": False, "to_act": hand["to_act"]}
    if "result" in record and not is_same(record["result"], hand["result"]):
        return {"ok": False, "at": None, "error": "wrong-result"}
    return {"ok": True, "finished": True, "result": hand["result"]}


def is_same(one: Any, other: Any) -> bool:
    """Compare as written JSON; the ``None`` of an unfinished hand equals no result."""
    return other is not None and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def is_well_formed(page: ModuleType, record: Any) -> bool:
    if not isinstance(record, dict):
        return False
    if set(record) - {"options", "result"} != {"format", "game", "context", "deck", "actions"}:
        return False
    if record["format"] != "cardsite-hand/1" or record["game"] != page.KEY:
        return False
    chosen, deck = record.get("options", {}), record["deck"]
    if not page.may_be_chosen(chosen):
        return False
    options = page.resolve(chosen)
    if not page.is_context(record["context"], options):
        return False
    if not isinstance(deck, list) or not all(isinstance(card, str) for card in deck):
        return False
    if sorted(deck) != sorted(page.pack(options)):
        return False
    return isinstance(record["actions"], list) and all(page.is_action(raw, options) for raw in record["actions"])


def are_values(values: dict[str, list[Any]], chosen: Any) -> bool:
    """Return whether these are options of a page, each with one of its values."""
    return isinstance(chosen, dict) and all(
        key in values and is_one_of(value, values[key]) for key, value in chosen.items()
    )


def is_one_of(value: Any, values: list[Any]) -> bool:
    """Compare as JSON does: ``true``, ``1`` and ``1.0`` are three values."""
    return any(type(value) is type(allowed) and value == allowed for allowed in values)


def is_integer(value: Any) -> bool:
    return type(value) is int


def is_seat(value: Any, options: dict[str, Any]) -> bool:
    return is_integer(value) and 0 <= value < options["players"]
