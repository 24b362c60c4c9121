"""The hand record ``cardsite-hand/1``: write, read, replay, verify.

A record is a JSON object that holds one whole hand:

    format    "cardsite-hand/1"
    game      the key of the game
    options   what differs from the game's standard; may be left out
    context   what the match hands to the hand; section «The course of a hand» of each rules page lists it
    deck      the shuffled cards by name, the next to be dealt first
    actions   in order, such as {"seat": 0, "do": "play", "cards": ["3D"]}
    result    the outcome of the hand; left out while it is unfinished

A record with other keys, without one of these, or with a value of another JSON type is malformed. A result is never
malformed: any value is either right or wrong. Numbers are JSON integers; neither ``true`` nor ``1.0`` is 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.rules import proof
from games.rules.cards import names
from games.rules.core import N_, Action, Game, Illegal, Malformed, Setup
from games.rules.form import card_list
from games.rules.registry import GAMES

FORMAT = "cardsite-hand/1"
MOST_DIGITS = 100
REQUIRED = frozenset({"format", "game", "context", "deck", "actions"})
ALLOWED = REQUIRED | {"options", "result"}
WRONG_DEAL = N_("The deck is not the one that was committed to.")


def write(game: Game, setup: Setup, actions: Iterable[Action], result: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return a hand as a record: options that differ, names for cards, no unrecorded action."""
    record = {
        "format": FORMAT,
        "game": game.key,
        "options": chosen(game, setup.options),
        "context": dict(setup.context),
        "deck": names(setup.deck),
        "actions": [game.write_action(action) for action in actions if action.recorded],
    }
    return record if result is None else record | {"result": dict(result)}


def chosen(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from the standard, which resolve to ``options`` again."""
    standard = game.defaults(options)
    basis = game.defaults({})
    return {key: value for key, value in options.items() if value != standard.get(key, basis.get(key))}


def read(record: object) -> tuple[Game, Setup, list[Action]]:
    """Return game, setup and actions of a record; raise ``Malformed`` if its form is wrong."""
    if not isinstance(record, dict) or not record.keys() <= ALLOWED or not record.keys() >= REQUIRED:
        raise Malformed("keys")
    if record["format"] != FORMAT or not isinstance(record["game"], str) or record["game"] not in GAMES:
        raise Malformed("format or game")
    if not isinstance(record["actions"], list):
        raise Malformed("actions")
    game = GAMES[record["game"]]
    setup = game.setup(record.get("options", {}), record["context"], card_list(record["deck"]))
    return game, setup, [game.read_action(raw, setup.options) for raw in record["actions"]]


def replay(game: Game, setup: Setup, actions: Iterable[Action]) -> Iterator[tuple[Any, Action | None]]:
    """Yield the first state with no action, then each state with the action that led to it.

    Raises ``Illegal`` if an action is refused; what was yielded so far was legal.
    """
    state = game.start(setup)
    yield state, None
    for action in actions:
        game.check(state, action)
        state = game.step(state, action)
        yield state, action


def verify(record: object) -> dict[str, Any]:
    """Return the verifier's answer to a record, as a JSON object.

    ``{"ok": true, "finished": true, "result": …}``: every action is legal, and the result is what the rules give.
    ``{"ok": true, "finished": false, "to_act": [seat, …]}``: legal so far.
    ``{"ok": false, "at": index, "error": code, "message": sentence}``: the action at this index, from 0, is refused;
    ``at`` is None if the record is ``malformed`` or has the ``wrong-result``.
    """
    try:
        game, setup, actions = read(record)
    except Malformed:
        return _refused(record, None, "malformed")
    at = -1
    try:
        for at, (state, _) in enumerate(replay(game, setup, actions)):  # noqa: B007
            pass
    except Illegal as illegal:
        # `at` counts states, including the start, so it is the index of the refused action.
        return _refused(record, at, illegal.code)
    assert isinstance(record, dict)
    if state.result is None:
        if "result" in record:
            return _refused(record, None, "wrong-result")
        return {"ok": True, "finished": False, "to_act": list(state.to_act)}
    if "result" in record and not same(record["result"], state.result):
        return _refused(record, None, "wrong-result")
    return {"ok": True, "finished": True, "result": state.result}


def same(one: object, other: object) -> bool:
    """Return whether two JSON values are the same; ``1``, ``1.0`` and ``true`` are three values."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def parse(text: str) -> object:
    """Return the JSON value of a line; raise ``Malformed`` if it is not JSON, repeats a key, or has
    excessive nesting or numbers."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        raise Malformed("not JSON") from error


def answers(lines: Iterable[str], proofs: Iterable[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the verifier's answer to each non-blank line, in order. ``proofs``: lines of
    ``sifang-deal``, one per record; a record whose deck, or whose cut for the first deal, they do not prove
    is refused with ``wrong-deal``, a code used only with proofs."""
    beside = None if proofs is None else (line for line in proofs if line.strip())
    for line in lines:
        if not line.strip():
            continue
        record = _parsed(line)
        answer = verify(record)
        if beside is not None:
            opening = _parsed(next(beside, ""))
            if answer["ok"] and not _is_proved(record, opening):
                answer = {"ok": False, "at": None, "error": "wrong-deal", "message": WRONG_DEAL}
        yield answer


def _is_proved(record: Any, opening: Any) -> bool:
    """Return whether a proof holds for the deck of a record that is ok, and for the opening cut, if it includes one."""
    if not proof.holds(opening, record["deck"]):
        return False
    if "cut" not in opening:
        return True
    game, setup, _actions = read(record)
    cut = game.cut(setup.options, proof.lots(opening))
    context = game.following(setup.options, [], setup.deck, proof.lots(opening))
    return cut is not None and same(opening["cut"], cut.written()) and same(record["context"], context)


def _parsed(line: str) -> object:
    try:
        return parse(line)
    except Malformed:
        return None


def _refused(record: object, at: int | None, code: str) -> dict[str, Any]:
    key = record.get("game") if isinstance(record, dict) else None
    game = GAMES.get(key) if isinstance(key, str) else None
    sentence = game.refusals[code].sentence if game else "This is not a hand record."
    return {"ok": False, "at": at, "error": code, "message": sentence}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands twice")
    return value


def _whole(digits: str) -> object:
    """Return an integer; reject an excessive one, valid JSON but no value of a record."""
    return int(digits) if len(digits) <= MOST_DIGITS else object()


def _no_constant(name: str) -> Any:
    raise ValueError(name)
