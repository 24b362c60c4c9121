"""The house: AI turns, scoring, dealing; each once, however often it is told."""

from __future__ import annotations

import pytest

from games.hands import services, turns
from games.hands.models import Entry, Hand, Match
from games.rules.cards import NAMES
from tests.hands.tables import current, house, match_of, move, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "at_once")]


def play_a_card(hand, seat):
    move(hand, seat, {"do": "play", "card": NAMES[state_of(hand).hands[seat][0]]})


def test_ai_players_play_a_match_to_its_end():
    match = match_of("toy", "policy", "policy")
    house()
    match.refresh_from_db()
    assert match.ended_at is not None
    assert len(match.winners) == 1
    assert all(hand.scored_at for hand in match.hands.all())


def test_it_plays_only_the_ai_players_cards():
    match = match_of("toy", person("alice"), "policy")
    house()
    assert not Entry.objects.exists()
    play_a_card(current(match), 0)
    house()
    assert list(Entry.objects.values_list("seq", "by")) == [(0, "person"), (1, "ai")]


def test_it_does_nothing_for_a_picture_that_is_gone():
    match = match_of("toy", "policy", person("bob"))
    hand = current(match)
    for _ in range(5):
        turns.advance(hand.pk, 0)
    assert Entry.objects.count() == 1
    turns.advance(hand.pk + 1000, 0)


def test_it_scores_once_and_deals_once():
    match = match_of("toy", "policy", "policy")
    hand = current(match)
    while state_of(hand).result is None:
        hand.refresh_from_db()
        turns.advance(hand.pk, hand.version)
    hand.refresh_from_db()
    assert hand.result is None
    for _ in range(3):
        services.score(hand.pk)
    hand.refresh_from_db()
    assert hand.result == state_of(hand).result
    for _ in range(3):
        services.deal_next(hand.pk)
    assert Hand.objects.filter(match=match).count() == 2


def test_it_deals_no_hand_after_the_match():
    match = match_of("toy", "policy", "policy")
    house()
    last = current(match)
    services.deal_next(last.pk)
    assert current(match) == last


def test_it_waits_for_people_between_hands(settings):
    settings.NEXT_HAND_SECONDS = 3600
    match = match_of("toy", person("alice"), "policy")
    hand = current(match)
    while state_of(hand).result is None:
        play_a_card(hand, 0)
        house()
    assert current(match).number == 1
    services.ready(hand.pk, 0)
    house()
    assert current(match).number == 2


def test_a_second_match_starts_only_after_the_first():
    match = match_of("toy", "policy", "policy")
    assert services.start_match(match.room) == match
    house()
    assert services.start_match(match.room) != match
    assert Match.objects.count() == 2


def test_the_same_decision_is_the_same_choice():
    hand = current(match_of("toy", "policy", "policy"))
    first = [turns.generator(hand, 0, 3).random() for _ in range(2)]
    assert first[0] == first[1]
    assert turns.generator(hand, 1, 3).random() != first[0]
