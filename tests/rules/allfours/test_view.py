"""Who sees what (/rules/all-fours/#12), and the order of a hand."""

from __future__ import annotations

import pytest

from games.rules.allfours.actions import Announce, Discard
from games.rules.cards import SUITS, cards, names
from games.rules.four_chances.order import groups, sort_hand
from tests.rules.allfours.hands import GAME, PLAYED, after, dealt, start

WHOLE = f"1 stand, {PLAYED}"
MORE = dealt(then="5C 6C 7C 8C 9C JC 6S")


def test_it_shows_a_seat_its_own_hand_only() -> None:
    state = after(start(), "1 stand")
    assert names(GAME.view(state, 0).hand) == ["JH", "2H", "3S", "9D", "AC", "TC"]
    assert GAME.view(state, None).hand == ()
    assert GAME.view(state, 0).out == ()
    assert GAME.view(state, 0).stock == 39


def test_it_shows_a_discard_to_its_own_seat_only() -> None:
    state = after(start({"discard": "to-six"}, cards=MORE), "1 beg, 0 run, 0 discard 9D 3S 9C")
    mine, theirs = GAME.view(state, 0), GAME.view(state, 1)
    assert names(mine.discards) == ["9D", "3S", "9C"]
    assert theirs.discards == ()
    assert mine.discarded == theirs.discarded == (3, 0)
    assert mine.memory[-1] == Discard(0, cards("9D 3S 9C"))
    assert theirs.memory[-1] == Discard(0, None)


def test_it_keeps_earlier_tricks_closed_where_the_players_count() -> None:
    text = ",".join(WHOLE.split(",")[:7])
    assert len(GAME.view(after(start(), text), 0).tricks) == 3
    closed = GAME.view(after(start({"announce": "self"}), text), 0)
    assert closed.tricks == (closed.last_trick,)
    assert closed.won == (1, 2)
    assert len(closed.memory) == 7
    claims = after(start({"announce": "self", "discipline": "honour"}), WHOLE)
    assert len(GAME.view(claims, None).tricks) == 6
    assert len(GAME.view(after(claims, "0 accept, 1 accept"), 0).tricks) == 1


def test_it_hides_an_announcement_until_both_are_in() -> None:
    state = after(start({"announce": "self"}), f"{WHOLE}, 0 announce low")
    assert GAME.view(state, 0).announcements == (("low",), None)
    assert GAME.view(state, 1).announcements == (None, None)
    assert GAME.view(state, None).announcements == (None, None)
    assert GAME.view(state, 1).announced == (0,)
    assert GAME.view(state, 1).memory[-1] == Announce(0, None)
    over = GAME.view(after(state, "1 announce high"), None)
    assert over.announcements == (("low",), ("high",))
    assert over.memory[-2] == Announce(0, ("low",))


def test_it_opens_everything_when_the_hand_is_over() -> None:
    view = GAME.view(after(start({"announce": "self"}), f"{WHOLE}, 0 announce low, 1 announce high"), None)
    assert set(view.out[1]) == set(cards("AH 2C 3C KS TD 4S"))
    assert len(view.tricks) == 6


def test_it_tells_who_may_ask() -> None:
    state = after(start(), "1 stand, 1 play AH")
    assert [GAME.view(state, seat).may_ask for seat in (0, 1, None)] == [False, True, False]
    assert GAME.moves(GAME.view(state, 1)) == []


@pytest.mark.parametrize(
    "trump, expected",
    [("S", "AS 2S 9H 8C 7D"), ("H", "9H AS 2S 7D 8C"), ("C", "8C 9H AS 2S 7D"), ("D", "7D AS 2S 9H 8C")],
)
def test_it_sorts_a_hand_trumps_first(trump: str, expected: str) -> None:
    held = cards("2S 9H 7D AS 8C")
    assert names(sort_hand(held, SUITS.index(trump))) == expected.split()
    assert groups(held, SUITS.index(trump))[0][0] == trump
    assert sum(len(of_suit) for _, of_suit in groups(held, SUITS.index(trump))) == 5
