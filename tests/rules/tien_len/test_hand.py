"""Chops, instant wins, views, and the words for a finished hand of Tien Len, where the cases leave room."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.cards import NAMES, cards, names
from games.rules.core import Message, Seat
from games.rules.tien_len.explanation import explain
from games.rules.tien_len.instant import NAMES as INSTANT
from games.rules.tien_len.state import Chop
from tests.rules.chance import any_setup, random_hand
from tests.rules.climbing.records import SORTED
from tests.rules.climbing.table import FIRST, passes, play
from tests.rules.tien_len.hands import GAME, after, with_hands

ROWS = ("2H 9S KS", "3S 3C 4D 4H 5S 5C 9C", "7S 7C 7D 7H 8S", "3D 3H 4S 4C 5D 5H 6D 6H JS")
THREE_PAIRS, FOUR, FOUR_PAIRS = "3S 3C 4D 4H 5S 5C", "7S 7C 7D 7H", "3D 3H 4S 4C 5D 5H 6D 6H"


def test_a_chop_is_shown_until_it_is_paid() -> None:
    state = after(with_hands(*ROWS, chop_points=True), play(0, "2H"), play(1, THREE_PAIRS))
    view = GAME.view(state, 3)
    assert (view.chop, view.chops) == (Chop(0, 1, 2), (0, 0, 0, 0))
    state = after(state, play(2, FOUR), play(3, FOUR_PAIRS))
    assert GAME.view(state, None).chop == Chop(2, 3, 2 + 3 + 4)
    state = after(state, *passes(0, 1, 2))
    view = GAME.view(state, None)
    assert (view.chop, view.chops, state.to_act) == (None, (0, 0, -9, 9), (3,))


def test_a_chop_costs_nothing_where_it_is_not_paid() -> None:
    state = after(with_hands(*ROWS), play(0, "2H"), play(1, THREE_PAIRS))
    assert GAME.view(state, None).chop is None
    assert after(state, *passes(2, 3, 0)).chops == (0, 0, 0, 0)


def test_who_has_gone_out_with_what_is_chopped_pays_too() -> None:
    state = after(with_hands("2H", FOUR + " 8S", "3D", chop_points=True), play(0, "2H"), play(1, FOUR))
    state = after(state, *passes(2))
    assert state.chops == (-2, 2, 0) and state.to_act == (1,)


def test_a_late_chopper_stays_out_of_the_trick() -> None:
    state = with_hands("9S 2S 2H", "TS JS JC", FOUR_PAIRS + " 8S 8C 8D 8H", chop_after_pass="any")
    state = after(state, play(0, "9S"), play(1, "TS"), *passes(2), play(0, "2S"))
    state = after(state, *passes(1), play(2, "8S 8C 8D 8H"))
    assert state.to_act == (0,) and GAME.view(state, None).passed_out == (1, 2)
    state = after(state, *passes(0, 1))
    assert state.to_act == (2,) and state.top is None  # its chop has won


def test_a_trick_ends_when_nobody_is_left_to_ask() -> None:
    state = with_hands("3S 9S", "4S 5S 6S", "7S", "8S TS JS")
    state = after(state, play(0, "3S"), *passes(1), play(2, "7S"), *passes(3), play(0, "9S"))
    # The seat of the 7 has gone out, the others have passed.
    assert state.to_act == (1,) and state.top is None and state.out == (2, 0)


def test_the_next_seat_leads_for_who_has_gone_out() -> None:
    state = after(with_hands("3S", "4S 5S", "6S 7S"), play(0, "3S"), *passes(1, 2))
    assert state.to_act == (1,) and state.top is None


def test_a_hand_may_win_at_the_deal() -> None:
    deck = tuple(map(NAMES.index, SORTED))
    state = GAME.start(GAME.setup({"instant": True}, FIRST, deck))
    assert (state.phase, state.to_act, state.instant) == ("over", (), "dragon")
    assert explain(state).messages[0] == Message(
        "%(seat)s {wins|win} at the deal, with %(what)s.", {"seat": Seat(3), "what": INSTANT["dragon"]}
    )
    assert GAME.trick(state) == 0 and GAME.legal(state) == []


def test_of_several_the_higher_name_wins() -> None:
    twos = "2S 2C 2D 2H 3S 4S 5S 6S 7S 9S TS JS QS"
    pairs = "4C 4D 5C 5D 6C 6D 7C 7D 8C 8D TC JC KC"
    rest = [name for name in SORTED if name not in (twos + " " + pairs).split()]
    deck = [card for both in zip(pairs.split(), twos.split(), strict=True) for card in both] + rest
    state = GAME.start(GAME.setup({"instant": True, "players": 2}, FIRST, cards(" ".join(deck))))
    assert (state.instant, state.result["winner"]) == ("four-twos", 1)


def test_it_says_why_places_were_taken() -> None:
    state = with_hands("2S 3S", "5S 5C 5D 5H 6S", "4S 2D", chop_points=True, twos_left=True)
    state = after(state, play(0, "2S"), play(1, "5S 5C 5D 5H"), *passes(2, 0), play(1, "6S"), *passes(2, 0))
    state = after(state, play(2, "4S"), *passes(0), play(2, "2D"))
    messages = explain(state).messages
    assert messages == GAME.explain(state).messages
    assert messages[0].text == "Trick %(number)s: %(seat)s {chops|chop} with %(combo)s."
    assert Message("%(seat)s {is|are} second.", {"seat": Seat(2)}) in messages
    assert Message("Chops bring %(seat)s %(points)s.", {"seat": Seat(1), "points": 1}) in messages
    assert Message("Chops cost %(seat)s %(points)s.", {"seat": Seat(0), "points": 1}) in messages
    assert state.result["points"] == [-3, 3, 0]


def test_it_says_what_cards_left_cost() -> None:
    state = after(with_hands("3S", "4S 2S", "5S 6S", ending="first-out", twos_left=True), play(0, "3S"))
    pays = {
        (message.values["seat"], message.values["payment"])
        for message in explain(state).messages
        if "payment" in message.values
    }
    assert pays == {(Seat(1), 4), (Seat(2), 4), (Seat(1), 1)}
    assert state.result["points"] == [9, -5, -4]


@pytest.mark.parametrize("seed", range(40))
def test_it_fills_every_sentence(seed: int) -> None:
    rng = Random(seed)
    *_, (over, _) = random_hand(GAME, any_setup(GAME, rng), rng)
    for message in explain(over).messages:
        assert message.text % dict.fromkeys((*message.values, "seat_owner"), "x")
    assert sum(over.result["points"]) == sum(over.result["chops"]) == 0


def test_it_shows_the_lowest_card_where_it_chose_the_leader() -> None:
    deck = tuple(map(NAMES.index, SORTED))
    view = GAME.view(GAME.start(GAME.setup({}, FIRST, deck)), None)
    assert names([view.lowest, view.must_contain]) == ["3S", "3S"] and view.to_act == (3,)
    later = {"dealer": 0, "winner": 1, "loser": 0}
    view = GAME.view(GAME.start(GAME.setup({}, later, deck)), None)
    assert (view.lowest, view.must_contain, view.to_act) == (None, None, (1,))
    free = GAME.view(GAME.start(GAME.setup({"lowest_first": False}, FIRST, deck)), None)
    assert names([free.lowest]) == ["3S"] and free.must_contain is None


def test_a_match_is_of_full_length() -> None:
    lengths = {"hands": 7}, {}, {"hands": 0, "target": 10}, {"hands": 0, "target": 11}
    assert [GAME.is_full_length(GAME.resolve(chosen)) for chosen in lengths] == [False, True, False, True]


def test_presets_are_options_of_the_page() -> None:
    assert [preset.key for preset in GAME.presets] == ["places", "southern", "cards-left", "duel"]
    for preset in GAME.presets:
        assert len(GAME.differences(preset.options)) == len(preset.options)
