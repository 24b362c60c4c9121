"""Each code of /rules/president/#11 at least once, in order of precedence, with the index of the refused action."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.cards import cards
from tests.rules.climbing.records import given, passed, played, refused
from tests.rules.climbing.table import passes, play
from tests.rules.climbing.table import refused as refusal_of
from tests.rules.president.hands import GAME, after, code, with_hands

#: the dealer, seat 3, gets the diamonds and is scum; 0 clubs and vice-president, 1 hearts and president, 2 spades
AGAIN = {"dealer": 3, "order": [1, 0, 2, 3]}
#: seat 1 holds the clubs in a first hand, and plays them one by one: nobody beats them
OUT = [action for rank in "3456789TJQKA" for action in (played(1, f"{rank}C"), *passed(2, 3, 0))] + [played(1, "2C")]


@pytest.mark.parametrize(
    ("error", "at", "actions", "more"),
    [
        ("malformed", None, [played(1, "3C"), {"seat": 2, "do": "rest"}], {}),
        ("wrong-phase", 0, [given(1, "3C")], {}),
        ("wrong-phase", 0, [played(1, "3H")], {"context": AGAIN}),
        ("wrong-phase", 0, passed(1), {"context": AGAIN}),
        ("not-your-turn", 0, [played(0, "3D")], {}),
        ("not-your-turn", 0, [given(3, "3D 4D")], {"context": AGAIN}),
        ("not-your-turn", 1, [given(1, "3H 4H"), given(1, "5H 6H")], {"context": AGAIN}),
        ("not-in-hand", 0, [played(1, "3D")], {}),
        ("not-in-hand", 0, [played(1, "LJ")], {}),
        ("not-in-hand", 0, [given(1, "2D 3H")], {"context": AGAIN}),
        ("not-in-hand", 0, [given(1, "3H 3H")], {"context": AGAIN}),
        ("wrong-number", 0, [given(1, "3H")], {"context": AGAIN}),
        ("wrong-number", 0, [given(0, "3C 4C")], {"context": AGAIN}),
        ("cannot-pass-lead", 0, passed(1), {}),
        ("not-a-combination", 0, [played(1, "3C 4C")], {}),
        ("must-play-lowest", 0, [played(1, "4C")], {}),
        ("wrong-type", 3, [given(0, "3C"), given(1, "3H 4H"), played(1, "2D 2H")], {"context": AGAIN}),
        ("too-low", 1, [played(1, "3C"), played(2, "3H")], {}),
        ("wrong-result", None, OUT, {"result": {"winner": 1}}),
    ],
)
def test_it_refuses(error: str, at: int | None, actions: list[Any], more: dict[str, Any]) -> None:
    if error == "wrong-type":  # a pair led on which a single is played; twos would clear
        actions, more = [*actions, played(2, "3S")], more | {"options": {"two_clears": False}}
    assert refused("president", actions, **more) == (at, error)


def test_it_refuses_anything_when_the_hand_is_over() -> None:
    state = after(with_hands("3C", "4C 9C", "5H"), play(0, "3C"), *passes(1), play(2, "5H"))
    assert state.phase == "over"
    assert code(state, play(1, "4C")) == code(state, *passes(0)) == "hand-over"


def test_it_takes_the_first_code_that_applies() -> None:
    assert refused("president", [given(0, "3D 3D")])[1] == "wrong-phase"
    assert refused("president", [given(3, "2D 2D 2D")], context=AGAIN)[1] == "not-your-turn"
    assert refused("president", [given(1, "2D 2D 2D")], context=AGAIN)[1] == "not-in-hand"
    assert refused("president", [played(0, "3C 3C")])[1] == "not-your-turn"
    assert refused("president", [played(1, "5C 5H")])[1] == "not-in-hand"
    assert refused("president", [played(1, "5C 7C")])[1] == "not-a-combination"
    pair = after(with_hands("9D 9C 3C", "4C 5C", "6C"), play(0, "9D 9C"))
    assert code(pair, play(1, "4C")) == "wrong-type"


def test_it_names_the_cards_that_bind() -> None:
    state = with_hands("3C 9D", "4C 5C", "6C", lowest="3C")
    illegal = refusal_of(GAME, state, play(0, "9D"))
    assert illegal is not None and (illegal.code, illegal.binds) == ("must-play-lowest", cards("3C"))
