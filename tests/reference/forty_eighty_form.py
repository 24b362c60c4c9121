"""A second, slow reading of /rules/eighty/#1 and #14: the form of a record.

Written from the page alone; it shares no line with ``games.rules.shengji``.
"""

from __future__ import annotations

from tests.reference.forty_eighty_cards import RANKS, SUITS
from tests.reference.verifier import are_values

CARDS = [rank + letter for letter in SUITS for rank in RANKS] + ["LJ", "BJ"]
DEALT = {"forty": 48, "eighty": 100}
BOTTOM = {"forty": 6, "eighty": 8}

# --- 1. Options: key -> games, values (the default first)

BOTH, EIGHTY = ("forty", "eighty"), ("eighty",)
OPTIONS = {
    "trump_making": (BOTH, ["bid", "drawn"]),
    "no_trump": (BOTH, [False, True]),
    "twos_trump": (BOTH, [False, True]),  # 常主; not on the page but in games/rules/shengji/trumps.py
    "overcall": (EIGHTY, [False, True]),
    "tractor": (EIGHTY, ["chain", "strict"]),
    "follow": (EIGHTY, ["tractor", "pairs", "longest"]),
    "throw": (EIGHTY, [False, True]),
    "bottom": (EIGHTY, ["double", "times", "power"]),
    "score_table": (BOTH, ["a", "b", "c"]),
    "must_play": (BOTH, [False, True]),
    "discipline": (BOTH, ["enforced", "honour"]),
}


def defaults():
    return {key: values[0] for key, (_, values) in OPTIONS.items()}


# --- the form of a record


def is_int(value, low=None, high=None):
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (low is None or value >= low) and (high is None or value <= high)


def is_cards(value):
    return isinstance(value, list) and all(isinstance(card, str) and card in CARDS for card in value)


def well_formed(record):
    if not isinstance(record, dict):
        return False
    needed = {"format", "game", "context", "deck", "actions"}
    if not needed <= set(record) or not set(record) <= needed | {"options", "result"}:
        return False
    game = record["game"]
    if record["format"] != "cardsite-hand/1" or game not in ("forty", "eighty"):
        return False
    options = record.get("options", {})
    if not are_values({key: values for key, (games, values) in OPTIONS.items() if game in games}, options):
        return False
    deck = record["deck"]
    copies = 1 if game == "forty" else 2
    if not is_cards(deck) or any(deck.count(card) != copies for card in CARDS):
        return False
    if not context_formed(game, {**defaults(), **options}, record["context"], deck):
        return False
    return isinstance(record["actions"], list) and all(action_formed(action) for action in record["actions"])


def context_formed(game, options, context, deck):
    if not isinstance(context, dict) or "banker" not in context:
        return False
    keys = {"levels", "banker", "first"}
    drawn = options["trump_making"] == "drawn" and context["banker"] is None
    if set(context) != (keys | {"drawn"} if drawn else keys):
        return False
    levels, banker, first = context["levels"], context["banker"], context["first"]
    if not isinstance(levels, list) or len(levels) != 2:
        return False
    if not all(isinstance(level, str) and level in list(RANKS) for level in levels):
        return False
    if not is_int(first, 0, 3):
        return False
    if banker is None:
        if levels[0] != levels[1]:
            return False
    elif not is_int(banker, 0, 3) or banker != first:
        return False
    if drawn:
        d = context["drawn"]
        return is_int(d, 0, DEALT[game] - 1) and deck[d] not in ("LJ", "BJ")
    return True


KEYS = {
    "declare": {"seat", "do", "cards", "after"},
    "bury": {"seat", "do", "cards"},
    "play": {"seat", "do", "cards"},
    "claim": {"seat", "do", "against", "trick"},
    "accept": {"seat", "do"},
}


def action_formed(action):
    if not isinstance(action, dict):
        return False
    do = action.get("do")
    if not isinstance(do, str) or do not in KEYS or set(action) != KEYS[do]:
        return False
    if not is_int(action["seat"], 0, 3):
        return False
    if "cards" in action and not is_cards(action["cards"]):
        return False
    if "after" in action and not is_int(action["after"]):
        return False
    if "trick" in action and not is_int(action["trick"]):
        return False
    return "against" not in action or is_int(action["against"], 0, 3)
