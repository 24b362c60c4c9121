"""The odd card, the last card, views, and the words for a finished hand of Big Two, where the cases leave room."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.big_two.explanation import explain
from games.rules.cards import cards, names
from games.rules.climbing.deal import Odd
from games.rules.climbing.score import seats_of
from games.rules.core import Message, Played, Seat
from tests.rules.big_two.hands import GAME, after, with_hands
from tests.rules.chance import random_hand, shuffled
from tests.rules.climbing.table import FIRST, passes, play


def dealt(rng: Random, **chosen: object) -> object:
    options = GAME.resolve(chosen)
    return GAME.start(GAME.setup(chosen, FIRST, shuffled(GAME, options, rng)))


def test_it_shows_the_odd_card_and_the_lowest_to_all() -> None:
    state = GAME.start(GAME.setup({"players": 3}, FIRST, (*cards("3D 3C"), *other_cards(), *cards("2S"))))
    for seat in (None, 0, 1, 2):
        view = GAME.view(state, seat)
        assert view.odd == Odd(cards("2S")[0], 0)
        assert names([view.lowest, view.must_contain]) == ["3D", "3D"]
        assert view.counts == (18, 17, 17)
    view = GAME.view(GAME.step(state, play(0, "3D")), 1)
    assert names([view.lowest]) == ["3D"] and view.must_contain is None


def other_cards() -> tuple[int, ...]:
    return tuple(card for card in range(52) if card not in cards("3D 3C 2S"))


def test_it_keeps_cards_out_of_play() -> None:
    state = GAME.start(GAME.setup({"players": 2, "cards": 13}, FIRST, tuple(range(52))))
    assert sum(hand.bit_count() for hand in state.hands) == 26 and state.odd is None


def test_a_pass_may_be_final() -> None:
    state = with_hands("3D 9D KD", "4C TC AC", "5H JH 2H", "6S QS 2S", pass_out=True)
    state = after(state, play(0, "3D"), *passes(1), play(2, "5H"))
    assert GAME.view(state, None).passed_out == (1,)
    state = after(state, *passes(3), play(0, "9D"))
    assert state.to_act == (2,) and GAME.view(state, None).passed_out == (1, 3)
    state = after(state, *passes(2))
    assert state.to_act == (0,) and GAME.view(state, None).passed_out == ()


def test_it_says_when_the_highest_is_owed() -> None:
    state = after(with_hands("3D 9D KD", "4C 2C", "5H 6H"), play(0, "3D"), play(1, "4C"), *passes(2))
    assert GAME.view(state, 0).last_card and GAME.view(state, None).last_card
    assert [action for action in GAME.legal(state) if action.do == "play"] == [play(0, "KD")]
    assert not GAME.view(after(state, *passes(0)), 0).last_card  # seat 1 leads, and seat 2 has two cards


def test_it_lays_straights_out_from_the_top_down() -> None:
    state = with_hands("2C 3D 4D 5D 6S 9H", "7C 8C")
    state = after(state, play(0, "2C 3D 4D 5D 6S"))
    assert state.top is not None and names(state.top.cards) == ["6S", "5D", "4D", "3D", "2C"]
    low = after(with_hands("AC 2C 3D 4D 5S 9H", "7C 8C"), play(0, "AC 2C 3D 4D 5S"))
    assert low.top is not None and names(low.top.cards) == ["5S", "4D", "3D", "2C", "AC"]


def test_a_bomb_beats_a_single() -> None:
    state = with_hands("2S 3D", "9D 9C 9H 9S 4C 5C", "TH JH QH KH AH 6D", bomb=True)
    state = after(state, play(0, "2S"), play(1, "9D 9C 9H 9S 4C"), play(2, "TH JH QH KH AH"))
    assert state.top is not None and state.top.type == "straight-flush"


def test_it_says_why() -> None:
    state = with_hands("3D KD", "4C 7C 8C", "5H 2H 2D", "6S 9S TS", twos_double=True)
    state = after(state, play(0, "3D"), *passes(1, 2, 3), play(0, "KD"))
    assert explain(state) == GAME.explain(state)
    texts = [message.text for message in explain(state).messages]
    assert texts[0] == "Trick %(number)s: %(seat)s {leads|lead} %(combo)s, and nobody beats it."
    assert texts[1] == "Trick %(number)s: %(seat)s {goes|go} out with %(combo)s."
    assert (
        Message("Twos left in %(seat_owner)s hand: %(twos)s. Each doubles the payment.", {"seat": Seat(2), "twos": 2})
        in explain(state).messages
    )
    owes = {
        message.values["seat"]: message.values["payment"]
        for message in explain(state).messages
        if "payment" in message.values
    }
    assert owes == {Seat(1): 9, Seat(2): 36, Seat(3): 9}
    assert state.result is not None and state.result["points"] == [54, -9, -36, -9]


def test_it_says_why_each_pair_settles() -> None:
    state = after(with_hands("3D", "4C 7C", "5H", settle="pairs", doubling="none"), play(0, "3D"))
    scores = {
        message.values["seat"]: message.values["points"]
        for message in explain(state).messages
        if "scores" in message.text
    }
    assert state.result is not None
    assert [scores[Seat(seat)] for seat in range(3)] == state.result["points"] == [3, -3, 0]


@pytest.mark.parametrize("seed", range(30))
def test_it_fills_every_sentence(seed: int) -> None:
    rng = Random(seed)
    options = {"players": rng.choice([2, 3, 4]), "bomb": rng.random() < 0.5, "twos_double": True}
    state = dealt(rng, **options)
    *_, (over, _) = random_hand(GAME, state.setup, rng)  # type: ignore[attr-defined]
    for message in explain(over).messages:
        assert message.text % dict.fromkeys((*message.values, "seat_owner"), "x")
    assert seats_of(over.played, options["players"])[over.result["winner"]]


def test_it_ends_the_match_and_hands_on_the_deal() -> None:
    played = [Played(FIRST, {"winner": 3, "loser": 1, "points": [-1, -9, -1, 11]})]
    assert GAME.following(GAME.resolve({}), played, (), Random(1)) == {"dealer": 1, "winner": 3, "loser": 1}
    assert GAME.following(GAME.resolve({"players": 2}), [], (), Random(1))["winner"] is None


def test_a_match_is_of_full_length() -> None:
    lengths = {"hands": 7}, {}, {"hands": 0, "target": 99}, {"hands": 0, "target": 100}
    assert [GAME.is_full_length(GAME.resolve(chosen)) for chosen in lengths] == [False, True, False, True]


@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({"doubling": "none"}, 100),
        ({"doubling": "8"}, 140),
        ({"twos_double": True}, 160),
        ({"settle": "pairs"}, 135),
        ({"doubling": "8", "twos_double": True, "settle": "pairs"}, 302),
    ],
)
def test_where_a_hand_brings_more_a_target_takes_as_long_only_if_it_is_higher(options, least) -> None:
    resolved = GAME.resolve({**options, "hands": 0, "target": least})
    assert GAME.is_full_length(resolved)
    assert not GAME.is_full_length({**resolved, "target": least - 1})
    assert GAME.is_full_length(GAME.resolve(options))  # eight hands


def test_presets_are_options_of_the_page() -> None:
    assert [preset.key for preset in GAME.presets] == ["standard", "hong-kong", "mainland", "taiwan", "philippines"]
    for preset in GAME.presets:
        assert len(GAME.differences(preset.options)) == len(preset.options)
