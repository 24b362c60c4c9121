"""A person's own tables, on the front page."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from games.matches import own_tables
from games.matches.models import Match
from games.rooms import seats
from games.rooms.models import Room, Seat
from tests.matches.tables import match_of, person, room_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "at_once")]


def test_whoever_is_sent_away_while_their_tables_are_read_gets_a_page_without_that_table(client, monkeypatch):
    alice, bob = person("alice"), person("bob")
    kept, lost = room_of("toy", alice, bob), room_of("toy", alice, bob)
    read = own_tables.seats_by_room

    def sent_away(ids):
        seats.send_away(lost, alice, 1)
        return read(ids)

    monkeypatch.setattr(own_tables, "seats_by_room", sent_away)
    client.force_login(bob)
    page = client.get(reverse("home"))
    assert page.status_code == 200
    assert kept.code in page.content.decode() and lost.code not in page.content.decode()


def test_the_newest_three_are_shown_and_the_others_behind_one_press(client, alice):
    client.force_login(alice)
    for _ in range(3):
        match_of("toy", alice, "policy")
    assert "more table" not in client.get(reverse("home")).content.decode()
    for _ in range(2):
        match_of("toy", alice, "policy")
    codes = list(Match.objects.order_by("-pk").values_list("room__code", flat=True))
    shown, _summary, folded = client.get(reverse("home")).content.decode().partition("2 more tables</summary>")
    assert [code in shown for code in codes] == [True, True, True, False, False]
    assert [code in folded for code in codes] == [False, False, False, True, True]


FIVE = {"all-fours", "winner", "forty", "eighty", "tien-len"}


def lessons_of(client):
    """Return those of five games whose first lesson the front page offers."""
    page = client.get(reverse("home")).content.decode()
    return {game for game in FIVE if reverse("lesson", args=[game]) in page}


def test_the_first_lessons_of_games_that_one_has_not_played_stay(client, alice):
    assert lessons_of(client) == FIVE
    client.force_login(alice)
    match_of("winner", alice, "policy", "policy", "policy")
    match_of("tien-len", alice, "policy", "policy", "policy")
    assert lessons_of(client) == {"all-fours", "forty", "eighty"}


def test_a_game_is_known_after_its_match_too(client, alice):
    client.force_login(alice)
    client.post(reverse("play-now", args=["forty"]))
    match = Match.objects.get()
    client.post(reverse("seat", args=[match.room.code]), {"do": f"end {match.pk}"})
    assert lessons_of(client) == FIVE - {"forty"}


def test_a_game_that_one_played_at_somebodys_table_is_known_when_that_has_closed(client, alice):
    client.force_login(alice)
    match = match_of("winner", person("bob"), alice, "policy", "policy")
    room_of("eighty", alice)  # one of their own, where nothing is played yet
    Room.objects.filter(pk=match.room_id).update(closed_at=timezone.now())
    Seat.objects.filter(user=alice, room=match.room_id).update(user=None)
    assert lessons_of(client) == FIVE - {"winner"}
