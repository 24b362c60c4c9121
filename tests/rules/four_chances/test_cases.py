"""The conformance cases that the games of the family share, or two of them, one test for each kind."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import record
from games.rules.cards import NUMBERS, SUITS
from games.rules.core import Malformed
from games.rules.four_chances import asking
from games.rules.four_chances.following import winning_place
from games.rules.registry import GAMES
from tests.case_files import Cases, cases
from tests.rules.four_chances.cases import numbers

KEYS = ("all-fours", "pitch", "california-jack")
FIRST_EDITIONS = {"all-fours": "1807", "pitch": "auction", "california-jack": "1897"}


@pytest.mark.parametrize(
    ("key", "count", "own"),
    [
        ("all-fours", 175, {"game-points", "ask"}),
        ("pitch", 243, {"bid", "auction", "game-points", "ask", "match"}),
        ("california-jack", 99, {"draw", "match"}),
    ],
)
def test_it_knows_every_kind_of_case(key: str, count: int, own: set[str]) -> None:
    page = Cases(key)
    assert set(page.kinds()) == {"options", "deal", "trick", "legal", "play", "count", "record"} | own
    assert len(page.all) == count


@cases("options", *KEYS)
def test_it_resolves_options(case: dict[str, Any]) -> None:
    game = GAMES[case["game"]]
    if "error" in case:
        with pytest.raises(Malformed):
            game.resolve(case["options"])
        return
    resolved = game.resolve(case["options"])
    assert resolved.pop("edition") == case["options"].get("edition", FIRST_EDITIONS[game.key])
    if game.key == "all-fours":
        assert resolved.pop("pack") == 52  # the pack became an option after the page was written
    assert resolved == case["resolved"]


@cases("trick", *KEYS)
def test_it_knows_who_takes_a_trick(case: dict[str, Any]) -> None:
    assert winning_place(numbers(case["cards"]), SUITS.index(case["trump"])) == case["winner"]


@cases("ask", "all-fours", "pitch")
def test_it_answers(case: dict[str, Any]) -> None:
    answer = asking.answer(numbers(case["out"]), SUITS.index(case["trump"]), NUMBERS[case["card"]])
    assert answer == (case["high"], case["low"])


@cases("record", *KEYS)
def test_it_verifies_a_record(case: dict[str, Any]) -> None:
    answer = record.verify(case["record"])
    message = answer.pop("message", None)
    assert answer == case["answer"]
    assert (message is None) == answer["ok"]
