"""Exchange, titles, skips, revolution, secrecy, and the words for a finished hand of President."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.cards import NAMES, cards, names
from games.rules.core import Message, Played, Seat
from games.rules.president import TITLES, title
from games.rules.president.actions import Give
from games.rules.president.explanation import explain
from games.rules.president.state import State
from tests.rules.chance import any_setup, random_hand
from tests.rules.climbing.records import SORTED
from tests.rules.climbing.table import passes, play
from tests.rules.president.hands import GAME, after, with_hands

#: the dealer, seat 3, gets the diamonds and is scum; 0 clubs and vice-president, 1 hearts and president, 2 spades
AGAIN = {"dealer": 3, "order": [1, 0, 2, 3]}
DECK = tuple(map(NAMES.index, SORTED))


def again(**chosen: object) -> State:
    state: State = GAME.start(GAME.setup(chosen, AGAIN, DECK))
    return state


def give(seat: int, text: str) -> Give:
    return Give(seat, cards(text))


# --- exchange


def test_the_president_is_the_first_to_act_in_the_exchange() -> None:
    state = again()
    assert (state.phase, state.to_act) == ("exchange", (1, 0))
    assert [hand.bit_count() for hand in state.hands] == [13, 13, 12, 11]
    assert len(GAME.legal(state)) == 13 * 12 // 2 + 13


def test_cards_change_hands_with_each_gift() -> None:
    state = after(again(), give(0, "3C"))
    assert state.to_act == (1,) and GAME.view(state, 0).counts == (13, 13, 13, 11)
    assert cards("2S")[0] in GAME.view(state, 0).hand and cards("3C")[0] in GAME.view(state, 2).hand
    state = after(state, give(1, "3H 4H"))
    assert (state.phase, state.to_act) == ("play", (1,)) and [h.bit_count() for h in state.hands] == [13] * 4


def test_an_exchange_is_seen_by_the_two_who_make_it() -> None:
    state = after(again(), give(1, "3H 4H"))
    for seat in (None, 0, 2):
        scum, vice = GAME.view(state, seat).exchanges
        assert (scum.payer, scum.taker, scum.count, scum.has_given) == (3, 1, 2, True)
        assert scum.tribute == scum.gift == ()
        assert (vice.has_given, vice.gift) == (False, ())
        assert GAME.view(state, seat).memory == (Give(1, ()),)
    for seat in (1, 3):
        view = GAME.view(state, seat)
        assert names(view.exchanges[0].tribute) == ["AD", "2D"] and names(view.exchanges[0].gift) == ["3H", "4H"]
        assert view.exchanges[1].tribute == () and view.memory == (give(1, "3H 4H"),)
    assert names(GAME.view(state, 0).exchanges[1].tribute) == ["2S"]


def test_titles_are_those_of_the_last_hand() -> None:
    assert GAME.view(again(), None).titles == ("vice-president", "president", "vice-scum", "scum")
    assert GAME.view(with_hands("3C", "4C", "5C"), None).titles == ()
    assert [title(place, 3) for place in range(3)] == ["president", "citizen", "scum"]
    assert [title(place, 5) for place in range(5)] == ["president", "vice-president", "citizen", "vice-scum", "scum"]
    assert title(3, 7) == "citizen" and set(TITLES) == {title(place, 7) for place in range(7)}


# --- play


def test_a_skip_is_shown_and_is_no_pass() -> None:
    state = with_hands("3C 4C", "3D 9C", "3H 5H", "6S 7S", equal="skip", pass_out=True)
    state = after(state, play(0, "3C"), play(1, "3D"))
    view = GAME.view(state, None)
    assert (view.skipped, view.to_act, view.passed_out) == (2, (3,), ())
    state = after(state, play(3, "6S"))
    assert (GAME.view(state, None).skipped, state.to_act) == (None, (0,))
    state = after(state, *passes(0, 1))
    assert state.to_act == (2,)  # skipped, but not out of the trick


def test_a_skip_may_end_the_trick() -> None:
    state = with_hands("3C 4C", "3D 9C", "5H 6H", equal="skip", pass_out=True)
    state = after(state, play(0, "3C"), play(1, "3D"))
    assert (GAME.view(state, None).skipped, state.to_act) == (2, (0,))
    state = after(state, *passes(0))
    assert state.to_act == (1,) and state.top is None


def test_a_four_turns_the_ranks() -> None:
    state = with_hands("4C 4D 4H 4S KD 9D", "3D 9C 2C", "5H JH", revolution=True)
    state = after(state, play(0, "4C 4D 4H 4S"))
    assert GAME.view(state, 1).turned
    state = after(state, *passes(1, 2), play(0, "KD"))
    assert [action for action in GAME.legal(state) if action.do == "play"] == [play(1, "3D"), play(1, "9C")]


def test_twos_that_are_four_of_a_kind_turn_and_do_not_clear() -> None:
    state = with_hands("2C 2D 2H 2S KD", "3D 9C", "5H JH", revolution=True)
    assert after(state, play(0, "2C 2D 2H 2S")).to_act == (1,)
    plain = with_hands("2C 2D 2H 2S KD", "3D 9C", "5H JH")
    assert after(plain, play(0, "2C 2D 2H 2S")).to_act == (0,)


def test_jokers_are_equal_and_above_all() -> None:
    state = with_hands("2C 3C", "LJ 9C", "BJ 5H", jokers=True, two_clears=False, equal="allow")
    state = after(state, play(0, "2C"), play(1, "LJ"), play(2, "BJ"))
    assert GAME.view(state, None).to_beat_seat == 2


def test_places_are_shown_as_they_are_taken() -> None:
    state = with_hands("2C", "4C", "5H 6H", "7S 8S", finish_on_two=False)
    state = after(state, play(0, "2C"), play(1, "4C"))
    assert GAME.view(state, None).places == (3, 0, None, None)


# --- the match and its words


def test_the_order_is_handed_on() -> None:
    played = [Played({}, {"winner": 3, "loser": 1, "order": [3, 0, 2, 1], "points": [1, 0, 0, 2]})]
    assert GAME.following(GAME.resolve({}), played, (), Random(1)) == {"dealer": 1, "order": [3, 0, 2, 1]}
    first = GAME.following(GAME.resolve({"players": 7}), [], (), Random(1))
    assert first["order"] is None and 0 <= first["dealer"] < 7


def test_it_says_why() -> None:
    state = with_hands("2C 3C", "4C 9C", "5H 2H", finish_on_two=False)
    state = after(state, play(0, "2C"), play(0, "3C"), play(1, "4C"), play(2, "5H"), play(1, "9C"))
    messages = explain(state).messages
    assert messages == GAME.explain(state).messages
    assert messages[0].text == "Trick %(number)s: %(seat)s {clears|clear} the table with %(combo)s."
    assert Message("%(seat)s {was|were} the last with cards.", {"seat": Seat(2)}) in messages
    places = [line for line in messages if "place" in line.values]
    assert [line.values["seat"] for line in places] == [Seat(0), Seat(1), Seat(2)]
    assert places[0].values["title"] == TITLES["president"] and places[0].values["points"] == 2


def test_it_says_who_lost_the_place() -> None:
    state = with_hands("2C", "4C 9C", "5H", finish_on_two=False)
    state = after(state, play(0, "2C"), play(1, "4C"), play(2, "5H"))
    text = "%(seat)s went out on a two or a joker, which costs the place."
    assert Message(text, {"seat": Seat(0)}) in explain(state).messages
    assert state.result is not None and state.result["order"] == [2, 1, 0]


def test_it_says_what_was_exchanged() -> None:
    rng = Random(3)
    *_, (over, _) = random_hand(GAME, again().setup, rng)
    message = explain(over).messages[0]
    assert message.text == "%(loser)s gave %(tribute)s to %(winner)s and got %(gift)s back."
    assert (message.values["loser"], message.values["winner"]) == (Seat(3), Seat(1))
    # When the hand is over, all cards are open.
    assert all(len(exchange.gift) == exchange.count for exchange in GAME.view(over, None).exchanges)
    assert GAME.view(over, None).memory[0].cards


@pytest.mark.parametrize("seed", range(40))
def test_it_fills_every_sentence(seed: int) -> None:
    rng = Random(seed)
    *_, (over, _) = random_hand(GAME, any_setup(GAME, rng), rng)
    for message in explain(over).messages:
        assert message.text % dict.fromkeys((*message.values, "seat_owner"), "x")


@pytest.mark.parametrize(
    ("chosen", "full"),
    [
        ({}, True),
        ({"hands": 7}, False),
        ({"hands": 0, "target": 11}, True),
        ({"hands": 0, "target": 10}, False),
        ({"hands": 0, "target": 11, "score": "places"}, False),
        ({"hands": 0, "target": 16, "score": "places"}, True),
    ],
)
def test_a_match_is_of_full_length(chosen: dict[str, object], full: bool) -> None:
    assert GAME.is_full_length(GAME.resolve(chosen)) is full


def test_presets_are_options_of_the_page() -> None:
    assert [preset.key for preset in GAME.presets] == ["classic", "to-eleven", "skip", "daifugo"]
    for preset in GAME.presets:
        assert len(GAME.differences(preset.options)) == len(preset.options)
