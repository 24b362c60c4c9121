"""Presses at the same instant, with real threads and real transactions."""

from __future__ import annotations

import pytest

from games.matches import services, turns
from games.matches.models import Entry, Hand
from games.rules.cards import NAMES
from tests.matches.tables import current, match_of, move, person, state_of
from tests.together import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy", "at_once")]


def press(hand, index, key):
    card = NAMES[state_of(hand).hands[0][index]]
    return lambda: services.take_action(hand.pk, 0, {"do": "play", "card": card}, seq=0, key=key)


@pytest.mark.parametrize("round_", range(5))
def test_two_tabs_with_two_cards_make_one_action(round_):
    hand = current(match_of("toy", person("alice"), person("bob")))
    answers = together(press(hand, 0, "same picture"), press(hand, 1, "same picture"))
    assert Entry.objects.count() == 1
    assert sorted(isinstance(answer, (services.Stale, services.KeyUsed)) for answer in answers) == [False, True]


@pytest.mark.parametrize("round_", range(5))
def test_the_same_press_many_times_makes_one_action(round_):
    hand = current(match_of("toy", person("alice"), person("bob")))
    answers = together(*[press(hand, 0, "one press")] * 4)
    assert Entry.objects.count() == 1
    assert all(answer.seq == 1 for answer in answers)


def test_one_ai_turn_delivered_five_times_at_once_makes_one_action():
    hand = current(match_of("toy", "policy", person("bob")))
    together(*[lambda: turns.advance(hand.pk, 0)] * 5)
    assert Entry.objects.count() == 1


def test_scoring_and_dealing_at_once_do_each_once():
    match = match_of("toy", person("alice"), person("bob"))
    hand = current(match)
    for turn in range(6):
        seat = turn % 2
        move(hand, seat, {"do": "play", "card": NAMES[state_of(hand).hands[seat][0]]})
    together(*[lambda: services.score(hand.pk)] * 3)
    together(*[lambda: services.deal_next(hand.pk)] * 3)
    assert Hand.objects.filter(match=match).count() == 2


def test_many_tables_at_once_lose_nothing():
    hands = [current(match_of("toy", person(f"a{n}"), person(f"b{n}"))) for n in range(4)]

    def play(hand):
        def whole():
            for turn in range(6):
                seat = turn % 2
                move(hand, seat, {"do": "play", "card": NAMES[state_of(hand).hands[seat][0]]})

        return whole

    assert together(*map(play, hands)) == [None] * 4
    assert [Entry.objects.filter(hand=hand).count() for hand in hands] == [6] * 4
