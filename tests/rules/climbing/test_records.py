"""Malformed records and wrong results of Big Two, Tien Len and President."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.registry import GAMES
from tests.rules.climbing.records import CONTEXTS, SORTED, answer, played, refused

KEYS = ("big-two", "tien-len", "president")
MALFORMED = (None, "malformed")
each_key = pytest.mark.parametrize("key", KEYS)
FIRST = CONTEXTS["big-two"]


@each_key
@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        "pass",
        {},
        {"seat": 0},
        {"seat": 0, "do": "skip"},
        {"seat": 0, "do": ["pass"]},
        {"seat": 4, "do": "pass"},
        {"seat": -1, "do": "pass"},
        {"seat": True, "do": "pass"},
        {"seat": 0.0, "do": "pass"},
        {"seat": 0, "do": "pass", "cards": []},
        {"seat": 0, "do": "play"},
        {"seat": 0, "do": "play", "cards": []},
        {"seat": 0, "do": "play", "cards": "3D"},
        {"seat": 0, "do": "play", "cards": ["3X"]},
        {"seat": 0, "do": "play", "cards": [3]},
        {"seat": 0, "do": "play", "card": "3D"},
        {"seat": 0, "do": "give", "card": "3D"},
        {"seat": 0, "do": "give", "cards": []},
        {"seat": 0, "do": "give", "cards": {}},
    ],
)
def test_it_refuses_malformed_actions(key: str, action: Any) -> None:
    # A fault of form anywhere takes precedence over the first illegal action.
    assert refused(key, [played(2, "3D"), action]) == MALFORMED


@pytest.mark.parametrize("key", ["big-two", "tien-len"])
def test_it_knows_no_jokers_and_no_gifts(key: str) -> None:
    assert refused(key, [played(0, "LJ")]) == MALFORMED
    assert refused(key, [played(0, "3D BJ")]) == MALFORMED
    assert refused(key, [{"seat": 0, "do": "give", "cards": ["3D"]}]) == MALFORMED
    assert refused(key, [], deck=[*SORTED, "LJ", "BJ"]) == MALFORMED


@pytest.mark.parametrize("key", ["big-two", "tien-len"])
@pytest.mark.parametrize(
    "context",
    [
        None,
        {},
        {"dealer": 0},
        {**FIRST, "more": 0},
        {**FIRST, "dealer": 4},
        {**FIRST, "dealer": False},
        {"dealer": 0, "winner": 1, "loser": None},
        {"dealer": 1, "winner": None, "loser": 1},
        {"dealer": 0, "winner": 0, "loser": 0},
        {"dealer": 0, "winner": 0, "loser": 1},
        {"dealer": 1, "winner": False, "loser": 1},
        {"dealer": 4, "winner": 1, "loser": 4},
        {"dealer": 0, "order": None},
    ],
)
def test_it_refuses_malformed_contexts(key: str, context: Any) -> None:
    assert refused(key, [], context=context) == MALFORMED


@pytest.mark.parametrize(
    "context",
    [
        None,
        {},
        {"dealer": 0},
        {"dealer": 0, "order": None, "more": 0},
        {"dealer": 4, "order": None},
        {"dealer": True, "order": None},
        {"dealer": 0, "order": []},
        {"dealer": 0, "order": "3210"},
        {"dealer": 0, "order": [1, 2, 3]},
        {"dealer": 0, "order": [1, 2, 3, 3, 0]},
        {"dealer": 0, "order": [1, 2, 2, 0]},
        {"dealer": 0, "order": [True, 2, 3, 0]},
        {"dealer": 1, "order": [1, 2, 3, 0]},
        {"dealer": 0, "winner": None, "loser": None},
    ],
)
def test_it_refuses_malformed_contexts_of_president(context: Any) -> None:
    assert refused("president", [], context=context) == MALFORMED


@each_key
@pytest.mark.parametrize(
    "options",
    [
        None,
        [],
        {"players": 4.0},
        {"players": "4"},
        {"players": 8},
        {"hands": 100},
        {"target": -1},
        {"pass_out": 1},
        {"x": 1},
    ],
)
def test_it_refuses_malformed_options(key: str, options: Any) -> None:
    assert refused(key, [], options=options) == MALFORMED


@each_key
@pytest.mark.parametrize("deck", [None, [], SORTED[:51], [*SORTED[:51], "3D"], [*SORTED, "3D"], "".join(SORTED)])
def test_it_refuses_malformed_decks(key: str, deck: Any) -> None:
    assert refused(key, [], deck=deck) == MALFORMED


@each_key
def test_it_accepts_defaults_that_are_stated(key: str) -> None:
    assert answer(key, [], options=GAMES[key].resolve({})) == answer(key, [])
    assert answer(key, [])["ok"]


@each_key
@pytest.mark.parametrize("result", [None, {}, 0, {"winner": 0}])
def test_it_refuses_the_result_of_an_unfinished_hand(key: str, result: Any) -> None:
    assert refused(key, [], result=result) == (None, "wrong-result")
