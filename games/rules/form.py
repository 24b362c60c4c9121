"""Reading the form of a record: each function returns a checked value or raises ``Malformed``."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from games.rules.cards import NUMBERS
from games.rules.core import Malformed


def mapping(value: object, keys: Collection[str]) -> dict[str, Any]:
    """Return an object that has exactly these keys."""
    if not isinstance(value, dict) or value.keys() != set(keys):
        raise Malformed(f"not an object with {', '.join(sorted(keys))}")
    return value


def integer(value: object) -> int:
    """Return an integer of any size; neither ``true`` nor ``1.0`` counts as one."""
    if type(value) is not int:
        raise Malformed("not an integer")
    return value


def within(value: object, low: int, high: int) -> int:
    """Return an integer from ``low`` to ``high`` inclusive."""
    if type(value) is not int or not low <= value <= high:
        raise Malformed(f"not an integer from {low} to {high}")
    return value


def one_card(value: object) -> int:
    """Return a card's number from its name."""
    if not isinstance(value, str) or value not in NUMBERS:
        raise Malformed("not a card")
    return NUMBERS[value]


def card_list(value: object) -> tuple[int, ...]:
    """Return card numbers from a list of names, which may be empty."""
    if not isinstance(value, list):
        raise Malformed("not a list of cards")
    return tuple(one_card(name) for name in value)
