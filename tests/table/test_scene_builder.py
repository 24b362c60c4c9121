"""Who is who in a scene: the mark of the host, and what is theirs alone."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.rooms.models import Room, Seat
from games.table import room_state
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import match_of, person, play_out

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("number", [0, 1])
def test_the_mark_of_the_host_is_on_the_hosts_seat_alone(number):
    people = [person("alice"), person("bob")]
    room = match_of("winner", *people, "policy", "policy").room
    Room.objects.update(host=people[number])
    snapshot = load_snapshot(room.code)
    for viewer in (*people, person("carol"), None):
        drawn = scene(snapshot, viewer)
        assert [sitter.number for sitter in drawn.sitters if sitter.host] == [number]
        state, is_host = drawn.room_state, viewer == people[number]
        assert (state.host, state.decides) == (is_host, is_host)
        assert not state.seats_now  # there is somebody whom the cards would tell something


def test_a_host_alone_with_ai_players_lets_in_and_nobody_else_does():
    alice, bob = person("alice"), person("bob")
    room = match_of("all-fours", alice, "policy").room
    Seat.objects.filter(number=1).update(reserved_for=bob)
    snapshot = load_snapshot(room.code)
    assert [scene(snapshot, viewer).room_state.seats_now for viewer in (alice, bob, None)] == [True, False, False]
    drawn = scene(snapshot, alice).sitters[1]
    assert (drawn.host, drawn.newcomer, drawn.is_ai) == (False, "Bob", True)


def test_whoever_plays_alone_is_offered_no_talk_when_the_match_ends_either():
    alice = person("alice")
    match = match_of("big-two", alice, "policy", "policy", "policy", options={"hands": 1})
    play_out(match)
    match.refresh_from_db()
    assert match.ended_at is not None
    assert scene(load_snapshot(match.room.code), alice).talk is None
    Room.objects.update(waiting=True)
    assert scene(load_snapshot(match.room.code), alice).talk is not None


def test_why_a_match_is_not_rated_is_asked_once_for_all_viewers(monkeypatch):
    calls = []
    monkeypatch.setattr(room_state, "why_unrated", lambda *args: calls.append(args) or "short")
    people = [person("alice"), person("bob")]
    code = match_of("winner", *people, "policy", "policy").room.code
    snapshot = load_snapshot(code)
    together = [scene(snapshot, viewer) for viewer in (*people, None)]
    assert len(calls) == 1
    alone = [scene(load_snapshot(code), viewer) for viewer in (*people, None)]
    assert [one.room_state for one in together] == [one.room_state for one in alone]


def test_viewers_of_a_waiting_room_read_how_it_is_kept_each_in_their_language():
    alice, bob = person("alice"), person("bob")
    room = match_of("winner", alice, bob, "policy", "policy").room
    Room.objects.update(waiting=True)
    snapshot, choices = load_snapshot(room.code), {}
    for viewer, language in ((alice, "en"), (bob, "zh-hans")):
        with translation.override(language):
            choices[language] = scene(snapshot, viewer).room_state.choice
    assert choices["en"] and choices["zh-hans"] and choices["en"] != choices["zh-hans"]
