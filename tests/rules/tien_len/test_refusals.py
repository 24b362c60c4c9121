"""Each code of /rules/tien-len/#11 at least once, in order of precedence, with the index of the refused action."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.cards import cards
from tests.rules.climbing.records import passed, played, refused
from tests.rules.climbing.table import passes, play
from tests.rules.climbing.table import refused as refusal_of
from tests.rules.tien_len.hands import GAME, after, code, with_hands

AGAIN = {"dealer": 0, "winner": 1, "loser": 0}
ROW = "3{0} 4{0} 5{0} 6{0} 7{0} 8{0} 9{0} T{0} J{0} Q{0} K{0} A{0}"
OUT = [played(3, ROW.format("S")), *passed(0, 1, 2), played(3, "2S")]


@pytest.mark.parametrize(
    ("error", "at", "actions", "more"),
    [
        ("malformed", None, [played(3, "3S"), {"seat": 0, "do": "rest"}], {}),
        ("hand-over", len(OUT), [*OUT, *passed(0)], {"options": {"ending": "first-out"}}),
        ("hand-over", 0, [played(3, "3S")], {"options": {"instant": True}}),
        ("not-your-turn", 0, [played(0, "3D")], {}),
        ("not-your-turn", 0, [played(3, "3S")], {"context": AGAIN}),
        ("not-in-hand", 0, [played(3, "3C")], {}),
        ("not-in-hand", 0, [played(3, "3S 3S")], {}),
        ("cannot-pass-lead", 0, passed(3), {}),
        ("not-a-combination", 0, [played(3, "3S 5S")], {}),
        ("must-play-lowest", 0, [played(3, "4S")], {}),
        ("must-play-lowest", 0, [played(3, "4S")], {"context": AGAIN, "options": {"next_lead": "lowest"}}),
        ("wrong-type", 1, [played(3, "3S 4S 5S"), played(0, "6D")], {}),
        ("too-low", 2, [played(3, "3S"), played(0, "5D"), played(1, "4C")], {}),
        ("wrong-result", None, OUT, {"options": {"ending": "first-out"}, "result": {"winner": 3}}),
    ],
)
def test_it_refuses(error: str, at: int | None, actions: list[Any], more: dict[str, Any]) -> None:
    assert refused("tien-len", actions, **more) == (at, error)


LATE = ("2H 9S KS", "3S 3C 4D 4H 5S 5C TC", "7S 7C 7D 7H 8S", "JS QS")


def test_it_lets_who_has_passed_only_chop() -> None:
    state = after(
        with_hands(*LATE, chop_after_pass="four-pairs"), play(0, "9S"), *passes(1, 2), play(3, "JS"), play(0, "2H")
    )
    assert state.to_act == (1,)
    assert code(state, play(1, "TC")) == "passed-out"
    assert code(state, play(1, "3S 3C 4D 4H 5S 5C")) == "passed-out"
    assert list(GAME.legal(state)) == list(passes(1))
    illegal = refusal_of(GAME, state, play(1, "TC"))
    assert illegal is not None and illegal.binds == cards("2H")


def test_it_takes_the_first_code_that_applies() -> None:
    assert refused("tien-len", [played(0, "3S 3S")])[1] == "not-your-turn"
    assert refused("tien-len", [played(3, "5S 5H")])[1] == "not-in-hand"
    assert refused("tien-len", [played(3, "5S 7S")])[1] == "not-a-combination"
    state = after(with_hands(*LATE, chop_after_pass="any"), play(0, "9S"), *passes(1, 2), play(3, "JS"), play(0, "2H"))
    assert code(state, play(1, "3S TC")) == "not-a-combination"
    assert code(state, play(1, "3S 3C")) == "passed-out"
    assert code(after(state, *passes(1)), play(2, "7S 7C 7D 7H")) is None
    two = after(with_hands("2S 2H 3S", "4S 4C 4D 4H 5S", "6S"), play(0, "2S 2H"))
    assert code(two, play(1, "4S 4C 4D 4H")) == "wrong-type"
    four = after(with_hands("9S 9C 9D 9H 3S", "4S 4C 4D 4H 5S", "6S"), play(0, "9S 9C 9D 9H"))
    assert code(four, play(1, "4S 4C 4D 4H")) == "too-low"
