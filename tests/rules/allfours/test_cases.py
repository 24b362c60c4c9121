"""The conformance cases of All Fours alone; the others are in ``four_chances/test_cases.py``."""

from __future__ import annotations

from typing import Any

from games.rules.allfours import deal, score
from games.rules.allfours.game import AllFours
from games.rules.allfours.options import SIDES
from games.rules.allfours.state import Course
from games.rules.cards import SUITS, names
from games.rules.core import Setup
from games.rules.four_chances.deal import HAND, first_hands, parcels
from games.rules.four_chances.following import FOLLOW_OR_TRUMP, playable
from games.rules.four_chances.score import game_side
from games.rules.four_chances.state import first_state
from tests.case_files import Cases
from tests.rules.four_chances.cases import numbers, refusal_of, tricks_of

CASES = Cases("all-fours")
GAME = AllFours()


@CASES.of_kind("deal")
def test_it_deals(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    players, eldest = options["players"], (case["dealer"] + 1) % options["players"]
    places = tuple(range(52))
    assert [list(hand) for hand in first_hands(places, HAND, players, eldest, options["deal"])] == case["hands"]
    assert players * HAND == case["turn_up"]
    more = parcels(places, case["turn_up"] + 1, deal.MORE_CARDS, players, eldest, options["deal"])
    assert [list(cards) for cards in more] == case["run"]
    assert case["turn_up"] + deal.round_size(players) == case["run_turn_up"]


@CASES.of_kind("legal")
def test_it_knows_what_may_be_played(case: dict[str, Any]) -> None:
    hand, trick = numbers(case["hand"]), numbers(case["trick"])
    assert names(playable(hand, trick, SUITS.index(case["trump"]))) == case["legal"]


@CASES.of_kind("play")
def test_it_judges_a_play(case: dict[str, Any]) -> None:
    trump = SUITS.index(case["trump"])
    code = refusal_of(FOLLOW_OR_TRUMP, case["hand"], case["trick"], trump, case["card"])
    assert code == case.get("error")
    assert case["ok"] == (code is None)


@CASES.of_kind("game-points")
def test_it_counts_game(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    pips = [score.pips_of(numbers(won), SUITS.index(case["trump"]), options) for won in case["won"]]
    assert pips == case["pips"]
    assert game_side(pips, case["dealer"], SIDES, options["tie_game"]) == case["side"]


@CASES.of_kind("count")
def test_it_counts(case: dict[str, Any]) -> None:
    players, trump = len(case["hands"]), SUITS.index(case["trump"])
    options = {**GAME.resolve(case["options"]), "players": players}
    setup = Setup(options, {"dealer": case["dealer"], "scores": case["before"]}, ())
    announced = tuple(tuple(items) for items in case.get("said", ((), ())))
    state = first_state(deal.table_of(setup), "play", ((),) * players, trump, Course((), 0, announced=announced))
    result = score.score_hand(state._replace(tricks=tricks_of(case, trump))).result
    assert result is not None
    assert {key: result[key] for key in ("pips", "items", "scores", "winner")} == {
        key: case[key] for key in ("pips", "items", "scores", "winner")
    }
