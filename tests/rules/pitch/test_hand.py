"""The course of hands of Pitch: the auction, the pitch, the count, set-backs and sales."""

from __future__ import annotations

import pytest

from games.rules.cards import SUITS, cards, names
from games.rules.core import Seat
from games.rules.four_chances.asking import answer
from games.rules.pitch.actions import BID, KEEP, OFFER, PASS, SELL
from tests.rules.four_chances.hands import items, played_out
from tests.rules.pitch.hands import BID as BIDDING
from tests.rules.pitch.hands import GAME, HANDS, PLAYED, WHOLE, after, start

COMMERCIAL = {"edition": "commercial"}
DOM_PEDRO = {"edition": "dom-pedro"}
JOKERS = ("AH KH JH 9S 8S LJ", *HANDS[1:])


# --- the auction ------------------------------------------------------------------------------


def test_it_lets_the_eldest_pitch_where_nothing_is_bid() -> None:
    state = start({"edition": "blind"}, held=HANDS[:2])
    assert (state.phase, state.to_act, state.course.bound) == ("play", (1,), None)


def test_it_asks_from_the_eldest_to_the_dealer_and_binds_the_highest_bidder() -> None:
    state = after(start(), "1 bid 1, 2 pass, 3 bid 2")
    assert (state.phase, state.to_act) == ("bid", (0,))
    state = after(state, "0 pass")
    assert (state.phase, state.to_act, state.course.bound) == ("play", (3,), (3, 2))


def test_it_offers_every_bid_that_is_open() -> None:
    assert list(GAME.legal(start())) == [PASS[1], *BID[1][1:5]]
    assert list(GAME.legal(after(start(), "1 bid 2"))) == [PASS[2], BID[2][3], BID[2][4]]
    assert list(GAME.legal(start(COMMERCIAL))) == [OFFER[1], KEEP[1]]
    assert list(GAME.legal(after(start(COMMERCIAL), "1 offer, 2 bid 1, 3 pass, 0 pass"))) == [SELL[1], KEEP[1]]


@pytest.mark.parametrize(
    "dealer_bid, highest, is_asked",
    [("none", 4, False), ("below", 4, False), ("top", 4, True), ("any", 4, True), ("below", 3, True), ("top", 3, True)],
)
def test_it_asks_a_dealer_who_may_take_a_bid_over(dealer_bid: str, highest: int, is_asked: bool) -> None:
    state = after(start({"dealer_bid": dealer_bid}), f"1 bid {highest}")
    passed = state if state.to_act != (2,) else after(state, "2 pass, 3 pass")
    assert (passed.to_act == (0,)) is is_asked


def test_it_goes_round_again_where_bids_may_be_raised() -> None:
    state = after(start({"rebid": True}), "1 bid 1, 2 bid 2, 3 pass, 0 bid 3")
    assert state.to_act == (1,)
    assert after(state, "1 pass, 2 pass").course.bound == (0, 3)


def test_it_scores_a_sale_at_once_and_binds_the_buyer() -> None:
    state = after(start(COMMERCIAL), "1 offer, 2 pass, 3 bid 2, 0 pass, 1 sell")
    assert (state.scores, state.items, state.to_act) == ((0, 2, 0, 0), (("sale", 1, 2),), (3,))
    assert state.course.bound == (3, 2)


def test_it_ends_a_game_that_a_sale_wins() -> None:
    options = {**COMMERCIAL, "sale_can_win": True}
    state = after(start(options, scores=[0, 5, 0, 0]), "1 offer, 2 bid 2, 3 pass, 0 pass, 1 sell")
    assert (state.result["end"], state.result["winner"], state.result["trump"]) == ("sale", 1, None)
    assert GAME.legal(state) == []


