"""Who finds a table: lists in the database follow the rule by which a single room admits people."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.db import connection
from django.utils import timezone

from games.accounts import friends
from games.accounts.models import User
from games.matches import running_tables
from games.matches.models import Match
from games.rooms import access
from games.rooms.models import Ban, Room, Seat
from games.rooms.services import free_public_seat, open_rooms
from tests.daily.test_growth import work
from tests.matches.tables import match_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def host():
    return person("host")


@pytest.fixture
def viewer():
    return person("viewer")


@pytest.fixture
def room(host):
    """A table in play with a person who has a seat, one who waits for theirs, and an AI player."""
    room = match_of("eighty", host, person("carol"), "policy", "policy").room
    Seat.objects.filter(room=room, number=2).update(reserved_for=person("dora"))
    return room


def named(name):
    return User.objects.get(username=name)


def sit(room, viewer):
    Seat.objects.filter(room=room, number=1).update(user=viewer)


def reserve(room, viewer):
    Seat.objects.filter(room=room, number=2).update(reserved_for=viewer)


RELATIONS = {
    "stranger": lambda room, viewer: None,
    "friend": lambda room, viewer: friends.befriend(viewer, room.host),
    "asked to be one": lambda room, viewer: friends.ask(viewer, room.host, "Host"),
    "seated": sit,
    "about to be": reserve,
    "removed": lambda room, viewer: Ban.objects.create(room=room, user=viewer),
    "removed friend": lambda room, viewer: (
        friends.befriend(viewer, room.host),
        Ban.objects.create(room=room, user=viewer),
    ),
}
RELATIONS["friend blocked by dora"] = lambda room, viewer: (
    friends.befriend(viewer, room.host),
    friends.block(named("dora"), viewer),
)
for name in ("host", "carol", "dora"):
    RELATIONS[f"blocks {name}"] = lambda room, viewer, name=name: friends.block(viewer, User.objects.get(username=name))
    RELATIONS[f"blocked by {name}"] = lambda room, viewer, name=name: friends.block(
        User.objects.get(username=name), viewer
    )
VISIBILITIES = {
    "public": {"visibility": "public"},
    "findable": {"findable": True},
    "friends": {"visibility": "friends"},
    "by link": {"visibility": "link"},
}


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_a_list_shows_a_newcomer_the_table_that_admits_them(room, viewer, visibility, relation):
    Room.objects.filter(pk=room.pk).update(**VISIBILITIES[visibility])
    RELATIONS[relation](room, viewer)
    room.refresh_from_db()
    seats = list(room.seats.all())
    newcomer = viewer.pk not in {pk for seat in seats for pk in (seat.user_id, seat.reserved_for_id)}
    expected = newcomer and visibility != "by link" and access.may_see_room(room, seats, viewer)
    assert list(access.open_to(Room.objects.all(), viewer.pk)) == [room] * expected
    in_play = [match.room for match in running_tables.with_a_seat(viewer)]
    assert in_play == [match.room for match in running_tables.with_a_seat(viewer, "eighty")] == [room] * expected
    assert [table.room for table in running_tables.to_watch(viewer)] == [room] * expected
    # the match is over: somebody leaves, and the table waits
    Match.objects.update(ended_at=timezone.now())
    Room.objects.update(waiting=True)
    Seat.objects.filter(room=room, number=3).update(level="")
    assert open_rooms(viewer) == open_rooms(viewer, "eighty") == [room] * expected
    seat = (room, 3) if expected and visibility != "friends" else None
    assert free_public_seat(viewer, "eighty") == seat


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the steps are SQLite's")
def test_lists_read_no_block_of_others(room, viewer):
    Room.objects.update(findable=True)
    before = work(lambda: running_tables.to_watch(viewer))
    people = [person(f"p{at}") for at in range(60)]
    for one, other in pairwise(people):
        friends.block(one, other)
    assert 0 < work(lambda: running_tables.to_watch(viewer)) <= before + 10
