"""The conformance cases of Big Two alone; the others are in ``climbing/test_cases.py``."""

from __future__ import annotations

from games.rules.big_two import score
from games.rules.big_two.options import rules_of
from games.rules.cards import names
from games.rules.climbing.deal import deal
from tests.case_files import cases
from tests.rules.big_two.hands import GAME
from tests.rules.climbing.table import Case, numbers


@cases("deal", "big-two")
def test_it_deals(case: Case) -> None:
    deck = numbers(case["deck"])
    state = GAME.start(GAME.setup(case["options"], {"dealer": case["dealer"], "winner": None, "loser": None}, deck))
    assert [hand.bit_count() for hand in state.hands] == case["sizes"]
    first = [hand[0] for hand in deal(deck, case["dealer"], len(state.hands))]
    assert [deck.index(card) for card in first] == case["first"]
    assert names([GAME.view(state, None).lowest]) == [case["lowest"]]
    assert state.to_act == (case["leader"],)


@cases("score", "big-two")
def test_it_scores(case: Case) -> None:
    rules = rules_of(GAME.resolve(case["options"]))
    hands = [rules.order.mask_of(numbers(hand)) for hand in case["cards"]]
    result = score.result(hands, case["played"], hands.index(0), rules)
    assert (result["points"], result["loser"]) == (case["points"], case["loser"])
