"""Each error of /rules/all-fours/#11, provoked where it arises."""

from __future__ import annotations

import pytest

from games.rules import record
from games.rules.cards import names
from games.rules.core import Illegal
from tests.rules.allfours.hands import DEALER, GAME, PLAYED, action, after, dealt, refused, start

HONOUR = {"discipline": "honour"}
WHOLE = f"1 stand, {PLAYED}"
# Spades are turned after hearts: nine cards each.
RUN = {"edition": "1845", "deal": "threes"}
MORE = dealt(then="5C 6C 7C 8C 9C JC 6S")

PROVOKED = [
    ("hand-over", {}, f"{WHOLE}, 1 stand", 13),
    ("wrong-phase", {}, "1 give", 0),
    ("wrong-phase", {}, "1 play AH", 0),
    ("wrong-phase", {}, "1 stand, 1 beg", 1),
    ("wrong-phase", {}, "0 play JH", 0),
    ("wrong-phase", {}, "1 ask", 0),
    ("cannot-ask", {}, "1 stand, 1 ask", 1),
    ("cannot-ask", {}, "1 stand, 1 play AH, 0 ask", 2),
    ("cannot-ask", {}, "1 stand, 1 play KS, 1 ask", 2),
    ("cannot-ask", {}, "1 stand, 1 play AH, 1 ask, 1 ask", 3),
    ("cannot-ask", {}, "1 stand, 1 play AH, 0 play 2H, 1 ask", 3),
    ("not-your-turn", {}, "0 stand", 0),
    ("not-your-turn", {}, "1 beg, 1 run", 1),
    ("not-your-turn", {}, "1 stand, 0 play JH", 1),
    ("gift-would-win", {"gift_can_win": False, "target": 1}, "1 beg, 0 give", 1),
    ("not-in-hand", {}, "1 stand, 1 play JH", 1),
    ("not-in-hand", {}, "1 stand, 1 play AH, 0 play 2H, 1 play AH", 3),
    ("must-follow-trump", {}, "1 stand, 1 play AH, 0 play 3S", 2),
    ("must-follow-or-trump", {}, "1 stand, 1 play KS, 0 play 9D", 2),
    ("no-such-trick", HONOUR, f"{WHOLE}, 1 claim 0 7", 13),
    ("no-such-trick", HONOUR, f"{WHOLE}, 1 claim 1 0", 13),
    ("own-side", HONOUR, f"{WHOLE}, 1 claim 1 2", 13),
    ("already-claimed", HONOUR, f"{WHOLE}, 1 claim 0 2, 1 claim 0 2", 14),
    ("not-your-turn", HONOUR, f"{WHOLE}, 1 accept, 1 claim 0 2", 14),
]


@pytest.mark.parametrize("code, options, text, at", PROVOKED)
def test_it_refuses(code: str, options: dict[str, object], text: str, at: int) -> None:
    assert refused(start(options), text) == (at, code)


@pytest.mark.parametrize(
    "code, text, at",
    [
        ("not-in-hand", "1 beg, 0 run, 1 discard AH AH 2C", 2),
        ("not-in-hand", "1 beg, 0 run, 1 discard JH", 2),
        ("wrong-count", "1 beg, 0 run, 1 discard 2C", 2),
        ("wrong-count", "1 beg, 0 run, 1 discard 2C 3C 4S KS", 2),
        ("not-your-turn", "1 beg, 0 run, 1 discard 2C 3C 4S, 1 discard KS TD AH", 3),
        ("wrong-phase", "1 beg, 0 run, 1 play AH", 2),
    ],
)
def test_it_refuses_a_discard(code: str, text: str, at: int) -> None:
    assert refused(start(RUN, cards=MORE), text) == (at, code)


def test_it_finds_malformed_and_wrong_result_in_records() -> None:
    state = after(start(), WHOLE)
    actions = [action(line) for line in WHOLE.split(",")]
    whole = record.write(GAME, state.table.setup, actions, state.result)
    assert record.verify(whole)["ok"]
    assert record.verify({**whole, "result": {}})["error"] == "wrong-result"
    assert record.verify({**whole, "deck": []})["error"] == "malformed"


def test_it_provokes_every_code() -> None:
    assert {code for code, *_ in PROVOKED} | {"wrong-count", "malformed", "wrong-result"} == set(GAME.refusals)


@pytest.mark.parametrize(
    "text, card, binds",
    [
        ("1 stand, 1 play AH", "3S", "2H JH"),
        ("1 stand, 1 play KS", "9D", "3S"),
    ],
)
def test_it_shows_the_cards_that_bind(text: str, card: str, binds: str) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.check(after(start(), text), action(f"0 play {card}"))
    assert names(refusal.value.binds) == binds.split()


def test_it_accepts_any_card_on_your_honour() -> None:
    state = after(start(HONOUR), "1 stand, 1 play AH")
    assert {move.card for move in GAME.legal(state)} == {action(f"0 play {card}").card for card in DEALER.split()}
    assert GAME.step(state, action("0 play 3S")).hands[0] == tuple(sorted(set(state.hands[0]) - {1}))
