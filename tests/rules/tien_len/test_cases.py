"""The conformance cases of Tien Len alone; the others are in ``climbing/test_cases.py``."""

from __future__ import annotations

from games.rules.tien_len import score
from games.rules.tien_len.instant import instant_of
from games.rules.tien_len.options import rules_of
from games.rules.tien_len.order import mask_of
from tests.case_files import cases
from tests.rules.climbing.table import Case, numbers
from tests.rules.tien_len.hands import GAME


@cases("instant", "tien-len")
def test_it_knows_what_wins_at_the_deal(case: Case) -> None:
    assert instant_of(mask_of(numbers(case["hand"]))) == case["instant"]


@cases("score", "tien-len")
def test_it_scores(case: Case) -> None:
    rules = rules_of(GAME.resolve(case["options"]))
    hands = [mask_of(numbers(hand)) for hand in case["cards"]]
    result = score.result(hands, case["played"], case["order"], rules, [0] * len(hands))
    assert (result["points"], result["loser"]) == (case["points"], case["loser"])
