"""The reference of California Jack on the page's own cases."""

from __future__ import annotations

from typing import Any

from tests.case_files import Cases
from tests.reference import california_jack, california_jack_hand

CASES = Cases("california-jack")


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    return california_jack_hand.resolve(case.get("options", {}))


def numbered(options: dict[str, Any], dealer: int) -> dict[str, Any]:
    """Return a hand whose cards are their positions in the deck."""
    deck = [(place, "S") for place in range(52)]
    context = {"dealer": dealer, "scores": [0, 0], "trump": "H"}
    return california_jack_hand.begin({"options": options, "context": context, "deck": deck})


@CASES.of_kind("options")
def test_it_resolves_options(case: dict[str, Any]) -> None:
    assert california_jack_hand.may_be_chosen(case["options"]) == ("error" not in case)
    if "error" not in case:
        assert options_of(case) == case["resolved"]


@CASES.of_kind("deal")
def test_it_deals(case: dict[str, Any]) -> None:
    hand = numbered(case["options"], case["dealer"])
    assert [[place for place, _ in cards] for cards in hand["hands"]] == case["hands"]
    assert hand["stock"][0][0] == case["top"]


@CASES.of_kind("draw")
def test_it_draws(case: dict[str, Any]) -> None:
    hand = numbered(case.get("options", {}), 0)
    for winner in case["winners"]:
        if hand["stock"]:
            california_jack_hand.draw(hand, winner)
    assert [[place for place, _ in cards] for cards in hand["drawn"]] == case["drawn"]


@CASES.of_kind("trick")
def test_it_knows_who_takes_a_trick(case: dict[str, Any]) -> None:
    assert california_jack_hand.best_of(*case["cards"], case["trump"]) == case["winner"]


@CASES.of_kind("legal")
def test_it_knows_what_may_be_played(case: dict[str, Any]) -> None:
    follow, held, led = options_of(case)["follow"], case["hand"], case["led"]
    errors = {card: california_jack_hand.card_error(held, led, case["trump"], card, follow) for card in held}
    assert [card for card in held if errors[card] is None] == case["legal"]


@CASES.of_kind("play")
def test_it_judges_a_play(case: dict[str, Any]) -> None:
    follow, held, led = options_of(case)["follow"], case["hand"], case["led"]
    assert california_jack_hand.card_error(held, led, case["trump"], case["card"], follow) == case.get("error")
    assert case["ok"] == ("error" not in case)


@CASES.of_kind("count")
def test_it_counts(case: dict[str, Any]) -> None:
    hand = {"options": options_of(case), "dealer": case["dealer"], "trump": case["trump"], "items": [], "winner": None}
    hand |= {"before": list(case["before"]), "scores": list(case["before"])}
    california_jack_hand.count(hand, case["won"])
    result = {key: hand["result"][key] for key in ("pips", "items", "scores", "winner")}
    assert result == {key: case[key] for key in result}


@CASES.of_kind("match")
def test_it_goes_on_to_the_next_hand(case: dict[str, Any]) -> None:
    options, results = options_of(case), [result for _, result in case["played"]]
    winners = [] if case["winner"] is None else [case["winner"]]
    assert california_jack.standing(results, options) == {"scores": case["scores"], "winners": winners}
    assert [sum(result["winner"] == seat for result in results) for seat in (0, 1)] == case["games"]
    assert california_jack.next_context(*case["played"][-1], options)["dealer"] == case["dealer"]


def test_it_leaves_no_kind_of_case_out() -> None:
    kinds = {"options", "deal", "draw", "trick", "legal", "play", "count", "match", "record"}
    assert set(CASES.kinds()) == kinds
