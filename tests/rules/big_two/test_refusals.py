"""Each code of /rules/big-two/#11 at least once, in order of precedence, with the index of the refused action."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.cards import cards
from tests.rules.big_two.hands import GAME, after, code, with_hands
from tests.rules.climbing.records import answer, passed, played, refused
from tests.rules.climbing.table import passes, play
from tests.rules.climbing.table import refused as refusal_of

AGAIN = {"dealer": 0, "winner": 2, "loser": 0}
ROW = "3D 4D 5D 6D 7D"
OUT = [
    played(0, ROW),
    *passed(1, 2, 3),
    played(0, "8D 9D TD JD QD"),
    *passed(1, 2, 3),
    played(0, "KD"),
    played(1, "AC"),
    *passed(2, 3, 0),
    played(1, "3C"),
    played(2, "4H"),
    *passed(3),
    played(0, "AD"),
    *passed(1, 2, 3),
    played(0, "2D"),
]


@pytest.mark.parametrize(
    ("error", "at", "actions", "more"),
    [
        ("malformed", None, [played(0, "3D"), {"seat": 1, "do": "rest"}], {}),
        ("hand-over", len(OUT), [*OUT, *passed(1)], {"options": {"last_card": "off"}}),
        ("not-your-turn", 0, [played(1, "3C")], {}),
        ("not-your-turn", 0, [played(0, "3D")], {"context": AGAIN}),
        ("not-in-hand", 0, [played(0, "3C")], {}),
        ("not-in-hand", 0, [played(0, "3D 3D")], {}),
        ("cannot-pass-lead", 0, passed(0), {}),
        ("not-a-combination", 0, [played(0, "3D 5D")], {}),
        ("must-play-lowest", 0, [played(0, "4D")], {}),
        ("must-play-lowest", 0, [played(0, "4D")], {"context": AGAIN, "options": {"next_lead": "lowest"}}),
        ("wrong-type", 1, [played(0, "3D"), played(1, "3C 4C 5C 6C 7C")], {}),
        ("too-low", 1, [played(0, ROW), played(1, "3C 4C 5C 6C 8C")], {}),
        ("wrong-result", None, OUT, {"options": {"last_card": "off"}, "result": {"winner": 0}}),
    ],
)
def test_it_refuses(error: str, at: int | None, actions: list[Any], more: dict[str, Any]) -> None:
    assert refused("big-two", actions, **more) == (at, error)


def test_it_asks_for_the_highest_card_before_a_last_one() -> None:
    state = with_hands("3D 9D KD", "4C 5C")
    assert code(state, play(0, "3D")) is None
    next_state = after(with_hands("3D 9D KD", "4C 5C"), play(0, "3D"), play(1, "4C"))
    assert code(next_state, play(0, "9D")) == "must-play-highest"
    illegal = refusal_of(GAME, next_state, play(0, "9D"))
    assert illegal is not None and illegal.binds == cards("KD")
    assert code(next_state, play(0, "KD")) is None and code(next_state, *passes(0)) is None


def test_it_forbids_the_pass_too_where_that_is_so() -> None:
    state = after(with_hands("3D 9D KD", "4C 5C", last_card="forced"), play(0, "3D"), play(1, "4C"))
    assert code(state, *passes(0)) == "must-play-highest"
    assert list(GAME.legal(state)) == [play(0, "KD")]
    other = after(with_hands("3D 9D KD", "AC 5C", last_card="forced"), play(0, "3D"), play(1, "AC"))
    assert list(GAME.legal(other)) == list(passes(0))


def test_it_takes_the_first_code_that_applies() -> None:
    # Each action has every later fault, too, as far as one can have both.
    assert refused("big-two", [played(1, "3D 3D 5H")])[1] == "not-your-turn"
    assert refused("big-two", [played(0, "5D 5H")])[1] == "not-in-hand"
    assert refused("big-two", [played(0, "5D 7D")])[1] == "not-a-combination"
    state = after(with_hands("9D KD", "4C 8C", "5S"), play(0, "9D"))
    assert code(state, play(1, "4C 8C")) == "not-a-combination"
    assert code(state, play(1, "4C")) == "too-low"
    pair = after(with_hands("9D 9S KD", "4C 8C", "5S"), play(0, "9D 9S"))
    assert code(pair, play(1, "4C")) == "wrong-type"


def test_it_names_the_cards_that_bind() -> None:
    state = with_hands("3D 9D", "4C 5C", lowest="3D")
    illegal = refusal_of(GAME, state, play(0, "9D"))
    assert illegal is not None and (illegal.code, illegal.binds) == ("must-play-lowest", cards("3D"))
    illegal = refusal_of(GAME, after(with_hands("9D 3D", "4C 5C"), play(0, "9D")), play(1, "4C"))
    assert illegal is not None and (illegal.code, illegal.binds) == ("too-low", cards("9D"))


def test_it_names_codes_in_the_order_of_the_page() -> None:
    assert answer("big-two", [])["to_act"] == [0]
    assert list(GAME.refusals) == [
        "malformed",
        "hand-over",
        "not-your-turn",
        "not-in-hand",
        "cannot-pass-lead",
        "not-a-combination",
        "must-play-lowest",
        "wrong-type",
        "too-low",
        "must-play-highest",
        "wrong-result",
    ]
