"""The conformance cases of Pitch alone; the others are in ``four_chances/test_cases.py``."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.cards import SUITS, names
from games.rules.core import Illegal, Played, Setup
from games.rules.four_chances.deal import parcels
from games.rules.four_chances.score import game_side, pips_of
from games.rules.four_chances.state import NO_TRUMP, first_state
from games.rules.pitch import deal, score
from games.rules.pitch.actions import OFFER, PASS, Bid
from games.rules.pitch.following import following_of
from games.rules.pitch.game import Pitch
from games.rules.pitch.options import sides_of, top_of
from games.rules.pitch.state import Auction, Contract, PitchState
from tests.case_files import Cases
from tests.rules.four_chances.cases import numbers, refusal_of, tricks_of

CASES = Cases("pitch")
GAME = Pitch()


def trump_of(case: dict[str, Any]) -> int:
    return NO_TRUMP if case["trump"] is None else SUITS.index(case["trump"])


def begun(case: dict[str, Any]) -> PitchState:
    """Return a hand with a case's dealer and scores; the cards do not matter."""
    pack = GAME.pack(GAME.resolve(case["options"]))
    return GAME.start(GAME.setup(case["options"], {"dealer": case["dealer"], "scores": case["scores"]}, pack))


def bid_or_answer(state: PitchState, seat: int, what: int | str) -> PitchState:
    """Return the state after a bid, given as a number, or the word of another action."""
    raw = {"seat": seat, "do": "bid", "points": what} if isinstance(what, int) else {"seat": seat, "do": what}
    action = GAME.read_action(raw, state.table.setup.options)
    GAME.check(state, action)
    return GAME.step(state, action)


@CASES.of_kind("deal")
def test_it_deals(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    places, players = tuple(range(len(GAME.pack(options)))), options["players"]
    dealt = parcels(places, 0, deal.hand_size(options), players, (case["dealer"] + 1) % players, options["deal"])
    assert [list(cards) for cards in dealt] == case["hands"]
    assert top_of(options) == case["top"]


@CASES.of_kind("legal")
def test_it_knows_what_may_be_played(case: dict[str, Any]) -> None:
    following = following_of(GAME.resolve(case["options"]))
    assert names(following.playable(numbers(case["hand"]), numbers(case["trick"]), trump_of(case))) == case["legal"]


@CASES.of_kind("play")
def test_it_judges_a_play(case: dict[str, Any]) -> None:
    following = following_of(GAME.resolve(case["options"]))
    code = refusal_of(following, case["hand"], case["trick"], trump_of(case), case["card"])
    assert code == case.get("error")
    assert case["ok"] == (code is None)


@CASES.of_kind("bid")
def test_it_judges_a_bid(case: dict[str, Any]) -> None:
    state = begun(case)
    if state.phase == "offer":
        state = GAME.step(state, OFFER[state.table.eldest])
    for seat, points in case["bids"]:
        action = Bid(seat, points) if points else PASS[seat]
        GAME.check(state, action)
        state = GAME.step(state, action)
    code = None
    try:
        GAME.check(state, Bid(case["seat"], case["points"]))
    except Illegal as illegal:
        code = illegal.code
    assert code == case.get("error")
    assert case["ok"] == (code is None)


@CASES.of_kind("auction")
def test_it_holds_the_auction(case: dict[str, Any]) -> None:
    state = begun(case)
    for seat, what in case["said"]:
        state = bid_or_answer(state, seat, what)
    assert (state.phase, list(state.to_act)) == (case["phase"], case["to_act"])
    assert state.course.bound == (None if case["bound"] is None else Contract(*case["bound"]))
    assert list(state.scores) == case["scores_now"]


@CASES.of_kind("game-points")
def test_it_counts_game(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    pips = [pips_of(numbers(won)) for won in case["won"]]
    assert pips == case["pips"]
    assert game_side(pips, case["dealer"], sides_of(options), options["tie_game"]) == case["side"]


@CASES.of_kind("count")
def test_it_counts(case: dict[str, Any]) -> None:
    options, trump = GAME.resolve(case["options"]), SUITS.index(case["trump"])
    assert len(case["hands"]) == options["players"]
    table = deal.table_of(Setup(options, {"dealer": case["dealer"], "scores": case["before"]}, ()))
    bound = None if case["bound"] is None else Contract(*case["bound"])
    state = first_state(table, "play", ((),) * table.players, trump, Auction(bound=bound))
    result = score.score_hand(state._replace(tricks=tricks_of(case, trump))).result
    assert result is not None
    actual = {key: result[key] for key in ("pips", "items", "scores", "winner")}
    assert actual == {key: case[key] for key in actual}
    assert (result["contract"] or {"made": None})["made"] == case["made"]


@CASES.of_kind("match")
def test_it_goes_on_to_the_next_hand(case: dict[str, Any]) -> None:
    options = GAME.resolve(case["options"])
    played = [Played(context, result) for context, result in case["played"]]
    standing = GAME.standing(options, played)
    assert (list(standing.scores), list(standing.games)) == (case["scores"], case["games"])
    assert {GAME.side(seat, options) for seat in standing.winners} == {case["winner"]} - {None}
    assert standing.over == (case["winner"] is not None)
    following = GAME.following(options, played, (), Random(1))
    assert following["dealer"] == case["dealer"]
    if not standing.over:
        assert following["scores"] == case["scores"]
