"""Somebody who came in an AI player's place has played the hands from then on, and no other."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from games.community import statistics
from games.matches import seating, services
from games.matches.models import Match
from games.replays import history
from games.replays.history import Filters
from games.table import fragments
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, person
from tests.replays.hands import finish, finished, replay_for

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def first():
    """The first hand of a match, which an AI player played to its end."""
    return finished("all-fours", person("alice"))


@pytest.fixture
def second(first, bob):
    """The next hand, before which Bob took that player's place."""
    seating.take_over(first.match.room, bob, 1)
    services.deal_next(first.pk)
    return finish(current(first.match))


def test_an_earlier_hand_is_told_of_the_ai_player_and_the_later_of_them(first, second, bob):
    alice = first.match.players.get(seat=0).user
    before, after = replay_for(first, alice).sitters[1], replay_for(second, alice).sitters[1]
    assert (before.level, after.level, after.name) == ("random", "", "Bob")
    assert before.name != "Bob"


def test_they_see_and_show_no_hand_that_they_have_not_played(client, first, second, bob):
    client.force_login(bob)
    assert client.get(reverse("replay-about", args=[second.pk])).status_code == 200
    for name in ("hand", "about", "record"):
        assert client.get(reverse(f"replay-{name}", args=[first.pk])).status_code == 404
    assert client.post(reverse("replay-share", args=[first.pk])).status_code == 404
    record = client.get(reverse("match-record", args=[first.match_id])).content.decode()
    assert [json.loads(line)["context"] for line in record.splitlines()] == [second.context]


def test_their_looking_back_leads_to_their_own_hands(client, first, second, bob):
    [course], _more = history.page(bob, Filters())
    assert len(course.hands) == 2
    client.force_login(bob)
    page = client.get(reverse("history")).content.decode()
    assert reverse("replay-hand", args=[second.pk]) in page
    assert reverse("replay-hand", args=[first.pk]) not in page


def test_their_figures_are_of_their_own_hands_and_of_no_match_that_another_began(client, first, second, bob):
    Match.objects.update(ended_at=timezone.now(), winners=[1])
    [own] = statistics.figures(bob)
    assert (own.matches, own.won, own.hands, own.results) == (0, 0, 1, [])
    client.force_login(bob)
    assert client.get(reverse("me")).status_code == 200


def test_a_hand_in_whose_middle_they_came_is_theirs_to_see_and_none_of_their_figures(bob):
    def come(hand):
        if hand.version == 3:
            seating.take_over(hand.match.room, bob, 1)
            seating.seat_now(hand.match.room, hand.match.room.host, 1)

    hand = finished("all-fours", person("alice"), watch=come)
    assert replay_for(hand, bob).viewer == 1
    Match.objects.update(ended_at=timezone.now(), winners=[1])
    assert statistics.figures(bob) == []


def test_they_are_led_to_no_replay_of_the_hand_that_lies_there_when_they_come(first, bob):
    seating.take_over(first.match.room, bob, 1)
    link = reverse("replay-hand", args=[first.pk])
    snapshot = load_snapshot(first.match.room.code)
    alice = first.match.players.get(seat=0).user
    pages = {user: str(fragments.table(scene(snapshot, user))) for user in (alice, bob)}
    assert link in pages[alice]
    assert link not in pages[bob]
