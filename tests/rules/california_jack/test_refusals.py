"""Each error of /rules/california-jack/#8, provoked where it arises, and which of two comes first."""

from __future__ import annotations

import pytest

from games.rules import record
from games.rules.cards import names
from games.rules.core import Illegal
from tests.rules.california_jack.hands import GAME, after, refused, start
from tests.rules.four_chances.hands import actions, played_out

PROVOKED = [
    ("not-your-turn", {}, "0 play 2H", 0),
    ("not-your-turn", {}, "0 play AH", 0),
    ("not-your-turn", {}, "1 play AH, 1 play KH", 1),
    ("not-in-hand", {}, "1 play 2H", 0),
    ("not-in-hand", {}, "1 play JC", 0),
    ("not-in-hand", {}, "1 play AH, 0 play 2H, 1 play QC", 2),
    ("must-follow-trump", {}, "1 play AH, 0 play TS", 1),
    ("must-follow-trump", {"follow": "suit"}, "1 play AH, 0 play TS", 1),
    ("must-follow", {"follow": "suit"}, "1 play 3S, 0 play 2H", 1),
    ("must-follow-or-trump", {}, "1 play 3S, 0 play 8D", 1),
    ("must-follow-or-trump", {"follow": "strict"}, "1 play 3S, 0 play 8D", 1),
    ("must-trump", {"follow": "strict"}, "1 play 5C, 0 play 8D", 1),
    ("must-trump", {"follow": "suit"}, "1 play 5C, 0 play TS", 1),
]


@pytest.mark.parametrize("code, options, text, at", PROVOKED)
def test_it_refuses(code: str, options: dict[str, object], text: str, at: int) -> None:
    assert refused(start(options), text) == (at, code)


def test_it_refuses_anything_once_the_hand_is_over() -> None:
    assert refused(played_out(GAME, start()), "1 play AH") == (0, "hand-over")


def test_it_provokes_every_code() -> None:
    elsewhere = {"hand-over", "malformed", "wrong-result"}
    assert {code for code, *_ in PROVOKED} | elsewhere == set(GAME.refusals)


@pytest.mark.parametrize(
    "options, text, binds",
    [
        ({}, "1 play 3S, 0 play 8D", "7S TS"),
        ({"follow": "strict"}, "1 play 5C, 0 play 8D", "2H JH"),
        ({"follow": "suit"}, "1 play 3S, 0 play 2H", "7S TS"),
    ],
)
def test_it_shows_the_cards_that_bind(options: dict[str, object], text: str, binds: str) -> None:
    state = start(options)
    led, wrong = actions(GAME, state, text)
    with pytest.raises(Illegal) as refusal:
        GAME.check(GAME.step(state, led), wrong)
    assert names(refusal.value.binds) == binds.split()


@pytest.mark.parametrize(
    "options, context",
    [
        ({}, {"dealer": 0, "scores": [0, 0]}),
        ({}, {"dealer": 0, "scores": [0, 0], "trump": None}),
        ({}, {"dealer": 0, "scores": [0, 0], "trump": "SH"}),
        ({}, {"dealer": 0, "scores": [0, 0], "trump": ["S"]}),
        ({}, {"dealer": 0, "scores": [0, 7], "trump": "S"}),
        ({}, {"dealer": 0, "scores": [0, -1], "trump": "S"}),
        ({}, {"dealer": 2, "scores": [0, 0], "trump": "S"}),
        ({"trump": "turned"}, {"dealer": 0, "scores": [0, 0], "trump": "S"}),
        ({"trump": "turned"}, {"dealer": 0, "scores": [0, 0], "trump": False}),
    ],
)
def test_it_refuses_a_context_that_has_not_the_form(options: dict[str, object], context: object) -> None:
    whole = record.write(GAME, start(options).table.setup, [], None)
    assert record.verify(whole)["ok"]
    assert record.verify({**whole, "context": context})["error"] == "malformed"


@pytest.mark.parametrize(
    "action",
    [
        {"seat": 1, "do": "draw"},
        {"seat": 1, "do": "ask"},
        {"seat": 1, "do": "play"},
        {"seat": 1, "do": "play", "card": "LJ"},
        {"seat": 2, "do": "play", "card": "AH"},
    ],
)
def test_it_refuses_an_action_that_has_not_the_form(action: dict[str, object]) -> None:
    whole = record.write(GAME, start().table.setup, [], None)
    assert record.verify({**whole, "actions": [action]})["error"] == "malformed"


def test_it_finds_a_wrong_result() -> None:
    state = after(start(), "1 play AH")
    whole = record.write(GAME, state.table.setup, actions(GAME, state, "1 play AH"), None)
    assert record.verify(whole) == {"ok": True, "finished": False, "to_act": [0]}
    assert record.verify({**whole, "result": None})["error"] == "wrong-result"
