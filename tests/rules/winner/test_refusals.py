"""Each code of /rules/winner/#11 at least once, with the index of the refused action."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.cards import NAMES, cards, names
from games.rules.record import FORMAT, verify
from games.rules.winner.order import ASCENDING
from tests.rules.winner.table import FIRST, GAME, after, give, passes, play, refused, with_hands

#: with four players seat 0 gets the diamonds, 1 the clubs, 2 the hearts, 3 the spades
SORTED = [NAMES[card] for card in ASCENDING[:52]]
PASS_0, PASS_1 = ({"seat": seat, "do": "pass"} for seat in (0, 1))
AGAIN = {"dealer": 2, "winner": 1, "loser": 2}


def played(seat: int, text: str) -> dict[str, Any]:
    return {"seat": seat, "do": "play", "cards": text.split()}


def answer(*actions: Any, context: Any = None, options: Any = None, **more: Any) -> dict[str, Any]:
    record = {
        "format": FORMAT,
        "game": "winner",
        "options": {"jokers": False, **(options or {})},
        "context": FIRST if context is None else context,
        "deck": SORTED,
        "actions": list(actions),
        **more,
    }
    return verify(record)


@pytest.mark.parametrize(
    ("code", "at", "actions", "context"),
    [
        ("hand-over", 1, [played(0, " ".join(SORTED[::4])), PASS_1], FIRST),
        ("wrong-phase", 0, [{"seat": 0, "do": "give", "card": "3D"}], FIRST),
        ("wrong-phase", 0, [{"seat": 1, "do": "pass"}], AGAIN),
        ("wrong-phase", 1, [{"seat": 1, "do": "give", "card": "3S"}, {"seat": 1, "do": "give", "card": "4S"}], AGAIN),
        ("not-your-turn", 0, [played(1, "3C")], FIRST),
        ("not-your-turn", 0, [{"seat": 2, "do": "give", "card": "3D"}], AGAIN),
        ("not-in-hand", 0, [played(0, "3C")], FIRST),
        ("not-in-hand", 0, [played(0, "3D 3D")], FIRST),
        ("not-in-hand", 0, [played(0, "BJ")], FIRST),
        ("cannot-pass-lead", 0, [PASS_0], FIRST),
        ("not-a-combination", 0, [played(0, "3D 5D")], FIRST),
        ("wrong-type", 1, [played(0, "3D"), played(1, "4C 5C 6C")], FIRST),
        ("too-low", 1, [played(0, "4D"), played(1, "3C")], FIRST),
    ],
)
def test_it_refuses(code: str, at: int, actions: list[Any], context: Any) -> None:
    refusal = answer(*actions, context=context)
    assert (refusal["ok"], refusal["at"], refusal["error"]) == (False, at, code)
    assert refusal["message"] == GAME.refusals[code].sentence


def test_it_does_not_give_the_tribute_back() -> None:
    # The dealer, seat 2, gets the diamonds and seat 1 the spades; the loser's 2D is the tribute.
    assert answer({"seat": 1, "do": "give", "card": "2D"}, context=AGAIN)["error"] == "not-in-hand"


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
        {"seat": 0, "do": "give", "card": ["3D"]},
        {"seat": 0, "do": "give", "cards": ["3D"]},
    ],
)
def test_it_refuses_malformed_actions(action: Any) -> None:
    refusal = answer(played(0, "3C"), action)
    assert (refusal["at"], refusal["error"]) == (None, "malformed")


@pytest.mark.parametrize(
    "context",
    [
        None,
        {},
        {"dealer": 0},
        {**FIRST, "more": 0},
        {"dealer": 4, "winner": None, "loser": None},
        {"dealer": False, "winner": None, "loser": None},
        {"dealer": 0, "winner": 1, "loser": None},
        {"dealer": 1, "winner": None, "loser": 1},
        {"dealer": 0, "winner": 0, "loser": 0},
        {"dealer": 0, "winner": 0, "loser": 1},
        {"dealer": 1, "winner": False, "loser": 1},
        {"dealer": 4, "winner": 1, "loser": 4},
    ],
)
def test_it_refuses_malformed_contexts(context: Any) -> None:
    refusal = verify(
        {"format": FORMAT, "game": "winner", "options": {}, "context": context, "deck": SORTED, "actions": []}
    )
    assert (refusal["at"], refusal["error"]) == (None, "malformed")
    assert answer(context=context if context else 0)["error"] == "malformed"


@pytest.mark.parametrize(
    "options",
    [{"jokers": 0}, {"jokers": None}, {"players": 4.0}, {"players": "4"}, {"hands": 100}, {"target": -1}, {"x": 1}],
)
def test_it_refuses_malformed_options(options: Any) -> None:
    assert answer(options=options)["error"] == "malformed"


def test_it_accepts_defaults_that_are_stated() -> None:
    options = {**GAME.resolve({}), "jokers": False}
    assert answer(options=options) == {"ok": True, "finished": False, "to_act": [0]}


@pytest.mark.parametrize("result", [None, {}, 0, {"winner": 0}])
def test_it_refuses_a_result_that_is_not_so(result: Any) -> None:
    out = played(0, " ".join(SORTED[::4]))
    for actions in ([], [out]):
        refusal = answer(*actions, result=result)
        assert (refusal["at"], refusal["error"]) == (None, "wrong-result")


def test_it_takes_the_first_code_that_applies() -> None:
    # A wrong seat, cards not held, no combination: the seat comes first, then the hand.
    assert answer(played(1, "3D 5H"))["error"] == "not-your-turn"
    assert answer(played(0, "3D 5H"))["error"] == "not-in-hand"
    assert answer(played(0, "4D"), played(1, "3C 5C"))["error"] == "not-a-combination"


def test_it_names_the_cards_that_bind() -> None:
    state = after(with_hands("5D 9D 9S", "4C 6C 8C", "3S 7H", "TS JS"), play(0, "5D"))
    illegal = refused(state, play(1, "4C"))
    assert illegal is not None and illegal.binds == cards("5D")
    state = after(with_hands("3D 4D 5D AD", "4C 6C 8C", "3S 7H", "TS JS"), play(0, "3D 4D 5D"))
    illegal = refused(state, play(1, "4C"))
    assert illegal is not None and illegal.code == "wrong-type" and names(illegal.binds) == ["5D", "4D", "3D"]


def test_it_refuses_without_harm() -> None:
    state = with_hands("5D 9D", "4C 6C", "3S 7H")
    before = (state.hands, state.to_act, state.log)
    for action in (play(0, "5D 9D"), play(1, "4C"), *passes(0, 1), give(0, "5D")):
        assert refused(state, action) is not None
    assert (state.hands, state.to_act, state.log) == before
