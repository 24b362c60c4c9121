"""Who sees what (/rules/pitch/#10), and the order of a hand with a joker."""

from __future__ import annotations

import pytest

from games.rules.cards import SUITS, cards, names
from games.rules.four_chances.order import groups, sort_hand
from games.rules.four_chances.state import NO_TRUMP
from tests.rules.pitch.hands import BID, GAME, HANDS, WHOLE, after, start


def test_it_shows_a_seat_its_own_hand_only() -> None:
    state = after(start(), BID)
    assert set(names(GAME.view(state, 2).hand)) == set(HANDS[1].split())
    assert GAME.view(state, None).hand == ()
    assert GAME.view(state, 0).out == ()


def test_partners_do_not_see_each_others_hands() -> None:
    view = GAME.view(after(start({"partners": True}), "1 bid 2"), 3)
    assert set(names(view.hand)) == set(HANDS[2].split())


def test_it_shows_the_auction_to_all() -> None:
    state = after(start({"edition": "commercial"}), "1 offer, 2 bid 1, 3 pass, 0 bid 3, 1 keep")
    view = GAME.view(state, None)
    assert [action.do for action in view.auction] == ["offer", "bid", "pass", "bid", "keep"]
    assert (view.highest, view.bound, view.pitcher) == ((0, 3), (1, 3), 1)
    assert view.memory == view.auction


def test_it_tells_who_is_to_bid_what_is_open() -> None:
    state = after(start(), "1 bid 2")
    assert GAME.view(state, 2).bids == (3, 4)
    assert GAME.view(state, 3).bids == GAME.view(state, None).bids == ()
    assert GAME.view(after(start(), BID), 1).bids == ()


def test_it_names_trump_and_pitcher_once_they_are_known() -> None:
    state = after(start(), "1 pass, 2 bid 2, 3 pass")
    assert (GAME.view(state, 0).trump, GAME.view(state, 0).pitcher) == (None, None)
    state = after(state, "0 pass")
    assert (GAME.view(state, 0).trump, GAME.view(state, 0).pitcher) == (None, 2)
    state = after(state, "2 play AS")
    assert (GAME.view(state, 0).trump, GAME.view(state, 0).pitcher) == ("S", 2)


def test_it_keeps_every_trick_open() -> None:
    view = GAME.view(after(start(), ",".join(WHOLE.split(",")[:14])), 0)
    assert len(view.tricks) == 2
    assert view.won == (0, 2, 0, 0)
    assert names(view.trick) == ["JH", "2C"]
    assert view.stock == 28


def test_it_opens_everything_when_the_hand_is_over() -> None:
    view = GAME.view(after(start(), WHOLE), None)
    assert [set(names(hand)) for hand in view.out] == [set(HANDS[seat - 1].split()) for seat in range(4)]
    assert (view.phase, view.to_act, view.pitcher) == ("over", (), 1)


@pytest.mark.parametrize(
    "trump, expected",
    [("S", "AS 2S LJ 9H 8C 7D"), ("H", "9H LJ AS 2S 7D 8C"), (None, "AS 2S 9H 8C 7D LJ")],
)
def test_it_puts_the_joker_under_the_lowest_trump(trump: str | None, expected: str) -> None:
    held = cards("2S 9H LJ 7D AS 8C")
    suit = NO_TRUMP if trump is None else SUITS.index(trump)
    assert names(sort_hand(held, suit)) == expected.split()
    assert sum(len(of_suit) for _, of_suit in groups(held, suit)) == 6
    assert groups(held, suit)[0][0] == trump if trump else groups(held, suit)[-1] == ("", cards("LJ"))
