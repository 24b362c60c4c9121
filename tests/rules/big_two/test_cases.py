"""The conformance cases of Big Two alone; the others are in ``climbing/test_cases.py``."""

from __future__ import annotations

from games.rules.big_two import score
from games.rules.big_two.options import rules_of
from tests.case_files import cases
from tests.rules.big_two.hands import GAME
from tests.rules.climbing.table import Case, numbers


@cases("score", "big-two")
def test_it_scores(case: Case) -> None:
    rules = rules_of(GAME.resolve(case["options"]))
    hands = [rules.order.mask_of(numbers(hand)) for hand in case["cards"]]
    result = score.result(hands, case["played"], hands.index(0), rules)
    assert (result["points"], result["loser"]) == (case["points"], case["loser"])
