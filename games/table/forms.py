"""Reading a press: form fields become an action in the notation of a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.datastructures import MultiValueDict

from games.rules.core import Game

#: Fields a press may have, and whether each may be repeated.
FIELDS = {
    "csrfmiddlewaretoken": False,
    "hand": False,
    "seq": False,
    "key": False,
    "do": False,
    "cards": True,
    "card": False,
    "items": True,
    "against": False,
    "trick": False,
    "points": False,
    # our pages send none; whatever it says, the seat is the session's
    "seat": False,
}
#: Fields that a button's value may not carry: who presses, on which picture, which cards.
NOT_IN_A_BUTTON = frozenset(FIELDS) - {"items", "against", "trick", "points"}
MOST_CARDS = 40
LONGEST = 80


class BadForm(Exception):
    """Our pages send no such press."""


@dataclass(frozen=True, slots=True)
class Press:
    """What was pressed, on which picture of which hand. ``raw`` is the action without its seat."""

    hand_id: int
    seq: int
    key: str
    do: str
    raw: Mapping[str, Any]


def read_press(post: MultiValueDict[str, str], game: Game) -> Press:
    """Return the press in a POST. Raises ``BadForm`` if a field is missing, unknown, repeated, too long or no number.

    An action carries the fields that its class names (``Action.form``); other actions ignore cards left chosen
    in the hand.
    """
    for name, values in post.lists():
        if name not in FIELDS or len(values) > (MOST_CARDS if FIELDS[name] else 1):
            raise BadForm(name)
        if not all(value.isprintable() and "\ufffd" not in value for value in values):
            raise BadForm(name)
        if any(len(value) > (200 if name == "csrfmiddlewaretoken" else LONGEST) for value in values):
            raise BadForm(name)
    do, fields = _deed(_text(post, "do"))
    raw: dict[str, Any] = {"do": do, **fields}
    action = game.action_class(do)
    for name in action.form if action is not None else ():
        if name not in raw:
            raw[name] = _read(post, name)
    return Press(_number(post, "hand"), read_seq(_text(post, "seq")), _text(post, "key"), do, raw)


def _read(post: MultiValueDict[str, str], name: str) -> Any:
    """Return one field of an action; None for a card unless exactly one is chosen."""
    if name == "items":
        return post.getlist("items")
    if name not in ("card", "cards"):
        return _number(post, name)
    # a button that shows two cards names both in one value
    cards = " ".join(post.getlist("cards") or post.getlist("card")).split()
    if name == "cards":
        return cards
    return cards[0] if len(cards) == 1 else None


def _deed(text: str) -> tuple[str, dict[str, Any]]:
    """Return a button's action and the fields that its value carries: «bid points=3»."""
    do, *words = text.split(" ") if "=" in text else [text]
    fields: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in fields or name in NOT_IN_A_BUTTON:
            raise BadForm("do")
        if name == "items":
            fields[name] = [item for item in value.split(",") if item]
        else:
            fields[name] = int(value) if value.isascii() and value.isdigit() else value
    return do, fields


def read_seq(text: str) -> int:
    """Return the picture that a press was made on, or -1, which never exists, if it is not a number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else -1


def _text(post: MultiValueDict[str, str], name: str) -> str:
    if name not in post:
        raise BadForm(name)
    return post[name]


def _number(post: MultiValueDict[str, str], name: str) -> int:
    text = _text(post, name)
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise BadForm(name)
    return int(text)
