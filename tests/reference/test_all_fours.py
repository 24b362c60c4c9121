"""The reference of All Fours on the page's own cases."""

from __future__ import annotations

from typing import Any

from tests.case_files import Cases
from tests.reference import all_fours_hand

CASES = Cases("all-fours")


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    return all_fours_hand.resolve(case.get("options", {}))


@CASES.of_kind("options")
def test_it_resolves_options(case: dict[str, Any]) -> None:
    assert options_of(case) == case["resolved"] | {"pack": 52}  # the pack became an option after the page was written


@CASES.of_kind("deal")
def test_it_deals(case: dict[str, Any]) -> None:
    record = {"options": case["options"], "context": {"dealer": case["dealer"], "scores": [0, 0]}}
    numbered = [(place, "-") for place in range(52)]
    hand = all_fours_hand.begin(record | {"deck": numbered})
    before = [len(cards) for cards in hand["hands"]]
    assert [[place for place, _ in cards] for cards in hand["hands"]] == case["hands"]
    assert 52 - len(hand["pack"]) - 1 == case["turn_up"]
    hand["trump"] = "H"
    all_fours_hand.run_the_cards(hand)
    new = [[place for place, _ in cards[size:]] for cards, size in zip(hand["hands"], before, strict=True)]
    assert new == case["run"]
    assert 52 - len(hand["pack"]) - 1 == case["run_turn_up"]


@CASES.of_kind("trick")
def test_it_knows_who_takes_a_trick(case: dict[str, Any]) -> None:
    assert all_fours_hand.best_of(case["cards"], case["trump"]) == case["winner"]


@CASES.of_kind("legal")
def test_it_knows_what_may_be_played(case: dict[str, Any]) -> None:
    led = case["trick"][0] if case["trick"] else None
    errors = {card: all_fours_hand.follow_error(case["hand"], led, case["trump"], card) for card in case["hand"]}
    assert [card for card in case["hand"] if errors[card] is None] == case["legal"]


@CASES.of_kind("play")
def test_it_judges_a_play(case: dict[str, Any]) -> None:
    led = case["trick"][0] if case["trick"] else None
    assert all_fours_hand.follow_error(case["hand"], led, case["trump"], case["card"]) == case.get("error")
    assert case["ok"] == ("error" not in case)


@CASES.of_kind("game-points")
def test_it_counts_game(case: dict[str, Any]) -> None:
    counts = [all_fours_hand.pips(won, case["trump"], options_of(case)) for won in case["won"]]
    assert counts == case["pips"]
    assert all_fours_hand.game_side(counts, case["dealer"], options_of(case)) == case["side"]


@CASES.of_kind("ask")
def test_it_answers(case: dict[str, Any]) -> None:
    assert all_fours_hand.ask_answer(case["out"], case["trump"], case["card"]) == (case["high"], case["low"])


@CASES.of_kind("count")
def test_it_counts(case: dict[str, Any]) -> None:
    players = len(case["hands"])
    hand = {"options": options_of(case), "players": players, "dealer": case["dealer"], "trump": case["trump"]}
    hand |= {"eldest": (case["dealer"] + 1) % players, "held": case["hands"], "tricks": case["tricks"]}
    hand |= {"before": list(case["before"]), "scores": list(case["before"]), "items": [], "winner": None}
    hand["announced"] = dict(enumerate(case.get("said", [])))
    all_fours_hand.count(hand)
    result = {key: hand["result"][key] for key in ("pips", "items", "scores", "winner")}
    assert result == {key: case[key] for key in result}


def test_it_leaves_no_kind_of_case_out() -> None:
    kinds = {"options", "deal", "trick", "legal", "play", "game-points", "ask", "count", "record"}
    assert set(CASES.kinds()) == kinds
