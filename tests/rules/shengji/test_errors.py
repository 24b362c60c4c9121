"""Each code of /rules/eighty/#15, at its index in a record."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.cards import names
from games.rules.core import Illegal
from games.rules.record import verify
from games.rules.registry import GAMES
from games.rules.revokes import Accept, Claim
from games.rules.shengji.actions import Bury, Close, Play
from games.rules.shengji.options import REFUSALS
from tests.rules.shengji.hands import FIRST_HAND, at_play, deck_with, play, record, shuffled

# Seat 0 gets cards 0, 4, 8, …; seat 1 cards 1, 5, …
FORTY = deck_with("forty", {0: "2H", 1: "2S", 2: "3D", 5: "4D", 6: "9S", 47: "7C"})
EIGHTY = deck_with("eighty", {0: "2H", 1: "2S", 4: "2H", 5: "2S", 8: "2C", 9: "LJ", 13: "LJ"})


def declare(seat: int, cards: str, after: int) -> dict[str, Any]:
    return {"seat": seat, "do": "declare", "cards": cards.split(), "after": after}


def bury(seat: int, cards: list[str]) -> dict[str, Any]:
    return {"seat": seat, "do": "bury", "cards": cards}


def lead(seat: int, cards: str) -> dict[str, Any]:
    return {"seat": seat, "do": "play", "cards": cards.split()}


BOTTOM = bury(0, FORTY[48:])
BOTTOM_8 = bury(0, EIGHTY[100:])


def refused(key: str, deck: list[str], actions: list[dict[str, Any]], **more: Any) -> tuple[int | None, str | None]:
    answer = verify(record(key, deck, actions, **more))
    return answer.get("at"), answer.get("error")


@pytest.mark.parametrize(
    ("code", "actions"),
    [
        ("wrong-phase", [lead(0, "2H")]),
        ("wrong-phase", [BOTTOM, declare(0, "2H", 1)]),
        ("wrong-phase", [BOTTOM, BOTTOM]),
        ("wrong-phase", [BOTTOM, {"seat": 0, "do": "accept"}]),
        ("wrong-phase", [BOTTOM, {"seat": 0, "do": "claim", "against": 1, "trick": 1}]),
        ("not-your-turn", [bury(1, FORTY[48:])]),
        ("not-your-turn", [BOTTOM, lead(1, "2S")]),
        ("bad-after", [declare(0, "2H", 0)]),
        ("bad-after", [declare(0, "2H", 49)]),
        ("bad-after", [declare(0, "2H", 9), declare(1, "2S", 8)]),
        ("not-a-declaration", [declare(2, "3D", 3)]),
        ("not-a-declaration", [declare(0, "", 3)]),
        ("not-in-hand", [declare(1, "2S", 1)]),
        ("not-in-hand", [declare(1, "2H", 5)]),
        ("not-in-hand", [bury(0, ["2S", *FORTY[49:]])]),
        ("not-in-hand", [bury(0, ["2S"])]),
        ("already-declared", [declare(0, "2H", 1), declare(1, "2S", 2)]),
        ("wrong-bury-count", [bury(0, FORTY[49:])]),
        ("wrong-count", [BOTTOM, lead(0, "")]),
    ],
)
def test_it_refuses_in_forty(code: str, actions: list[dict[str, Any]]) -> None:
    assert refused("forty", FORTY, actions) == (len(actions) - 1, code)


def test_it_refuses_to_declare_under_a_drawn_card() -> None:
    context = {**FIRST_HAND, "drawn": 0}
    options = {"trump_making": "drawn"}
    assert refused("forty", FORTY, [declare(0, "9S", 99)], context=context, options=options) == (0, "trump-fixed")


def test_it_refuses_a_declaration_that_is_too_weak() -> None:
    options = {"overcall": True}
    weak = [declare(0, "2H", 1), declare(1, "2S", 2)]
    assert refused("eighty", EIGHTY, weak, options=options) == (1, "declare-too-weak")
    # 自反: the seat's own pair of another suit; 自保: of the same
    own = [declare(1, "2S", 2), declare(0, "2H 2H", 5), declare(1, "2S 2S", 6)]
    assert refused("eighty", EIGHTY, own, options=options) == (2, "declare-too-weak")
    same = [declare(0, "2H", 1), declare(0, "2H 2H", 5)]
    assert verify(record("eighty", EIGHTY, same, options=options))["ok"]
    other = [declare(0, "2C", 9), declare(0, "2H 2H", 9)]
    assert refused("eighty", EIGHTY, other, options=options) == (1, "declare-too-weak")


def test_it_lets_a_pair_of_jokers_override_with_no_trump() -> None:
    actions = [declare(0, "2H 2H", 5), declare(1, "LJ LJ", 14)]
    options = {"overcall": True, "no_trump": True}
    assert verify(record("eighty", EIGHTY, actions, options=options)) == {"ok": True, "finished": False, "to_act": [1]}
    assert refused("eighty", EIGHTY, actions, options={"overcall": True}) == (1, "not-a-declaration")


@pytest.mark.parametrize(
    ("code", "cards", "binds"),
    [
        ("not-in-hand", "9H", ""),
        ("wrong-count", "3S 4S 5S", "6S 6S 7S 7S"),
        ("must-follow-suit", "3S 3S 4S 9D", "3S 3S 4S 4S 8S"),
        ("must-follow-tractor", "3S 3S 4S 8S", "3S 3S 4S 4S"),
    ],
)
def test_it_names_what_binds_a_follower(code: str, cards: str, binds: str) -> None:
    hand = "3S 3S 4S 4S 8S 9D" + (" 5S" if code == "wrong-count" else "")
    state = at_play("eighty", ["6S 6S 7S 7S 3H", hand, "3H", "4H"])
    state = play(state, "eighty", "6S 6S 7S 7S")
    with pytest.raises(Illegal) as refusal:
        GAMES["eighty"].check(state, GAMES["eighty"].read_action(lead(1, cards), {}))
    assert refusal.value.code == code
    assert " ".join(names(refusal.value.binds)) == binds


def test_it_demands_a_pair() -> None:
    state = play(at_play("eighty", ["6S 6S 3H", "3S 3S 4S 9D", "3H", "4H"]), "eighty", "6S 6S")
    with pytest.raises(Illegal) as refusal:
        GAMES["eighty"].check(state, GAMES["eighty"].read_action(lead(1, "3S 4S"), {}))
    assert (refusal.value.code, names(refusal.value.binds)) == ("must-follow-pair", ["3S", "3S"])


@pytest.mark.parametrize(
    ("code", "cards"),
    [
        ("not-one-suit", "3S 3D"),
        ("not-one-suit", "2S 3S"),
        ("not-a-shape", "2H 2S"),
        ("not-a-shape", "3S 4S"),
        ("not-a-shape", ""),
    ],
)
def test_it_refuses_a_lead(code: str, cards: str) -> None:
    state = at_play("eighty", ["2H 2S 3S 4S 3D", "3H", "3H", "4H"], trump="C")
    with pytest.raises(Illegal, match=code):
        GAMES["eighty"].check(state, GAMES["eighty"].read_action(lead(0, cards), {}))


@pytest.mark.parametrize("key", ["forty", "eighty"])
def test_it_refuses_everything_after_the_end(key: str) -> None:
    game = GAMES[key]
    deck = shuffled(key, 7)
    state = game.start(game.setup({"discipline": "honour"}, FIRST_HAND, deck))
    state = game.step(state, Bury(state.to_act[0], ()))
    for action in (Bury(0, ()), Play(0, (1,)), Claim(0, 0, 0), Accept(1), Close()):
        with pytest.raises(Illegal, match="hand-over"):
            game.check(state, action)


def test_it_judges_claims() -> None:
    game = GAMES["forty"]
    state = at_play("forty", ["3S 9D", "4S 8D", "5S 7D", "6S 6D"], discipline="honour")
    state = play(state, "forty", "3S", "8D")
    for code, claim in (
        ("own-side", Claim(3, 1, 1)),
        ("no-such-trick", Claim(1, 0, 1)),
        ("no-such-trick", Claim(0, 3, 1)),
        ("no-such-trick", Claim(0, 1, 0)),
        ("no-such-trick", Claim(0, 1, 10**30)),
    ):
        with pytest.raises(Illegal, match=code):
            game.check(state, claim)
    assert game.claims(game.view(state, 0)) == [Claim(0, 1, 1)]
    assert game.claims(game.view(state, 3)) == []
    upheld = game.step(state, Claim(0, 1, 1)).result
    assert (upheld["end"], upheld["offender"], upheld["stage"]) == ("claim-upheld", 1, "held")
    state = play(state, "forty", "5S", "6S")
    wrong = game.step(state, Claim(3, 2, 1)).result
    assert (wrong["end"], wrong["offender"], wrong["change"]) == ("claim-false", 3, [1, 0])


def test_it_hears_claims_until_all_have_accepted() -> None:
    game = GAMES["forty"]
    state = play(at_play("forty", ["3S", "4S", "5S", "6S"], discipline="honour"), "forty", "3S", "4S", "5S", "6S")
    assert (state.phase, state.to_act) == ("claims", (0, 1, 2, 3))
    state = game.step(state, Accept(2))
    assert state.to_act == (0, 1, 3)
    for late in (Accept(2), Claim(2, 1, 1)):
        with pytest.raises(Illegal, match="not-your-turn"):
            game.check(state, late)
    with pytest.raises(Illegal, match="wrong-phase"):
        game.check(state, Play(0, (1,)))
    for seat in (1, 0, 3):
        state = game.step(state, Accept(seat))
    assert state.result["end"] == "played"


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"overcall": False}},
        {"options": {"no_trump": 1}},
        {"context": {**FIRST_HAND, "drawn": 3}},
        {"context": {**FIRST_HAND, "levels": ["2", "3"]}},
        {"context": {**FIRST_HAND, "levels": ["2", "10"]}},
        {"context": {**FIRST_HAND, "banker": 1}},
        {"context": {**FIRST_HAND, "first": True}},
        {"deck": FORTY[1:]},
        {"actions": [{"seat": 0, "do": "close"}]},
        {"actions": [{"seat": 4, "do": "accept"}]},
        {"actions": [{"seat": 0, "do": "accept", "cards": []}]},
        {"actions": [declare(0, "2H", 1) | {"after": 1.0}]},
        {"actions": [{"seat": 0, "do": "claim", "against": 4, "trick": 1}]},
        {"actions": [{"seat": 0, "do": "claim", "against": 1, "trick": "1"}]},
        {"actions": [lead(0, "1H")]},
        {"options": {"trump_making": "drawn"}},
        {"options": {"trump_making": "drawn"}, "context": {**FIRST_HAND, "drawn": FORTY.index("LJ")}},
        {"options": {"trump_making": "drawn"}, "context": {**FIRST_HAND, "drawn": 48}},
    ],
)
def test_it_finds_a_record_malformed(change: dict[str, Any]) -> None:
    answer = verify(record("forty", FORTY, []) | change)
    assert (answer["at"], answer["error"]) == (None, "malformed")


def test_it_refuses_a_result_that_is_none() -> None:
    assert refused("forty", FORTY, [BOTTOM], result=None) == (None, "wrong-result")


def test_it_has_a_sentence_for_every_code() -> None:
    assert next(iter(REFUSALS)) == "malformed"
    assert list(REFUSALS)[-1] == "wrong-result"
    assert len(REFUSALS) == 20
