"""The conformance cases of Forty and Eighty."""

from __future__ import annotations

from typing import Any

from games.rules.cards import NUMBERS, names
from games.rules.core import Illegal
from games.rules.registry import GAMES
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import hand_of, points_of
from games.rules.shengji.score import Taken, lead_count, multiplier, result
from games.rules.shengji.shapes import split
from games.rules.shengji.state import ALONE, Ground, State, deal_of, set_hand
from games.rules.shengji.trumps import Trumps, trumps_by
from tests.case_files import Cases

CASES = Cases("forty-eighty")


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    return GAMES[case["game"]].resolve(case.get("options", {}))


def table_of(case: dict[str, Any]) -> Trumps:
    return trumps_by(options_of(case), case["trump"], case["level"])


def numbers(cards: list[str]) -> tuple[int, ...]:
    return tuple(sorted(NUMBERS[name] for name in cards))


def play_state(case: dict[str, Any], hands: list[tuple[int, ...]], turn: int) -> State:
    """Return a hand in the play phase, seat 0 the banker, with these cards held."""
    game = GAMES[case["game"]]
    pack = game.pack({})
    context = {"levels": [case["level"]] * 2, "banker": 0, "first": 0}
    deal = deal_of(game.setup(case.get("options", {}), context, pack), case["game"] == "eighty")
    ground = Ground(deal, (), table_of(case), 0, (), deal.bottom, False)
    held = tuple(hand_of(hand) for hand in hands)
    return State(ground, "play", ALONE[turn], None, held, leaders=(0,))


@CASES.of_kind("trick")
def test_it_finds_who_wins_a_trick(case: dict[str, Any]) -> None:
    game, plays = GAMES[case["game"]], [numbers(cards) for cards in case["plays"]]
    state = play_state(case, [(*cards, 40) for cards in plays], 0)
    for seat, cards in enumerate(plays):
        state = game.step(state, Play(seat, cards))
    assert state.leaders[-1] == case["expect"]["winner"]
    assert sum(points_of(action.cards) for action in state.plays) == case["expect"]["points"]


@CASES.of_kind("legal")
def test_it_judges_a_play(case: dict[str, Any]) -> None:
    game, expect = GAMES[case["game"]], case["expect"]
    others = [numbers(hand) for hand in case.get("others", [])]
    if case["led"] is None:
        state = play_state(case, [numbers(case["hand"]), *others, *[()] * (3 - len(others))], 0)
        seat = 0
    else:
        led = numbers(case["led"])
        # The follower gets their cards only now, so that a throw led in a case stands.
        state = game.step(play_state(case, [led, (), (), ()], 0), Play(0, led))
        state.hands = set_hand(state.hands, 1, hand_of(numbers(case["hand"])))
        seat = 1
    action = Play(seat, numbers(case["play"]))
    try:
        game.check(state, action)
    except Illegal as illegal:
        assert (expect["ok"], expect["error"]) == (False, illegal.code)
        return
    assert (expect["ok"], expect["error"]) == (True, None)
    if "actual" in expect:
        assert game.step(state, action).plays[-1].cards == numbers(expect["actual"])


@CASES.of_kind("draw")
def test_it_makes_trumps(case: dict[str, Any]) -> None:
    game, expect = GAMES[case["game"]], case["expect"]
    deck = tuple(NUMBERS[name] for name in case["deck"])
    setup = game.setup(case.get("options", {}), case["context"], deck)
    state = game.start(setup)
    at = -1
    try:
        for at, raw in enumerate(case["declares"]):  # noqa: B007
            action = game.read_action(raw, setup.options)
            game.check(state, action)
            state = game.step(state, action)
    except Illegal as illegal:
        assert expect == {"ok": False, "at": at, "error": illegal.code}
        return
    ground = state.ground
    answer = {"ok": True, "banker": ground.banker, "trump": ground.trumps.letter, "revealed": names(ground.revealed)}
    assert {key: answer[key] for key in expect} == expect


@CASES.of_kind("score")
def test_it_scores_a_hand(case: dict[str, Any]) -> None:
    banker, offender = case["context"]["banker"], case.get("offender")
    options = options_of(case)
    buried = points_of(numbers(case.get("bottom", [])))
    winner, times = case.get("last_winner"), 0
    if offender is None and (winner - banker) % 2:
        table = table_of({"trump": None, **case, "level": case["context"]["levels"][banker % 2]})
        last = numbers(case.get("last_lead", ["3S"]))
        times = multiplier(options.get("bottom", "double"), lead_count(split(table, hand_of(last))))
    end = "played" if offender is None else "claim-upheld"
    taken = Taken(end, offender, banker, case.get("trump"), case.get("trick_points", 0), buried, times, winner)
    score = result(case["game"] == "eighty", options, case["context"]["levels"], taken)
    assert {key: score[key] for key in case["expect"]} == case["expect"]


def test_it_has_every_case() -> None:
    assert len(CASES.all) == 220
