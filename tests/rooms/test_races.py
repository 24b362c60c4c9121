"""Many people take one seat at the same instant, with real threads and real transactions."""

from __future__ import annotations

import pytest

from games.matches import seating
from games.matches.models import Match, Player
from games.rooms import seats
from games.rooms.models import Seat
from games.rooms.seats import RequestRefused
from games.rooms.services import RoomSettings, open_room
from tests.matches.tables import match_of, person
from tests.together import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy", "at_once")]


@pytest.mark.parametrize("round_", range(3))
def test_of_eight_people_who_take_the_last_seat_one_sits(round_):
    room = open_room(person("host"), "toy", {}, RoomSettings(visibility="public"))
    people = [person(f"p{number}") for number in range(8)]
    answers = together(*[lambda user=user: seats.sit(room, user, 1) for user in people])
    assert sum(answer is None for answer in answers) == 1
    assert all(answer.sentence == seats.TAKEN for answer in answers if answer is not None)
    assert Seat.objects.get(room=room, number=1).user == people[answers.index(None)]


@pytest.mark.parametrize("round_", range(5))
def test_a_host_who_starts_while_a_seat_is_left_is_never_short(round_):
    host, guest = person("host"), person("guest")
    room = open_room(host, "toy", {}, RoomSettings(visibility="public"))
    seats.sit(room, guest, 1)
    started, left = together(lambda: seating.start(room, host), lambda: seating.leave(room, guest))
    if isinstance(started, RequestRefused):
        assert not Match.objects.exists()
        assert Seat.objects.get(room=room, number=1).user is None
    else:
        assert left is None
        assert Player.objects.filter(match=started, user__isnull=False).count() == 2
        assert Seat.objects.get(room=room, number=1).user == guest


def test_of_eight_people_who_reserve_an_ai_players_seat_one_has_it():
    match = match_of("toy", person("host"), "policy")
    people = [person(f"p{number}") for number in range(8)]
    answers = together(*[lambda user=user: seating.take_over(match.room, user, 1) for user in people])
    assert sum(answer is None for answer in answers) == 1
    assert Seat.objects.get(room=match.room, number=1).reserved_for == people[answers.index(None)]


def test_one_person_in_two_tabs_has_one_seat():
    user = person("twice")
    room = open_room(person("host"), "all-fours", {"players": 4}, RoomSettings(visibility="public"))
    together(*[lambda number=number: seats.sit(room, user, number) for number in (1, 2, 3)])
    assert Seat.objects.filter(room=room, user=user).count() == 1
