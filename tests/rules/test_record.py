"""Records from outside: whatever one contains, the verifier gives an answer."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import record
from games.rules.cards import NAMES, names
from games.rules.core import Malformed
from games.rules.registry import GAMES
from tests.faults.sizes import size
from tests.rules.chance import random_hand, random_setup

ALL_FOURS = GAMES["all-fours"]
MALFORMED = (False, None, "malformed")

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(NAMES),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=6), children, max_size=4),
    max_leaves=12,
)


def a_record(seed: int = 7) -> dict[str, Any]:
    """Return the record of a whole hand of All Fours under the standard options."""
    rng = Random(seed)
    deck = list(ALL_FOURS.pack(ALL_FOURS.resolve({})))
    rng.shuffle(deck)
    setup = ALL_FOURS.setup({}, {"dealer": 0, "scores": [0, 0]}, tuple(deck))
    states = list(random_hand(ALL_FOURS, setup, rng))
    actions = [action for _, action in states if action is not None]
    return record.write(ALL_FOURS, setup, actions, states[-1][0].result)


def refusal_of(value: object) -> tuple[bool, int | None, str]:
    """Return where and with what code the verifier refuses a record."""
    answer = record.verify(value)
    assert set(answer) == {"ok", "at", "error", "message"}
    return answer["ok"], answer["at"], answer["error"]


def changed(path: str, value: object) -> dict[str, Any]:
    """Return the record with one value changed: ``"actions.0.seat"``."""
    whole = a_record()
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = whole
    for step in way:
        place = place[step]
    place[last] = value
    return whole


def test_it_verifies_a_whole_record() -> None:
    whole = a_record()
    assert record.verify(whole) == {"ok": True, "finished": True, "result": whole["result"]}


def test_it_needs_no_options() -> None:
    whole = a_record()
    del whole["options"]
    assert record.verify(whole)["ok"]


@pytest.mark.parametrize("key", ["format", "game", "context", "deck", "actions"])
def test_it_refuses_a_record_without_a_key(key: str) -> None:
    whole = a_record()
    del whole[key]
    assert refusal_of(whole) == MALFORMED


@pytest.mark.parametrize(
    "path, value",
    [
        ("more", 1),
        ("format", "cardsite-hand/2"),
        ("format", None),
        ("game", "whist"),
        ("game", ["all-fours"]),
        ("game", {"all-fours": 1}),
        ("options", None),
        ("options", []),
        ("options", {"target": 10.0}),
        ("options", {"target": True}),
        ("options", {"target": 10**400}),
        ("options", {"target": [10]}),
        ("options", {"gift_can_win": 1}),
        ("options", {"edition": 1807}),
        ("options", {"edition": ["1807"]}),
        ("options", {"colour": "red"}),
        ("context", None),
        ("context", []),
        ("context", {"dealer": 0}),
        ("context", {"dealer": 0, "scores": [0, 0], "round": 1}),
        ("context.dealer", 2),
        ("context.dealer", -1),
        ("context.dealer", False),
        ("context.dealer", 0.0),
        ("context.scores", [0, 10]),
        ("context.scores", [0]),
        ("context.scores", [0, 0, 0]),
        ("context.scores", [0, True]),
        ("context.scores", {"0": 0, "1": 0}),
        ("deck", None),
        ("deck", []),
        ("deck", "".join(NAMES)),
        ("deck", names(range(51))),
        ("deck", names([*range(51), 0])),
        ("deck", names(range(54))),
        ("deck", [*names(range(51)), "DA"]),
        ("deck", [*names(range(51)), 51]),
        ("deck", [*names(range(51)), ["AD"]]),
        ("actions", None),
        ("actions", {}),
        ("actions", "stand"),
        ("actions.0", None),
        ("actions.0", []),
        ("actions.0", {"seat": 1}),
        ("actions.0", {"seat": 1, "do": ["stand"]}),
        ("actions.0", {"seat": 1, "do": "stand", "card": "AS"}),
        ("actions.0", {"seat": 1, "do": "play"}),
        ("actions.0.seat", 2),
        ("actions.0.seat", -1),
        ("actions.0.seat", True),
        ("actions.0.seat", 1.0),
        ("actions.0.seat", 10**400),
        ("actions.0.seat", "1"),
        ("actions.0.do", "Stand"),
        ("actions.0", {"seat": 1, "do": "play", "card": "LJ"}),
        ("actions.0", {"seat": 1, "do": "play", "card": "1S"}),
        ("actions.0", {"seat": 1, "do": "play", "card": 5}),
        ("actions.0", {"seat": 1, "do": "play", "card": ["AS"]}),
        ("actions.0", {"seat": 1, "do": "discard", "cards": "AS"}),
        ("actions.0", {"seat": 1, "do": "discard", "cards": ["AS", "BJ"]}),
        ("actions.0", {"seat": 1, "do": "discard", "cards": {"AS": 1}}),
        ("actions.0", {"seat": 1, "do": "claim", "against": 2, "trick": 1}),
        ("actions.0", {"seat": 1, "do": "claim", "against": 0, "trick": 1.0}),
        ("actions.0", {"seat": 1, "do": "claim", "against": 0, "trick": True}),
        ("actions.0", {"seat": 1, "do": "claim", "against": 0}),
        ("actions.0", {"seat": 1, "do": "announce", "items": ["high", "high"]}),
        ("actions.0", {"seat": 1, "do": "announce", "items": ["gift"]}),
        ("actions.0", {"seat": 1, "do": "announce", "items": [["high"]]}),
        ("actions.0", {"seat": 1, "do": "announce", "items": "high"}),
    ],
)
def test_it_refuses_what_has_not_the_form(path: str, value: object) -> None:
    assert refusal_of(changed(path, value)) == MALFORMED


@pytest.mark.parametrize("value", [None, True, 0, 1.5, "", "record", [], [{}], {}, {"game": "all-fours"}])
def test_it_refuses_what_is_no_record(value: object) -> None:
    assert refusal_of(value) == MALFORMED


def test_it_finds_a_fault_of_form_before_any_illegal_action() -> None:
    whole = changed("actions.0.seat", 0)
    assert refusal_of(whole) == (False, 0, "not-your-turn")
    whole["actions"][-1] = {"seat": 0, "do": "pass"}
    assert refusal_of(whole) == MALFORMED


@pytest.mark.parametrize(
    "path, value",
    [
        ("result", None),
        ("result", 1),
        ("result", []),
        ("result", {}),
        ("result.more", 1),
        ("result.points", [1, 1.0]),
        ("result.winner", False),
        ("result.end", "gift"),
        ("result.items", {}),
    ],
)
def test_it_finds_a_wrong_result(path: str, value: object) -> None:
    assert refusal_of(changed(path, value)) == (False, None, "wrong-result")


def test_it_finds_a_result_of_an_unfinished_hand() -> None:
    whole = a_record()
    whole["actions"].pop()
    assert refusal_of(whole) == (False, None, "wrong-result")
    whole["result"] = None
    assert refusal_of(whole) == (False, None, "wrong-result")


def test_it_names_the_message_of_the_game() -> None:
    assert record.verify(changed("deck", []))["message"] == ALL_FOURS.refusals["malformed"].sentence
    assert record.verify(changed("game", "whist"))["message"] == "This is not a hand record."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"a": 1} {"b": 2}',
        "{'a': 1}",
        '{"a": 1, "a": 1}',
        '{"deep": {"b": 1, "b": 2}}',
        '{"a": NaN}',
        '{"a": Infinity}',
        '{"a": -Infinity}',
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        "\ufeff{}",
        '{"a": "\ud800',
    ],
)
def test_it_parses_no_garbage(text: str) -> None:
    with pytest.raises(Malformed):
        record.parse(text)
    assert [answer["error"] for answer in record.answers([text] if text else ["{"])] == ["malformed"]


@pytest.mark.parametrize("text", ["1e999", '"\\ud800"', "[[[[1]]]]", "1" * 30, "9" * 10_000, "null"])
def test_it_answers_to_json_of_any_kind(text: str) -> None:
    assert [answer["error"] for answer in record.answers([text])] == ["malformed"]


def test_it_answers_line_by_line() -> None:
    whole = json.dumps(a_record())
    lines = [whole, "", "not JSON", "   ", "[]", json.dumps(changed("actions.0.seat", 0)), whole]
    answers = list(record.answers(lines))
    assert [answer["ok"] for answer in answers] == [True, False, False, False, True]
    assert [answer.get("error") for answer in answers] == [None, "malformed", "malformed", "not-your-turn", None]
    assert list(record.answers([])) == []


@pytest.mark.parametrize(
    "one, other, equal",
    [
        (1, 1, True),
        (1, True, False),
        (1, 1.0, False),
        (0, False, False),
        (None, False, False),
        ([1, [2]], [1, [2]], True),
        ([1, [2]], [1, [2.0]], False),
        ([1], [1, 1], False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"b": 1}, False),
        ("1", 1, False),
    ],
)
def test_it_knows_the_same_json_value(one: object, other: object, equal: bool) -> None:
    assert record.same(one, other) is equal


def test_it_compares_results_of_any_depth() -> None:
    deep: Any = []
    for _ in range(500):
        deep = [deep]
    assert refusal_of(changed("result", deep)) == (False, None, "wrong-result")


@pytest.mark.parametrize("game", [pytest.param(game, id=key) for key, game in GAMES.items()])
@settings(max_examples=size(15, 150))
@given(data=st.data())
def test_it_answers_whatever_stands_in_a_record(game: Any, data: st.DataObject) -> None:
    rng = Random(data.draw(st.integers(0, 50)))
    setup = random_setup(game, rng)
    actions = [action for _, action in random_hand(game, setup, rng) if action is not None]
    whole = copy.deepcopy(record.write(game, setup, actions, None))
    place: Any = whole
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        inner = place[key]
        if not isinstance(inner, (dict, list)) or not inner or data.draw(st.booleans()):
            break
        place = inner
    place[key] = data.draw(json_values)
    answer = record.verify(whole)
    assert answer["ok"] or answer["error"] in game.refusals or whole["game"] != game.key
    json.dumps(answer)


def test_a_result_is_wrong_and_not_malformed_whatever_number_it_holds() -> None:
    line = json.dumps(a_record() | {"result": 0}).replace('"result": 0', '"result": ' + "9" * 10_000)
    assert [answer["error"] for answer in record.answers([line])] == ["wrong-result"]
