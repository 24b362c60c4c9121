"""Records spoiled at random, and the real rules beside the reference, for any game.

A reference game is a module with ``begin``, ``refusal`` and ``carry_out``; its tables'
``wild(hand, rng)`` returns a well-formed action, mostly a wrong one, for the reference's hand.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

from games.rules import record as records
from games.rules.core import Action, Game, Illegal
from tests.reference import verifier

PROBES = 4  # wild actions judged at each state

Record = dict[str, Any]
Wild = Callable[[dict[str, Any], Random], dict[str, Any]]

ODD: list[Any] = [None, True, False, 0, 1, 2, 3, 4, 6, -1, 99, 10**30, 0.0, 1.0, 2.5, "", "0", "1", "3D", "AH"]
ODD += ["3d", "10H", "LJ", "BJ", "XX", "♠A", "play", "pass", "beg", "give", [], [[]], ["3D"], ["LJ"], [None], {}]
ODD += [["high"], ["high", "high"], ["ace"], [0, 0], [1.0, 0], [True, 0], {"seat": 0}, "cardsite-hand/1", "winner"]
ODD += ["drawn", "claim-false", ["2", "2"], ["2", "3"], ["5", "1"]]


def as_json(value: Any) -> str:
    """Return the form in which answers are compared: ``1``, ``1.0`` and ``true`` differ."""
    return json.dumps(value, sort_keys=True)


def both_answers(reference: ModuleType, record: Any) -> tuple[str, str]:
    """Return the verifier's answer and the reference's, with the page's sentence for errors of its game."""
    real, expected = records.verify(copy.deepcopy(record)), verifier.answer(reference, record)
    if isinstance(record, dict) and record.get("game") == reference.KEY and not expected["ok"]:
        expected = expected | {"message": reference.SENTENCES[expected["error"]]}
    else:
        real.pop("message", None)
    return as_json(real), as_json(expected)


# --- a hand played by both -----------------------------------------------------------------


def play_both(reference: ModuleType, record: Record, tables: ModuleType, rng: Random, codes: Counter[str]) -> Record:
    """Play a record without actions to its end by both rules, comparing at every step; return it whole.

    At each state both judge some wild actions and one of ``legal``; a legal one is carried out.
    ``codes`` counts the codes.
    """
    game, setup, _ = records.read(record)
    state, hand = game.start(setup), reference.begin(record)
    actions: list[dict[str, Any]] = []
    while True:
        place = as_json(record | {"actions": actions})
        assert (state.phase, list(state.to_act)) == (hand["phase"], hand["to_act"]), place
        assert as_json(tables.seen_facts(game.view(state, None))) == as_json(tables.open_facts(hand)), place
        raws = [tables.wild(hand, rng) for _ in range(PROBES)]
        if state.to_act:
            raws.append(game.write_action(rng.choice(game.legal(state))))
        allowed = []
        for raw in raws:
            action = game.read_action(raw, setup.options)
            code, expected = code_of(game, state, action), reference.refusal(hand, raw)
            assert code == expected, f"{raw}: {code}, reference {expected}\n{place}"
            codes[str(code)] += 1
            if code is None:
                allowed.append((raw, action))
        if not state.to_act:
            break
        raw, action = rng.choice(allowed)
        state = game.step(state, action)
        reference.carry_out(hand, raw)
        actions.append(raw)
    assert as_json(state.result) == as_json(hand["result"]), place
    return record | {"actions": actions, "result": copy.deepcopy(hand["result"])}


def code_of(game: Game, state: Any, action: Action) -> str | None:
    """Return the code that refuses an action, or ``None``."""
    try:
        game.check(state, action)
    except Illegal as illegal:
        return illegal.code
    return None


# --- faults --------------------------------------------------------------------------------


def spoil(reference: ModuleType, record: Record, wild: Wild, rng: Random) -> Any:
    """Return a copy of a record with one to three faults, some of them harmless."""
    spoiled: Any = copy.deepcopy(record)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if not isinstance(spoiled, dict) or not isinstance(spoiled.get("actions"), list):
            break
        kind = rng.choices(["actions", "action", "result", "anywhere"], [8, 5, 2, 2])[0]
        if kind == "actions":
            at = rng.randrange(len(spoiled["actions"]) + 1)
            actions_at_fault(spoiled, at, wild(hand_after(reference, record, at), rng), rng)
        elif kind == "action":
            action_at_fault(spoiled, rng)
        elif kind == "result":
            result_at_fault(spoiled, rng)
        else:
            anything_at_fault(spoiled, rng)
    return spoiled