def test_it_binds_an_eldest_who_keeps_the_pitch() -> None:
    assert after(start(COMMERCIAL), "1 keep").course.bound == (1, 4)
    state = after(start(COMMERCIAL), "1 offer, 2 pass, 3 bid 2, 0 pass, 1 keep")
    assert (state.course.bound, state.scores) == ((1, 2), (0, 0, 0, 0))
    assert after(start(DOM_PEDRO, held=JOKERS), "1 keep").course.bound == (1, 36)


def test_it_passes_over_a_seat_that_may_bid_nothing() -> None:
    state = after(start(COMMERCIAL, scores=[0, 4, 0, 0]), "1 offer, 2 bid 2")
    assert (state.phase, state.to_act) == ("answer", (1,))
    nobody = after(start(COMMERCIAL, scores=[0, 6, 0, 0]), "1 offer")
    assert (nobody.phase, nobody.to_act, nobody.course.bound) == ("play", (1,), None)


@pytest.mark.parametrize(
    "options, phase, bound",
    [
        ({}, "play", None),
        ({"all_pass": "redeal"}, "over", None),
        ({"all_pass": "forced"}, "play", (0, 1)),
        ({"all_pass": "forced", "min_bid": 2}, "play", (0, 2)),
    ],
)
def test_it_knows_what_follows_when_all_pass(options: dict[str, object], phase: str, bound: object) -> None:
    state = after(start(options), "1 pass, 2 pass, 3 pass, 0 pass")
    assert (state.phase, state.course.bound) == (phase, bound)


# --- the play and the count -------------------------------------------------------------------


def test_it_makes_trumps_of_the_first_suit_led() -> None:
    state = after(start(), f"{BIDDING}, 1 play 9S")
    assert SUITS[state.trump] == "S"
    assert names(move.card for move in GAME.legal(state)) == ["QS", "KS", "AS"]


def test_it_lets_the_joker_be_pitched_where_the_table_allows() -> None:
    assert LJ not in pitched_in(start(DOM_PEDRO, held=JOKERS))
    spades = start({**DOM_PEDRO, "joker_led": "spades"}, held=JOKERS)
    assert LJ in pitched_in(spades)
    state = after(spades, "1 keep, 1 play LJ")
    assert SUITS[state.trump] == "S"
    assert names(move.card for move in GAME.legal(state)) == ["QS", "KS", "AS"]


LJ = cards("LJ")[0]


def pitched_in(state):
    """Return the cards that may be pitched once the eldest has kept."""
    return [move.card for move in GAME.legal(after(state, "1 keep"))]


def test_it_counts_a_bid_that_is_made() -> None:
    state = after(start(), WHOLE)
    assert items(state) == [("high", 1, 1), ("low", 2, 1), ("jack", 1, 1), ("game", 2, 1)]
    assert state.result["contract"] == {"seat": 1, "points": 2, "made": 2}
    assert state.result["pips"] == [0, 18, 27, 0]


def test_it_sets_back_a_bidder_who_falls_short() -> None:
    state = after(start(), f"1 bid 3, 2 pass, 3 pass, 0 pass, {PLAYED}")
    assert items(state) == [("set-back", 1, -3), ("low", 2, 1), ("game", 2, 1)]
    assert state.result["scores"] == [0, -3, 2, 0]


def test_it_counts_what_partners_make_together() -> None:
    state = after(start({"partners": True}), f"1 bid 2, 2 pass, 3 pass, 0 pass, {PLAYED}")
    assert items(state) == [("high", 1, 1), ("low", 0, 1), ("jack", 1, 1), ("game", 0, 1)]
    assert state.result["pips"] == [27, 18]


@pytest.mark.parametrize("first, winner", [("order", 2), ("bidder", 1)])
def test_it_counts_the_bidder_first_where_the_table_wants_it(first: str, winner: int) -> None:
    state = after(start({"count_first": first}, scores=[0, 5, 6, 0]), WHOLE)
    assert state.result["winner"] == winner


