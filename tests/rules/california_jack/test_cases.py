"""The conformance cases of California Jack alone; the others are in ``four_chances/test_cases.py``."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.california_jack import deal, score
from games.rules.california_jack.following import following_of
from games.rules.california_jack.game import CaliforniaJack
from games.rules.california_jack.options import SIDES
from games.rules.california_jack.state import PLAYERS, STOCK, drawn_by
from games.rules.cards import PACK_52, SUITS, names
from games.rules.core import Played, Setup
from games.rules.four_chances.deal import HAND, parcels
from games.rules.four_chances.state import Trick, first_state
from tests.case_files import Cases
from tests.rules.four_chances.cases import numbers, refusal_of

CASES = Cases("california-jack")
GAME = CaliforniaJack()


def lying(case: dict[str, Any]) -> list[str]:
    """Return the trick before the second player plays: the card led, if any."""
    return [] if case["led"] is None else [case["led"]]


@CASES.of_kind("deal")
def test_it_deals(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    dealt = parcels(PACK_52, 0, HAND, PLAYERS, 1 - case["dealer"], options["deal"])
    assert [list(cards) for cards in dealt] == case["hands"]
    assert case["top"] == STOCK


@CASES.of_kind("draw")
def test_it_draws(case: dict[str, Any]) -> None:
    setup = Setup(GAME.resolve({}), {"dealer": 0, "scores": [0, 0], "trump": "H"}, PACK_52)
    tricks = tuple(Trick(winner, (), winner) for winner in case["winners"])
    state = first_state(deal.table_of(setup), "play", ((), ()), 1, None)._replace(tricks=tricks)
    assert [list(cards) for cards in drawn_by(state)] == case["drawn"]


@CASES.of_kind("legal")
def test_it_knows_what_may_be_played(case: dict[str, Any]) -> None:
    following, trump = following_of(GAME.resolve(case["options"])), SUITS.index(case["trump"])
    assert names(following.playable(numbers(case["hand"]), numbers(lying(case)), trump)) == case["legal"]


@CASES.of_kind("play")
def test_it_judges_a_play(case: dict[str, Any]) -> None:
    following, trump = following_of(GAME.resolve(case["options"])), SUITS.index(case["trump"])
    code = refusal_of(following, case["hand"], lying(case), trump, case["card"])
    assert code == case.get("error")
    assert case["ok"] == (code is None)


@CASES.of_kind("count")
def test_it_counts(case: dict[str, Any]) -> None:
    context = {"dealer": case["dealer"], "scores": case["before"], "trump": case["trump"]}
    setup = Setup(GAME.resolve(case["options"]), context, PACK_52)
    # Each seat has taken its cards as if in tricks of one.
    tricks = tuple(Trick(seat, (card,), seat) for seat in SIDES for card in numbers(case["won"][seat]))
    state = first_state(deal.table_of(setup), "play", ((), ()), SUITS.index(case["trump"]), None)
    result = score.score_hand(state._replace(tricks=tricks)).result
    assert result is not None
    actual = {key: result[key] for key in ("pips", "items", "scores", "winner")}
    assert actual == {key: case[key] for key in actual}


@CASES.of_kind("match")
def test_it_goes_on_to_the_next_hand(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    played = [Played(context, {"end": "played", **result}) for context, result in case["played"]]
    standing = GAME.standing(options, played)
    assert (list(standing.scores), list(standing.games)) == (case["scores"], case["games"])
    assert set(standing.winners) == {case["winner"]} - {None}
    following = GAME.following(options, played, (), Random(1))
    assert following["dealer"] == case["dealer"]
    if not standing.over:
        assert following["scores"] == case["scores"]
