"""The reference of Pitch on the page's own cases."""

from __future__ import annotations

from typing import Any

from tests.case_files import Cases
from tests.reference import pitch, pitch_cards, pitch_hand

CASES = Cases("pitch")


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    return pitch_cards.resolve(case.get("options", {}))


def begun(case: dict[str, Any]) -> dict[str, Any]:
    """Return a hand with a case's dealer and scores; the cards do not matter."""
    context = {"dealer": case["dealer"], "scores": case["scores"]}
    record = {"options": case["options"], "context": context}
    return pitch_hand.begin(record | {"deck": pitch_cards.pack(options_of(case))})


@CASES.of_kind("options")
def test_it_resolves_options(case: dict[str, Any]) -> None:
    assert pitch_cards.may_be_chosen(case["options"]) == ("error" not in case)
    if "error" not in case:
        assert options_of(case) == case["resolved"]


@CASES.of_kind("deal")
def test_it_deals(case: dict[str, Any]) -> None:
    options = options_of(case)
    places = list(range(len(pitch_cards.pack(options))))
    assert pitch_cards.deal(places, options, (case["dealer"] + 1) % options["players"]) == case["hands"]
    assert pitch_cards.top(options) == case["top"]


@CASES.of_kind("trick")
def test_it_knows_who_takes_a_trick(case: dict[str, Any]) -> None:
    assert pitch_cards.best_of(case["cards"], case["trump"]) == case["winner"]


@CASES.of_kind("legal")
def test_it_knows_what_may_be_played(case: dict[str, Any]) -> None:
    led = case["trick"][0] if case["trick"] else None
    options = options_of(case)
    errors = {c: pitch_cards.card_error(case["hand"], led, case["trump"], c, options) for c in case["hand"]}
    assert [card for card in case["hand"] if errors[card] is None] == case["legal"]


@CASES.of_kind("play")
def test_it_judges_a_play(case: dict[str, Any]) -> None:
    led = case["trick"][0] if case["trick"] else None
    error = pitch_cards.card_error(case["hand"], led, case["trump"], case["card"], options_of(case))
    assert error == case.get("error")
    assert case["ok"] == ("error" not in case)


@CASES.of_kind("bid")
def test_it_judges_a_bid(case: dict[str, Any]) -> None:
    hand = begun(case)
    if hand["phase"] == "offer":
        pitch_hand.carry_out(hand, {"seat": hand["eldest"], "do": "offer"})
    for seat, points in case["bids"]:
        action = {"seat": seat, "do": "bid", "points": points} if points else {"seat": seat, "do": "pass"}
        assert pitch.refusal(hand, action) is None
        pitch_hand.carry_out(hand, action)
    error = pitch.refusal(hand, {"seat": case["seat"], "do": "bid", "points": case["points"]})
    assert error == case.get("error")
    assert case["ok"] == ("error" not in case)


@CASES.of_kind("auction")
def test_it_holds_the_auction(case: dict[str, Any]) -> None:
    hand = begun(case)
    for seat, what in case["said"]:
        action = {"seat": seat, "do": what} if isinstance(what, str) else {"seat": seat, "do": "bid", "points": what}
        assert pitch.refusal(hand, action) is None
        pitch_hand.carry_out(hand, action)
    assert (hand["phase"], hand["to_act"]) == (case["phase"], case["to_act"])
    assert (hand["bound"], hand["scores"]) == (case["bound"], case["scores_now"])


@CASES.of_kind("game-points")
def test_it_counts_game(case: dict[str, Any]) -> None:
    counts = [pitch_cards.pips(won) for won in case["won"]]
    assert counts == case["pips"]
    assert pitch_cards.game_side(counts, case["dealer"], options_of(case)) == case["side"]


@CASES.of_kind("ask")
def test_it_answers(case: dict[str, Any]) -> None:
    assert pitch_cards.ask_answer(case["out"], case["trump"], case["card"]) == (case["high"], case["low"])


@CASES.of_kind("count")
def test_it_counts(case: dict[str, Any]) -> None:
    hand = {"options": options_of(case), "players": len(case["hands"]), "dealer": case["dealer"]}
    hand |= {"trump": case["trump"], "held": case["hands"], "tricks": case["tricks"], "bound": case["bound"]}
    hand |= {"before": list(case["before"]), "scores": list(case["before"]), "items": [], "winner": None}
    pitch_hand.count(hand)
    result = {key: hand["result"][key] for key in ("pips", "items", "scores", "winner")}
    assert result == {key: case[key] for key in result}
    assert hand["made"] == case["made"]


@CASES.of_kind("match")
def test_it_goes_on_to_the_next_hand(case: dict[str, Any]) -> None:
    options = options_of(case)
    results = [result for _, result in case["played"]]
    standing = pitch.standing(results, options)
    assert standing["scores"] == case["scores"]
    winners = {pitch_cards.side_of(seat, options) for seat in standing["winners"]}
    assert winners == (set() if case["winner"] is None else {case["winner"]})
    assert [sum(r["winner"] == side for r in results) for side in range(len(case["games"]))] == case["games"]
    assert pitch.next_context(*case["played"][-1], options)["dealer"] == case["dealer"]


def test_it_leaves_no_kind_of_case_out() -> None:
    kinds = {"options", "deal", "trick", "legal", "play", "bid", "auction", "game-points", "ask", "count", "match"}
    assert set(CASES.kinds()) == kinds | {"record"}
