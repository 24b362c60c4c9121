"""The conformance cases of President alone; the others are in ``climbing/test_cases.py``."""

from __future__ import annotations

from games.rules.cards import names
from games.rules.climbing.deal import deal
from games.rules.climbing.exchange import highest_of
from games.rules.president import score
from games.rules.president.options import rules_of
from games.rules.president.order import cards_of, mask_of
from games.rules.president.state import tributes
from tests.case_files import cases
from tests.rules.climbing.table import Case, numbers
from tests.rules.president.hands import GAME


@cases("deal", "president")
def test_it_deals(case: Case) -> None:
    options = GAME.resolve(case["options"])
    pack = GAME.pack(options)
    state = GAME.start(GAME.setup(case["options"], {"dealer": case["dealer"], "order": None}, pack))
    assert [hand.bit_count() for hand in state.hands] == case["sizes"]
    assert [pack.index(hand[0]) for hand in deal(pack, case["dealer"], len(state.hands))] == case["first"]


@cases("tribute", "president")
def test_it_takes_the_tribute(case: Case) -> None:
    taken = highest_of(mask_of(numbers(case["hand"])), case["count"])
    assert names(reversed(cards_of(taken))) == case["cards"]


@cases("exchange", "president")
def test_it_says_who_pays_whom(case: Case) -> None:
    rules = rules_of(GAME.resolve(case["options"]))
    assert [list(tribute) for tribute in tributes(case["order"], rules)] == case["gives"]


@cases("score", "president")
def test_it_scores(case: Case) -> None:
    rules = rules_of(GAME.resolve(case["options"]))
    assert score.points(case["order"], rules.titles) == case["points"]
