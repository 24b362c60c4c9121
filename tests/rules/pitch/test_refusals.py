"""Each error of /rules/pitch/#9, provoked where it arises, and which of two comes first."""

from __future__ import annotations

import pytest

from games.rules import record
from games.rules.cards import names
from games.rules.core import Illegal
from tests.rules.four_chances.hands import actions
from tests.rules.pitch.hands import BID, GAME, HANDS, WHOLE, after, refused, start

COMMERCIAL = {"edition": "commercial"}
DOM_PEDRO = {"edition": "dom-pedro"}
JOKERS = ("AH KH JH 9S 8S LJ", *HANDS[1:])

PROVOKED = [
    ("hand-over", {}, f"{WHOLE}, 1 play AH", 28),
    ("hand-over", {"all_pass": "redeal"}, "1 pass, 2 pass, 3 pass, 0 pass, 1 play AH", 4),
    ("wrong-phase", {}, "1 play AH", 0),
    ("wrong-phase", {}, "1 offer", 0),
    ("wrong-phase", {}, "1 ask", 0),
    ("wrong-phase", {}, f"{BID}, 1 bid 3", 4),
    ("wrong-phase", COMMERCIAL, "1 sell", 0),
    ("wrong-phase", COMMERCIAL, "1 offer, 1 keep", 1),
    ("cannot-ask", {}, f"{BID}, 1 ask", 4),
    ("cannot-ask", {}, f"{BID}, 1 play AH, 2 ask", 5),
    ("cannot-ask", {}, f"{BID}, 1 play AH, 1 ask, 1 ask", 6),
    ("not-your-turn", {}, "2 bid 1", 0),
    ("not-your-turn", {}, "1 pass, 1 pass", 1),
    ("not-your-turn", {}, f"{BID}, 2 play AH", 4),
    ("not-your-turn", COMMERCIAL, "2 offer", 0),
    ("not-your-turn", COMMERCIAL, "1 offer, 1 bid 2", 1),
    ("no-such-bid", {}, "1 bid 0", 0),
    ("no-such-bid", {}, "1 bid 5", 0),
    ("no-such-bid", {"min_bid": 2}, "1 bid 1", 0),
    ("no-such-bid", {}, "1 bid 3, 2 bid 5", 1),
    ("bid-too-low", {}, "1 bid 2, 2 bid 2", 1),
    ("bid-too-low", {"dealer_bid": "top"}, "1 bid 2, 2 pass, 3 pass, 0 bid 2", 3),
    ("bid-too-low", {**COMMERCIAL, "target": 3}, "1 offer, 2 bid 1, 3 bid 1", 2),
    ("bid-would-win", {**COMMERCIAL, "target": 3}, "1 offer, 2 bid 1, 3 bid 3", 2),
    ("not-in-hand", {}, f"{BID}, 1 play 2H", 4),
    ("not-in-hand", {}, f"{BID}, 1 play AH, 2 play AH", 5),
    ("must-follow-trump", {}, f"{BID}, 1 play AH, 2 play AS", 5),
    ("must-follow-or-trump", {}, f"{BID}, 1 play AH, 2 play 2H, 3 play 3H, 0 play 5H, 1 play 9S, 2 play 2C", 9),
]


@pytest.mark.parametrize("code, options, text, at", PROVOKED)
def test_it_refuses(code: str, options: dict[str, object], text: str, at: int) -> None:
    assert refused(start(options), text) == (at, code)


def test_it_refuses_a_joker_pitched() -> None:
    assert refused(start(DOM_PEDRO, held=JOKERS), "1 keep, 1 play LJ") == (1, "cannot-pitch-joker")
    # Not holding the card comes first.
    assert refused(start(DOM_PEDRO, held=JOKERS), "1 offer, 2 bid 4, 3 pass, 0 pass, 1 sell, 2 play LJ") == (
        5,
        "not-in-hand",
    )


def test_it_finds_malformed_and_wrong_result_in_records() -> None:
    state = after(start(), WHOLE)
    whole = record.write(GAME, state.table.setup, actions(GAME, state, WHOLE), state.result)
    assert record.verify(whole)["ok"]
    assert record.verify({**whole, "result": {}})["error"] == "wrong-result"
    assert record.verify({**whole, "deck": []})["error"] == "malformed"


def test_it_provokes_every_code() -> None:
    elsewhere = {"cannot-pitch-joker", "malformed", "wrong-result"}
    assert {code for code, *_ in PROVOKED} | elsewhere == set(GAME.refusals)


def test_it_shows_the_cards_that_bind() -> None:
    state = after(start(), f"{BID}, 1 play AH")
    with pytest.raises(Illegal) as refusal:
        GAME.check(state, actions(GAME, state, "2 play AS")[0])
    assert names(refusal.value.binds) == ["2H", "TH"]


@pytest.mark.parametrize(
    "context",
    [
        {"dealer": 0, "scores": [0, 0, 0]},
        {"dealer": 0, "scores": [0, 0, 0, 7]},
        {"dealer": 0, "scores": [0, 0, 0, True]},
        {"dealer": 4, "scores": [0, 0, 0, 0]},
        {"dealer": 0, "scores": {"0": 0}},
        {"dealer": 0, "scores": [0, 0, 0, 0], "round": 1},
    ],
)
def test_it_refuses_a_context_that_has_not_the_form(context: object) -> None:
    state = after(start(), WHOLE)
    whole = record.write(GAME, state.table.setup, [], None)
    assert record.verify({**whole, "context": context})["error"] == "malformed"
    assert record.verify({**whole, "context": {"dealer": 0, "scores": [-40, 0, 0, 6]}})["ok"]


@pytest.mark.parametrize(
    "action",
    [
        {"seat": 1, "do": "bid"},
        {"seat": 1, "do": "bid", "points": 1.0},
        {"seat": 1, "do": "bid", "points": True},
        {"seat": 1, "do": "pass", "points": 0},
        {"seat": 1, "do": "play", "card": "LJ"},
        {"seat": 4, "do": "pass"},
        {"seat": 1, "do": "stand"},
    ],
)
def test_it_refuses_an_action_that_has_not_the_form(action: dict[str, object]) -> None:
    whole = record.write(GAME, start().table.setup, [], None)
    assert record.verify({**whole, "actions": [action]})["error"] == "malformed"
