"""The single entry point: every move is checked and stored once, in order."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.matches import services
from games.matches.models import Entry, Hand
from games.rules import live_draw
from games.rules.core import Illegal, Malformed
from games.rules.registry import GAMES
from tests.matches.tables import current, match_of, move, person, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hand(toy):
    return current(match_of("toy", person("alice"), person("bob")))


def card(hand, seat, index=0):
    from games.rules.cards import NAMES

    return {"do": "play", "card": NAMES[state_of(hand).hands[seat][index]]}


def test_it_stores_a_legal_move_at_its_place(hand):
    first, second = card(hand, 0), card(hand, 1)
    move(hand, 0, first)
    move(hand, 1, second)
    rows = list(Entry.objects.filter(hand=hand).values_list("seq", "action"))
    assert rows == [(0, {"seat": 0, **first}), (1, {"seat": 1, **second})]


def test_it_raises_the_version_of_hand_and_room(hand):
    before = hand.match.room.version
    move(hand, 0, card(hand, 0))
    hand.refresh_from_db()
    hand.match.room.refresh_from_db()
    assert (hand.version, hand.match.room.version > before) == (1, True)


def test_it_stores_nothing_of_an_illegal_move(hand):
    with pytest.raises(Illegal) as refused:
        move(hand, 0, card(hand, 1))
    assert refused.value.code == "not-in-hand"
    assert set(refused.value.binds) == set(state_of(hand).hands[0])
    assert not Entry.objects.exists()


def test_it_refuses_a_seat_that_is_not_to_act(hand):
    with pytest.raises(Illegal) as refused:
        move(hand, 1, card(hand, 1))
    assert refused.value.code == "not-your-turn"


def test_it_refuses_what_has_no_form(hand):
    for raw in ({}, {"do": "sing"}, {"do": "play"}, {"do": "play", "card": "9Z"}, {"do": "play", "card": None}):
        with pytest.raises(Malformed):
            move(hand, 0, raw)


def test_it_takes_the_same_press_twice_for_one(hand):
    press = card(hand, 0)
    first = services.take_action(hand.pk, 0, press, seq=0, key="k")
    again = services.take_action(hand.pk, 0, press, seq=0, key="k")
    assert first.seq == again.seq == 1
    assert Entry.objects.count() == 1


def test_it_refuses_another_action_under_a_used_key(hand):
    services.take_action(hand.pk, 0, card(hand, 0), seq=0, key="k")
    with pytest.raises(services.KeyUsed):
        services.take_action(hand.pk, 0, card(hand, 0, 0), seq=0, key="k")


@pytest.mark.parametrize("seq", [0, 2, 99])
def test_it_refuses_a_press_on_another_picture(hand, seq):
    move(hand, 0, card(hand, 0))
    with pytest.raises(services.Stale):
        move(hand, 1, card(hand, 1), seq=seq)


def test_it_judges_an_action_bound_to_no_turn_on_the_newest_state(hand):
    move(hand, 0, card(hand, 0))
    move(hand, 0, {"do": "shout"}, seq=0, key="old picture")
    assert Entry.objects.count() == 2


def test_it_refuses_a_shout_from_the_future(hand):
    with pytest.raises(services.Stale):
        move(hand, 0, {"do": "shout"}, seq=3)


def test_it_ends_with_the_hand(hand):
    for turn in range(6):
        move(hand, turn % 2, card(hand, turn % 2))
    with pytest.raises(services.Stale):
        move(hand, 0, {"do": "shout"})


def test_no_press_is_the_house(hand):
    with pytest.raises(Malformed):
        move(hand, 0, {"do": "close"})


def test_it_takes_a_declaration_that_is_sent_again_for_one_though_cards_were_dealt_meanwhile(settings):
    settings.DRAW_PACE = 1.0
    hand = current(match_of("eighty", *map(person, ("alice", "bob", "carol", "dora"))))
    Hand.objects.update(drawn_at=timezone.now() - timedelta(hours=1))
    game = GAMES["eighty"]
    state = state_of(hand)
    views = [game.view(state, seat, live_draw.drawing(game, state)) for seat in range(4)]
    declared = next(one for view in views for one in game.declarations(view))
    raw = {name: value for name, value in game.write_action(declared).items() if name in {"do", "cards"}}
    for after in (1, 2):
        assert services.take_action(hand.pk, declared.seat, raw, seq=0, key="k").seq == 1
        Entry.objects.update(action={**Entry.objects.get().action, "after": after})
