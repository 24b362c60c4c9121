"""Presses at the same instant, with real threads and real transactions."""

from __future__ import annotations

import pytest

from games.matches import services
from games.matches.models import Entry, Hand
from games.rules.cards import NAMES
from tests.matches.tables import current, match_of, move, person, state_of
from tests.together import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy", "at_once")]


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
