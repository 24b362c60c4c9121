"""All of somebody's hands, as records with dates: in the export, and by themselves."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.community import hand_export, profile
from games.matches.models import Hand
from games.replays import records
from games.replays.timeline import course_of_hand
from games.rules import record
from tests.matches.tables import current, match_of, person
from tests.replays.hands import finish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def matches(alice):
    """A hand of each game, and one of other people's."""
    bob = person("bob")
    four = ("winner", "forty", "eighty")
    mine = [match_of("all-fours", bob, alice), *(match_of(game, bob, alice, "random", "random") for game in four)]
    for match in (*mine, match_of("all-fours", bob, "random")):
        finish(current(match))
    return mine


def rows_of(answer):
    return [json.loads(line) for line in answer.content.decode().splitlines()]


def test_every_hand_i_played_is_there_as_a_record_that_verifies(client, alice, matches):
    client.force_login(alice)
    answer = client.get(reverse("games-played"))
    rows = rows_of(answer)
    assert {row["match"] for row in rows} == {match.pk for match in matches}
    assert (
        answer["X-Hands"]
        == str(len(rows))
        == str(Hand.objects.filter(match__in=matches, scored_at__isnull=False).count())
    )
    for row in rows:
        assert row["seat"] == 1
        verdict = record.verify(row["record"])
        assert verdict["ok"] and verdict["finished"]
        hand = Hand.objects.select_related("match").get(pk=row["hand"])
        assert row["record"] == json.loads(records.line(course_of_hand(hand)))
        assert row["dealt_at"].startswith(f"{hand.dealt_at:%Y-%m-%dT%H:%M:%S}")


@pytest.mark.any_database
def test_they_are_in_the_export_too(client, alice, matches):
    client.force_login(alice)
    assert client.get(reverse("export")).json()["hands"] == rows_of(client.get(reverse("games-played")))


@pytest.mark.any_database
def test_in_parts_they_are_the_same(client, alice, matches, monkeypatch):
    monkeypatch.setattr(profile, "BATCH", 2)
    client.force_login(alice)
    whole, parts, after = rows_of(client.get(reverse("games-played"))), [], "0"
    while after is not None:
        answer = client.get(reverse("games-played"), {"after": after})
        parts += rows_of(answer)
        after = answer.get("X-After")
    assert parts == whole
    assert client.get(reverse("games-played"), {"after": "x"}).status_code == 400


def test_a_hand_in_play_and_one_before_i_came_are_not_there(alice):
    match = match_of("all-fours", alice, person("bob"))
    assert list(hand_export.lines(alice)) == []
    finish(current(match))
    count = len(list(hand_export.lines(alice)))
    match.players.filter(user=alice).update(came_in=count + 1)
    assert list(hand_export.lines(alice)) == []


@pytest.mark.any_database
def test_how_many_statements_it_takes_does_not_grow_with_the_hands(alice, matches, django_assert_num_queries):
    with django_assert_num_queries(3):
        assert len(list(hand_export.lines(alice))) >= 4


def test_nobody_without_a_name_here_has_games():
    assert Client().get(reverse("games-played")).status_code == 302
