"""Random damage to records of Forty and Eighty Points: every fault a record can have."""

from __future__ import annotations

import copy

from tests.reference.forty_eighty_cards import RANKS
from tests.reference.forty_eighty_form import CARDS, OPTIONS

ACTIONS = ["declare", "bury", "play", "claim", "accept"]
JUNK = [None, True, False, 1.0, 0, 1, -1, 3, 4, 17, 10**30, "", "2H", "0", "10", "2", "XX", "S2", "bj", [], [[]], {}]
JUNK += [["2H", None], ["2H", 5], [True], "play", "pass", "drawn", "claim-false", ["2", "2"], ["2", "3"], ["5", "1"]]


def some_options(rng, game):
    options = {}
    for key, (games, values) in OPTIONS.items():
        if game in games and rng.random() < 0.6:
            options[key] = rng.choice(values)
    return options


def damaged(rng, record):
    """Return a copy of a record with one to three faults (some of them harmless)."""
    record = copy.deepcopy(record)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if isinstance(record.get("actions"), list) and isinstance(record.get("deck"), list):
            rng.choice([at_actions, at_actions, at_an_action, at_an_action, at_cards, at_the_rest, at_result])(
                rng, record
            )
    return record


def at_actions(rng, record):
    """Drop, double, move, insert or append a whole action, or cut the record short."""
    actions = record["actions"]
    at = rng.randrange(len(actions) + 1)
    kind = rng.randrange(7)
    if kind == 0:
        record["actions"] = actions[:at]
        if rng.random() < 0.7:
            record.pop("result", None)
    elif kind == 1 or not actions:
        actions.insert(at, some_raw(rng, record))
    elif kind == 2:
        actions.append(some_raw(rng, record))
    elif kind == 3:
        del actions[at % len(actions)]
    elif kind == 4:
        actions.insert(at, copy.deepcopy(rng.choice(actions)))
    else:
        a, b = at % len(actions), (at + rng.choice([1, 1, 2, 4])) % len(actions)
        actions[a], actions[b] = actions[b], actions[a]


def some_raw(rng, record):
    """Return any well-formed action at all."""
    do, seat = rng.choice(ACTIONS), rng.randrange(4)
    action = {"seat": seat, "do": do}
    if do in ("declare", "bury", "play"):
        action["cards"] = [rng.choice(CARDS) for _ in range(rng.choice([0, 1, 1, 2, 6, 8]))]
    if do == "declare":
        action["after"] = rng.randint(0, 101)
    if do == "claim":
        action["against"], action["trick"] = rng.randrange(4), rng.randint(0, 26)
    return action


def at_an_action(rng, record):
    """Change a field of an action: another seat, action or number, junk, a key too many or too few."""
    if not record["actions"]:
        return
    action = rng.choice(record["actions"])
    if not isinstance(action, dict) or not action:
        return
    kind, key = rng.randrange(8), rng.choice(sorted(action, key=str))
    if kind == 0:
        action[key] = rng.choice(JUNK)
    elif kind == 1:
        del action[key]
    elif kind == 2:
        action[rng.choice(["after", "trick", "against", "cards", "note"])] = rng.choice(JUNK)
    elif kind == 3:
        record["actions"][rng.randrange(len(record["actions"]))] = rng.choice(JUNK)
    elif kind == 4:
        action["do"] = rng.choice(ACTIONS)
    elif kind in (5, 6):
        action["seat"] = rng.randrange(4)
    else:
        for number in {"after", "trick"} & action.keys():
            action[number] = rng.randint(-1, 110)


def at_cards(rng, record):
    """Change the cards of actions or of the deck, keeping the form right."""
    lists = [move["cards"] for move in record["actions"] if isinstance(move, dict) and is_list(move.get("cards"))]
    if not lists:
        return
    cards, other = rng.choice(lists), rng.choice([*lists, record["deck"]])
    kind = rng.randrange(6)
    if kind == 0 and cards and other:
        a, b = rng.randrange(len(cards)), rng.randrange(len(other))
        cards[a], other[b] = other[b], cards[a]
    elif kind == 1 and cards:
        cards[rng.randrange(len(cards))] = rng.choice(CARDS)
    elif kind == 2:
        cards.append(rng.choice(CARDS))
    elif kind == 3 and cards:
        cards.append(rng.choice(cards))
    elif kind == 4 and cards:
        del cards[rng.randrange(len(cards))]
    elif len(record["deck"]) > 1:
        deck = record["deck"]
        a, b = rng.randrange(len(deck)), rng.randrange(len(deck))
        deck[a], deck[b] = deck[b], deck[a]


def is_list(value):
    return isinstance(value, list)


def at_the_rest(rng, record):
    """Change options, context, deck or the record's own keys."""
    kind = rng.randrange(7)
    if kind == 0:
        options = some_options(rng, rng.choice(["forty", "eighty"]))
        record["options"] = rng.choice([options, options, {**options, "x": 1}, None, [], rng.choice(JUNK)])
    elif kind == 1 and isinstance(record.get("options"), dict):
        key = rng.choice(sorted(OPTIONS))
        record["options"][key] = rng.choice([*OPTIONS[key][1], *OPTIONS[key][1], *JUNK])
    elif kind == 2 and isinstance(record.get("context"), dict):
        key = rng.choice(["levels", "banker", "first", "drawn", "x"])
        record["context"][key] = rng.choice([*JUNK, *range(5), *([rank, rank] for rank in RANKS)])
        if rng.random() < 0.3:
            record["context"].pop(rng.choice(["levels", "banker", "first", "drawn"]), None)
    elif kind == 3 and record["deck"]:
        record["deck"][rng.randrange(len(record["deck"]))] = rng.choice([*JUNK, *CARDS])
    elif kind == 4:
        record[rng.choice(["format", "game", "context", "deck", "actions", "options"])] = rng.choice(JUNK)
    elif kind == 5:
        record.pop(rng.choice(sorted(record)))
    else:
        record[rng.choice(["x", "results", "options"])] = {}


def at_result(rng, record):
    """Change the result, or add one where there is none."""
    result, kind = record.get("result"), rng.randrange(4)
    if kind == 0 or not isinstance(result, dict) or not result:
        record["result"] = rng.choice([*JUNK, {}])
        return
    key = rng.choice(sorted(result))
    value = result[key]
    if kind == 1:
        near = {int: [value, float(value) if type(value) is int else 0, value == 1, 0, 1, value]}.get(type(value), JUNK)
        result[key] = rng.choice(near)
    elif kind == 2:
        result.pop(key)
    else:
        result[rng.choice([key, "note"])] = rng.choice(JUNK)
