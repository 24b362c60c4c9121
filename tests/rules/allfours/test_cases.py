"""The conformance cases of all-fours.md, section 14, one test per kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules import record
from games.rules.allfours import deal, follow, score
from games.rules.allfours.game import AllFours
from games.rules.allfours.state import Course, Trick
from games.rules.cards import NAMES, NUMBERS, SUITS, names
from games.rules.core import Illegal

LINES = (Path(__file__).parents[2] / "cases" / "all-fours.cases.jsonl").read_text().splitlines()
CASES = [json.loads(line) for line in LINES]
GAME = AllFours()


def of_kind(kind: str) -> pytest.MarkDecorator:
    """Return the parameters of a test of one kind of case."""
    return pytest.mark.parametrize("case", [pytest.param(c, id=c["id"]) for c in CASES if c["kind"] == kind])


def numbers(cards: list[str]) -> tuple[int, ...]:
    """Return the numbers of a list of names."""
    return tuple(NUMBERS[name] for name in cards)


def test_it_knows_every_kind() -> None:
    kinds = {"options", "deal", "trick", "legal", "play", "game-points", "ask", "count", "record"}
    assert {case["kind"] for case in CASES} == kinds
    assert len(CASES) == 175


@of_kind("options")
def test_it_resolves_options(case: dict[str, Any]) -> None:
    resolved = GAME.resolve(case["options"])
    assert resolved.pop("edition") == case["options"].get("edition", "1807")
    assert resolved == case["resolved"]


@of_kind("deal")
def test_it_deals(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    players, eldest = options["players"], (case["dealer"] + 1) % options["players"]
    places = tuple(range(52))
    assert [list(hand) for hand in deal.first_hands(places, players, eldest, options["deal"])] == case["hands"]
    assert players * 6 == case["turn_up"]
    more = deal.parcels(places, case["turn_up"] + 1, 3, players, eldest, options["deal"])
    assert [list(cards) for cards in more] == case["run"]
    assert case["turn_up"] + deal.round_size(players) == case["run_turn_up"]


@of_kind("trick")
def test_it_knows_who_takes_a_trick(case: dict[str, Any]) -> None:
    assert follow.winning_place(numbers(case["cards"]), SUITS.index(case["trump"])) == case["winner"]


@of_kind("legal")
def test_it_knows_what_may_be_played(case: dict[str, Any]) -> None:
    hand, trick = numbers(case["hand"]), numbers(case["trick"])
    assert names(follow.playable(hand, trick, SUITS.index(case["trump"]))) == case["legal"]


@of_kind("play")
def test_it_judges_a_play(case: dict[str, Any]) -> None:
    hand, trick, card = numbers(case["hand"]), numbers(case["trick"]), NUMBERS[case["card"]]
    if case["ok"]:
        follow.refuse_card(hand, trick, SUITS.index(case["trump"]), card)
        return
    with pytest.raises(Illegal) as refusal:
        follow.refuse_card(hand, trick, SUITS.index(case["trump"]), card)
    assert refusal.value.code == case["error"]
    assert {NAMES[bound] for bound in refusal.value.binds} <= set(case["hand"])


@of_kind("game-points")
def test_it_counts_game(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    pips = [score.pips_of(numbers(won), SUITS.index(case["trump"]), options) for won in case["won"]]
    assert pips == case["pips"]
    assert score.game_side(pips, case["dealer"], options) == case["side"]


@of_kind("ask")
def test_it_answers(case: dict[str, Any]) -> None:
    told = follow.answer(numbers(case["out"]), SUITS.index(case["trump"]), NUMBERS[case["card"]])
    assert told == (case["high"], case["low"])


@of_kind("count")
def test_it_counts(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    trump, players, dealer = SUITS.index(case["trump"]), len(case["hands"]), case["dealer"]
    tricks = []
    for trick in case["tricks"]:
        lead, cards = trick[0][0], numbers([card for _, card in trick])
        assert all(NAMES[card] in case["hands"][(lead + place) % players] for place, card in enumerate(cards))
        tricks.append(Trick(lead, cards, (lead + follow.winning_place(cards, trump)) % players))
    said = tuple(tuple(items) for items in case.get("said", ((), ())))
    course = Course((), 0, tuple(case["before"]), announced=said)
    pips, owners = score.chances(tricks, trump, dealer, options)
    counted = score.count(course, owners, (dealer + 1) % 2, options)
    assert list(pips) == case["pips"]
    assert [list(item) for item in counted.items] == case["items"]
    assert list(counted.scores) == case["scores"]
    assert score.winner_of(counted.scores, options["target"]) == case["winner"]


@of_kind("record")
def test_it_verifies_a_record(case: dict[str, Any]) -> None:
    answer = record.verify(case["record"])
    message = answer.pop("message", None)
    assert answer == case["answer"]
    assert (message is None) == answer["ok"]
