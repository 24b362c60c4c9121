"""The conformance cases of Winner, one test for each kind."""

from __future__ import annotations

from typing import Any

from games.rules.cards import NAMES
from games.rules.climbing.deal import deal
from games.rules.core import Setup
from games.rules.record import verify
from games.rules.registry import GAMES
from games.rules.winner import score
from games.rules.winner.actions import PASSES, Play
from games.rules.winner.combos import classify, refusal, unbeatable
from games.rules.winner.options import rules_of
from games.rules.winner.order import mask_of
from games.rules.winner.state import at_lead, tribute_of
from tests.case_files import Cases
from tests.rules.climbing.table import numbers

GAME = GAMES["winner"]
CASES = Cases("winner")


def test_it_knows_every_kind_of_case() -> None:
    kinds = {"classify", "beats", "unbeatable", "deal", "tribute", "score", "turn", "record"}
    assert set(CASES.kinds()) == kinds
    assert len(CASES.all) == 246


@CASES.of_kind("classify")
def test_it_classifies(case: dict[str, Any]) -> None:
    combo = classify(numbers(case["cards"]), GAME.resolve(case["options"]))
    if case["type"] is None:
        assert combo is None
        return
    assert combo is not None
    assert (combo.type, combo.size, combo.rank, combo.suit) == (
        case["type"],
        case["size"],
        case["rank"],
        case["suit"],
    )


@CASES.of_kind("beats")
def test_it_says_what_beats_what(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    new, old = classify(numbers(case["cards"]), options), classify(numbers(case["over"]), options)
    assert new is not None and old is not None
    assert refusal(new, old, rules_of(options)) == case.get("error")
    assert case["ok"] == ("error" not in case)


@CASES.of_kind("unbeatable")
def test_it_knows_what_nothing_beats(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    combo = classify(numbers(case["cards"]), options)
    assert combo is not None
    assert unbeatable(combo, rules_of(options)) is case["unbeatable"]


@CASES.of_kind("deal")
def test_it_deals(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    pack = GAME.pack(options)
    hands = deal(pack, case["dealer"], options["players"])
    assert [len(hand) for hand in hands] == case["sizes"]
    assert [pack.index(hand[0]) for hand in hands] == case["first"]


@CASES.of_kind("tribute")
def test_it_takes_the_tribute(case: dict[str, Any]) -> None:
    card = tribute_of(mask_of(numbers(case["hand"])))
    assert (None if card is None else NAMES[card]) == case["card"]


@CASES.of_kind("score")
def test_it_scores(case: dict[str, Any]) -> None:
    winner = case.get("winner", case["left"].index(0))
    seventeen = rules_of(GAME.resolve(case.get("options", {}))).seventeen
    assert score.points(case["left"], case["played"], winner, seventeen) == case["points"]
    assert score.loser(case["left"], case["played"], winner) == case["loser"]


@CASES.of_kind("turn")
def test_it_passes_the_turn(case: dict[str, Any]) -> None:
    setup = Setup(GAME.resolve(case["options"]), {"dealer": 0, "winner": None, "loser": None}, ())
    state = at_lead(setup, tuple(mask_of(numbers(hand)) for hand in case["hands"]), case["leader"])
    for seat, move in case["actions"]:
        action = PASSES[seat] if move == "pass" else Play(seat, numbers(move))
        GAME.check(state, action)
        state = GAME.step(state, action)
    assert state.to_act == (() if case["next"] is None else (case["next"],))
    assert (state.phase == "over") is case["over"]
    assert (state.phase == "play" and state.top is None) is case["lead"]


@CASES.of_kind("record")
def test_it_verifies_records(case: dict[str, Any]) -> None:
    answer = verify(case["record"])
    answer.pop("message", None)
    assert answer == case["answer"]
