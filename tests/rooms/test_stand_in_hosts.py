"""What people who are seated may do while the host is away: go on playing, and nothing that outlasts the absence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.matches import seating
from games.matches.models import Match
from games.rooms import seats
from games.rooms.access import may_see_room
from games.rooms.models import Ban, Room, Seat
from games.rooms.seats import RequestRefused
from games.table import fragments
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import match_of, person, room_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def people():
    return person("alice"), person("bob"), person("carol")


@pytest.fixture
def room(people):
    """A table that waits; Alice, its host, has been away for 45 seconds."""
    room = room_of("winner", *people, "policy")
    Seat.objects.filter(number=0).update(seen_at=timezone.now() - timedelta(seconds=45))
    return room


def shown(room, user):
    return str(fragments.table(scene(load_snapshot(room.code), user)))


def test_nobody_makes_themselves_the_host(room, people):
    with pytest.raises(RequestRefused) as refused:
        seats.hand_over(room, people[1], 1)
    assert refused.value.status == 403
    assert Room.objects.get().host == people[0]
    assert "Make host" not in shown(room, people[1])


def test_nobody_who_is_here_is_sent_away(room, people):
    for press in (seats.clear, seats.send_away):
        with pytest.raises(RequestRefused):
            press(room, people[1], 2)
    assert Seat.objects.get(number=2).user == people[2]
    assert "Send away" not in shown(room, people[1])
    assert "Send away" in shown(room, people[0])


def test_the_seat_of_the_host_may_be_freed_and_is_theirs_to_take_again_with_all_rights(room, people):
    alice, bob, carol = people
    seats.clear(room, bob, 0)
    assert Seat.objects.get(number=0).user is None
    assert not Ban.objects.exists()
    room.refresh_from_db()
    assert room.host == alice
    assert may_see_room(room, list(room.seats.all()), alice)
    seats.sit(room, alice, 0)
    with pytest.raises(RequestRefused):
        seats.send_away(room, bob, 2)
    seats.send_away(room, alice, 2)
    assert Ban.objects.get().user == carol


def test_ai_players_come_and_go_and_a_match_begins(room, people):
    seats.clear(room, people[1], 3)
    seats.add_ai(room, people[1], 3)
    seating.fill_and_start(room, people[1])
    assert [seat.user for seat in Seat.objects.select_related("user")] == [None, *people[1:], None]
    assert Match.objects.exists()


def test_a_match_that_begins_without_the_host_has_another(room, people):
    """Otherwise nobody could ever send anybody away at a table whose host is gone for good."""
    seating.fill_and_start(room, people[1])
    assert Room.objects.get().host == people[1]


def test_a_host_without_a_seat_does_nothing_to_those_who_sit_there(room, people):
    alice, bob, carol = people
    seats.clear(room, bob, 0)
    for press in (seats.clear, seats.send_away, seats.hand_over):
        with pytest.raises(RequestRefused) as refused:
            press(room, alice, 2)
        assert refused.value.status == 403
    page = shown(room, alice)
    assert "Send away" not in page and "Make host" not in page
    assert Seat.objects.get(number=2).user == carol


def test_another_match_does_not_take_the_chair_from_who_closed_the_page(people):
    alice, bob, _carol = people
    room = match_of("winner", *people, "policy").room
    Match.objects.update(ended_at=timezone.now())
    Seat.objects.filter(user=alice).update(left_at=timezone.now() - timedelta(minutes=1))
    seating.again(room, bob)
    assert Seat.objects.get(number=0).user == alice
    assert (Room.objects.get().host, Match.objects.count()) == (alice, 1)


def test_a_newcomer_is_turned_away_but_not_for_good_and_the_host_may_be_the_newcomer(people):
    alice, bob, carol = people
    room = match_of("winner", bob, carol, "policy", "policy").room
    Room.objects.update(host=alice)
    seating.take_over(room, alice, 2)
    seating.turn_away(room, bob, 2)
    assert Seat.objects.get(number=2).reserved_for is None
    assert not Ban.objects.exists()