def test_it_counts_pedro_sancho_dom_and_snoozer_for_the_taker() -> None:
    held = ("AH KH JH 9H TH LJ", "2H 3H 5H KS QS 2C", "4H 9S AC KC QC 3C", "6H 4D AD KD QD 2D")
    state = played_out(GAME, after(start(DOM_PEDRO, held=held), "1 keep, 1 play AH"))
    assert {what: points for what, _, points in items(state)} == {
        "high": 1, "low": 1, "jack": 1, "game": 1, "three": 3, "five": 5, "nine": 9, "snoozer": 15
    }  # fmt: skip
    assert state.result["pips"] is None


def test_it_answers_who_asks_about_a_trump() -> None:
    state = after(start(), f"{BIDDING}, 1 play AH, 1 ask, 2 play 2H, 2 ask")
    assert [tuple(answer) for answer in GAME.view(state, None).answers] == [
        (1, cards("AH")[0], True, False),
        (2, cards("2H")[0], False, True),
    ]
    assert not GAME.view(state, 2).may_ask


def test_it_says_neither_high_nor_low_of_the_joker() -> None:
    assert answer(cards("LJ 2H AH"), SUITS.index("H"), LJ) == (False, False)
    assert answer(cards("LJ 4D 9C"), SUITS.index("S"), LJ) == (False, False)


# --- words ------------------------------------------------------------------------------------


def test_it_explains_a_hand() -> None:
    texts = [line.text for line in GAME.explain(after(start(), WHOLE)).messages]
    assert all(text.startswith("Trick") for text in texts[2:8])
    assert texts[:2] == [
        "%(seat)s pitched %(card)s and made its suit trumps.",
        "Bid: %(seat)s had to make %(points)d and made %(made)d.",
    ]
    assert [text.split(":")[0] for text in texts[8:]] == ["High", "Low", "Jack", "Game"]


def test_it_explains_a_sale_and_a_set_back() -> None:
    state = played_out(GAME, after(start(COMMERCIAL), "1 offer, 2 pass, 3 bid 4, 1 sell"))
    values = {line.text.split(":")[0]: line.values for line in GAME.explain(state).messages}
    assert values["Sale"] == {"seat": Seat(1), "buyer": Seat(3), "points": 4}
    assert values["Set back"]["seat"] == Seat(3)


def test_it_explains_a_pitch_that_nobody_bid_for() -> None:
    free = played_out(GAME, after(start(), "1 pass, 2 pass, 3 pass, 0 pass"))
    assert "Bid: nobody bid, so %(seat)s owed nothing." in [line.text for line in GAME.explain(free).messages]
    blind = played_out(GAME, start({"edition": "blind"}, held=HANDS[:2]))
    assert not [line for line in GAME.explain(blind).messages if line.text.startswith("Bid")]


def test_it_explains_a_hand_thrown_in() -> None:
    state = after(start({"all_pass": "redeal"}), "1 pass, 2 pass, 3 pass, 0 pass")
    assert [line.text for line in GAME.explain(state).messages] == [
        "Nobody bid, so the hand is thrown in: the same dealer deals again."
    ]


def test_it_explains_a_game_that_nobody_scores() -> None:
    held = ("AH KS 3S 4S 5S 6S", "2H KD 3D 4D 5D 6D")
    text = "1 play AH, 0 play 2H, 1 play KS, 0 play KD, 1 play 3S, 0 play 3D"
    blind = played_out(GAME, after(start({"edition": "blind", "game_by": "ten"}, held=held), text))
    assert GAME.explain(blind).messages[-1].text == "Game: %(card)s was not in play, so nobody scores it."
    held = ("3H 4S 5S 6S 7S 8S", "2H 4D 5D 6D 7D 8D")
    even = played_out(GAME, after(start({"edition": "blind"}, held=held), "1 play 3H"))
    assert GAME.explain(even).messages[-1].text == "Game: several count %(pips)d, so nobody scores it."
