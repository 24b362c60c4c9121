"""The conformance cases that Big Two, Tien Len and President share, or two of them, one test for each kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from games.rules import big_two, president, tien_len
from games.rules.big_two import combos as big_two_combos
from games.rules.big_two import options as big_two_options
from games.rules.big_two import state as big_two_state
from games.rules.cards import names
from games.rules.climbing.actions import PASSES, Play
from games.rules.climbing.deal import deal
from games.rules.core import Game, Illegal, Played, Setup
from games.rules.president import combos as president_combos
from games.rules.president import options as president_options
from games.rules.president import state as president_state
from games.rules.record import verify
from games.rules.registry import GAMES
from games.rules.tien_len import combos as tien_len_combos
from games.rules.tien_len import options as tien_len_options
from games.rules.tien_len import state as tien_len_state
from tests.case_files import Cases, cases
from tests.rules.climbing.table import FIRST, Case, numbers

KEYS = ("big-two", "tien-len", "president")


@dataclass(frozen=True)
class Rules:
    """The functions of a game's rules that are tested here."""

    classify: Callable[..., Any]
    refusal: Callable[..., str | None]
    rules_of: Callable[..., Any]
    at_lead: Callable[..., Any]
    context: dict[str, Any]


RULES = {
    "big-two": Rules(big_two.classify, big_two_combos.refusal, big_two_options.rules_of, big_two_state.at_lead, FIRST),
    "tien-len": Rules(
        tien_len.classify, tien_len_combos.refusal, tien_len_options.rules_of, tien_len_state.at_lead, FIRST
    ),
    "president": Rules(
        president.classify,
        president_combos.refusal,
        president_options.rules_of,
        president_state.at_lead,
        {"dealer": 0, "order": None},
    ),
}


def game_of(case: Case) -> tuple[Game, Rules]:
    return GAMES[case["game"]], RULES[case["game"]]


@pytest.mark.parametrize(
    ("key", "count", "own"),
    [
        ("big-two", 183, {"deal", "score"}),
        ("tien-len", 172, {"deal", "instant", "score"}),
        ("president", 137, {"deal", "tribute", "exchange", "score"}),
    ],
)
def test_it_knows_every_kind_of_case(key: str, count: int, own: set[str]) -> None:
    page = Cases(key)
    assert set(page.kinds()) == {"classify", "beats", "turn", "standing", "record"} | own
    assert len(page.all) == count


@cases("classify", *KEYS)
def test_it_classifies(case: Case) -> None:
    game, rules = game_of(case)
    combo = rules.classify(numbers(case["cards"]), game.resolve(case["options"]))
    if case["type"] is None:
        assert combo is None
    else:
        assert (combo.type, combo.size, combo.rank, combo.suit) == tuple(
            case[key] for key in ("type", "size", "rank", "suit")
        )


@cases("beats", *KEYS)
def test_it_says_what_beats_what(case: Case) -> None:
    game, rules = game_of(case)
    options = game.resolve(case["options"])
    new, old = (rules.classify(numbers(case[key]), options) for key in ("cards", "over"))
    turned = [case["turned"]] if "turned" in case else []
    assert rules.refusal(new, old, rules.rules_of(options), *turned) == case.get("error")
    assert case["ok"] == ("error" not in case)


@cases("turn", *KEYS)
def test_it_passes_the_turn(case: Case) -> None:
    game, rules = game_of(case)
    setup = Setup(game.resolve(case["options"]), rules.context, ())
    order = rules.rules_of(setup.options).order
    hands = tuple(order.mask_of(numbers(hand)) for hand in case["hands"])
    lowest = order.mask_of(numbers([case["first"]])) if case.get("first") else 0
    state = rules.at_lead(setup, hands, case["leader"], lowest)
    *before, last = [PASSES[seat] if move == "pass" else Play(seat, numbers(move)) for seat, move in case["actions"]]
    for action in before:
        game.check(state, action)
        state = game.step(state, action)
    if "error" in case:
        with pytest.raises(Illegal) as illegal:
            game.check(state, last)
        assert illegal.value.code == case["error"]
        return
    game.check(state, last)
    state = game.step(state, last)
    assert state.to_act == (() if case["next"] is None else (case["next"],))
    assert (state.phase == "over") is case["over"]
    assert (state.phase == "play" and state.top is None) is case["lead"]
    assert "chops" not in case or list(state.chops) == case["chops"]
    assert "order" not in case or state.result["order"] == case["order"]


@cases("deal", "big-two", "tien-len")
def test_it_deals(case: Case) -> None:
    game, deck = GAMES[case["game"]], numbers(case["deck"])
    state = game.start(game.setup(case["options"], FIRST | {"dealer": case["dealer"]}, deck))
    assert [hand.bit_count() for hand in state.hands] == case["sizes"]
    first = [hand[0] for hand in deal(deck, case["dealer"], len(state.hands))]
    assert [deck.index(card) for card in first] == case["first"]
    assert names([game.view(state, None).lowest]) == [case["lowest"]]
    assert state.to_act == (case["leader"],)


@cases("standing", *KEYS)
def test_it_says_where_the_match_stands(case: Case) -> None:
    game, rules = game_of(case)
    options = game.resolve({"players": len(case["points"][0]), **case["options"]})
    standing = game.standing(options, [Played(rules.context, {"points": points}) for points in case["points"]])
    assert list(standing.scores) == case["totals"]
    assert (standing.over, list(standing.winners)) == (case["over"], case["winners"])


@cases("record", *KEYS)
def test_it_verifies_records(case: Case) -> None:
    answer = verify(case["record"])
    answer.pop("message", None)
    assert answer == case["answer"]