def hand_after(reference: ModuleType, record: Record, count: int) -> dict[str, Any]:
    """Return the reference's hand after this many actions of a legal record."""
    hand: dict[str, Any] = reference.begin(record)
    for action in record["actions"][:count]:
        reference.carry_out(hand, action)
    return hand


def actions_at_fault(record: Record, at: int, wild_action: dict[str, Any], rng: Random) -> None:
    """Drop, double, move or swap an action, replace it by a wild one, or stop early."""
    actions = record["actions"]
    kind = rng.choice(["drop", "double", "move", "exchange", "insert", "replace", "append", "cut"])
    if kind == "insert":
        actions.insert(at, wild_action)
    elif kind == "append":
        actions.append(copy.deepcopy(rng.choice(actions)) if actions and rng.random() < 0.5 else wild_action)
    elif kind == "cut":
        del actions[at:]
        if rng.random() < 0.8:
            record.pop("result", None)
    elif at < len(actions):
        if kind == "drop":
            del actions[at]
        elif kind == "double":
            actions.insert(at, copy.deepcopy(actions[at]))
        elif kind == "move":
            actions.insert(rng.randrange(len(actions)), actions.pop(at))
        elif kind == "exchange" and at + 1 < len(actions):
            actions[at], actions[at + 1] = actions[at + 1], actions[at]
        else:
            actions[at] = wild_action


def action_at_fault(record: Record, rng: Random) -> None:
    """Change one action: its seat, its kind, its cards, its numbers, or its form."""
    if not record["actions"]:
        return
    action = rng.choice(record["actions"])
    if not isinstance(action, dict):
        return
    key = rng.choice([*action, "seat", "cards", "card", "form"])
    value = action.get(key)
    deck = [card for card in record["deck"] if isinstance(card, str)] if isinstance(record.get("deck"), list) else []
    if key == "form":
        odd_inside(action, rng)
    elif key == "seat" or type(value) is int:
        action[key] = rng.randrange(5)
    elif key == "card" and key in action and deck:
        action[key] = rng.choice(deck)
    elif isinstance(value, list) and deck:
        list_at_fault(value, deck if key == "cards" else ["high", "low", "jack", "game", "ace"], rng)


def list_at_fault(values: list[Any], others: list[str], rng: Random) -> None:
    """Drop, double, add, swap or shuffle the items of a list."""
    kind = rng.choice(["drop", "double", "add", "exchange", "shuffle", "empty"])
    if kind == "drop" and values:
        values.pop(rng.randrange(len(values)))
    elif kind == "double" and values:
        values.append(rng.choice(values))
    elif kind == "add":
        values.append(rng.choice(others))
    elif kind == "exchange" and values:
        values[rng.randrange(len(values))] = rng.choice(others)
    elif kind == "empty":
        values.clear()
    else:
        rng.shuffle(values)


def result_at_fault(record: Record, rng: Random) -> None:
    """Remove the result, or replace it by another or something odd."""
    kind = rng.choice(["none", "odd", "inside", "inside"])
    if kind == "none":
        record.pop("result", None)
    elif kind == "odd" or not isinstance(record.get("result"), dict):
        record["result"] = copy.deepcopy(rng.choice(ODD))
    else:
        odd_inside(record["result"], rng)


def anything_at_fault(record: Record, rng: Random) -> None:
    """Spoil the record anywhere: deck, options, context, the frame."""
    key = rng.choice([*record, "deck", "options", "context", "context"])
    value = record.get(key)
    if key == "deck" and isinstance(value, list) and value:
        list_at_fault(value, [*(card for card in value if isinstance(card, str)), "LJ", "XX"], rng)
    elif isinstance(value, dict) and rng.random() < 0.8:
        odd_inside(value, rng)
    else:
        odd_inside(record, rng)


def odd_inside(holder: Any, rng: Random) -> None:
    """Put something odd at one place inside an object or a list, or remove or add a key."""
    while True:
        if isinstance(holder, dict):
            kind = rng.random()
            if kind < 0.12:
                holder[rng.choice(["note", "cards", "card", "options", "edition", "target", "hands"])] = rng.choice(ODD)
                return
            if not holder:
                return
            key: Any = rng.choice(list(holder))
            if kind < 0.24:
                del holder[key]
                return
        elif holder:
            key = rng.randrange(len(holder))
        else:
            return
        if isinstance(holder[key], dict | list) and rng.random() < 0.7:
            holder = holder[key]
            continue
        holder[key] = odd_like(holder[key], rng)
        return


def odd_like(value: Any, rng: Random) -> Any:
    """Return a near miss of a value, or anything odd."""
    if type(value) is int and rng.random() < 0.6:
        return rng.choice([value + 1, value - 1, float(value), bool(value), str(value), 0])
    return copy.deepcopy(rng.choice(ODD))
