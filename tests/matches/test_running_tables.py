"""Tables that others find: whose they are, who is present, which seats are free, and which are never shown."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import friends
from games.accounts.services import make_guest
from games.daily import services as daily
from games.matches import running_tables, seating, services
from games.matches.models import Match
from games.rooms import services as rooms
from games.rooms.models import DAY, USUAL_CLOCK, Ban, Room, Seat
from games.rules.registry import GAMES
from tests.matches.tables import current, house, match_of, person, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def findable_room(game, *who, **fields):
    """Return a table of «Play now», as it stands in the rows."""
    room = match_of(game, *who).room
    Room.objects.filter(pk=room.pk).update(**{"findable": True} | fields)
    room.refresh_from_db()
    return room


def with_a_seat(user, game=""):
    return running_tables.tables(running_tables.with_a_seat(user, game))


def joinable(user=None):
    return [table.room for table in with_a_seat(user)]


def watchable(user=None):
    return [table.room for table in running_tables.to_watch(user)]


def everybody(bob):
    return None, bob, make_guest()


def test_a_table_of_play_now_is_found_by_everybody_with_a_seat_for_them(alice, bob):
    room = findable_room("eighty", alice, "policy", "policy", "policy")
    for user in everybody(bob):
        assert joinable(user) == watchable(user) == [room]
        assert with_a_seat(user)[0].takeable == 1


def test_the_list_of_one_game_is_not_filled_by_others(alice, bob, monkeypatch):
    room = findable_room("eighty", alice, "policy", "policy", "policy")
    findable_room("winner", person("carol"), "policy", "policy", "policy")
    monkeypatch.setattr(running_tables, "LISTED", 1)
    for user in everybody(bob):
        assert [table.room for table in with_a_seat(user, "eighty")] == [room]


def test_nobody_is_shown_the_table_where_they_sit_or_soon_will(alice, bob):
    room = findable_room("eighty", alice, "policy", "policy", "policy")
    seating.take_over(room, bob, 2)
    assert joinable(alice) == joinable(bob) == watchable(alice) == watchable(bob) == []
    assert joinable() == [room]


@pytest.mark.parametrize(
    "fields",
    [
        {"findable": False},
        {"findable": None},
        {"learning": "yes"},
        {"learning": "open"},
        {"sealed": True},
        {"closed_at": timezone.now()},
        {"waiting": True},
        {"created_at": timezone.now() - timedelta(days=1)},
    ],
    ids=lambda fields: " ".join(fields),
)
def test_what_is_somebodys_own_affair_is_shown_to_nobody(alice, bob, fields):
    findable_room("all-fours", alice, "policy", **fields)
    for user in everybody(bob):
        assert joinable(user) == watchable(user) == []


def test_a_deal_that_was_given_is_shown_to_nobody(alice, bob):
    findable_room("all-fours", alice, "policy")
    Match.objects.update(practice=True)
    assert joinable(bob) == watchable(bob) == []


def test_a_deal_of_the_day_is_shown_to_nobody(alice, bob):
    daily.prepare([daily.today()])
    daily.begin(daily.deal_of("all-fours", daily.today()), alice)
    assert Match.objects.filter(ended_at=None, room__seats__user=alice).exists()
    Room.objects.update(visibility="public", findable=True)
    assert joinable(bob) == watchable(bob) == []


def test_a_table_that_was_set_up_for_anyone_is_found_too(alice, bob):
    room = findable_room("all-fours", alice, "policy", findable=None, visibility="public")
    for user in everybody(bob):
        assert joinable(user) == watchable(user) == [room]


def test_a_table_for_friends_is_found_by_the_hosts_friends_alone(alice, bob):
    room = findable_room("all-fours", alice, "policy", findable=None, visibility="friends")
    friends.ask(bob, alice, "alice")
    assert joinable(bob) == []
    friends.accept(alice, bob)
    assert joinable(bob) == watchable(bob) == [room]
    assert joinable() == watchable() == joinable(person("carol")) == []


@pytest.mark.parametrize("blocker", ["finder", "found"])
@pytest.mark.parametrize("where", ["sits", "comes"])
def test_whoever_has_a_block_with_somebody_there_does_not_find_the_table(alice, bob, blocker, where):
    room = findable_room("eighty", alice, "policy", "policy", "policy")
    other = alice
    if where == "comes":
        other = person("carol")
        seating.take_over(room, other, 1)
    friends.block(*((bob, other) if blocker == "finder" else (other, bob)))
    assert joinable(bob) == watchable(bob) == []


def test_whom_the_host_has_turned_away_does_not_find_the_table(alice, bob):
    room = findable_room("all-fours", alice, "policy")
    Ban.objects.create(room=room, user=bob)
    assert joinable(bob) == watchable(bob) == []


def test_a_table_where_nobody_is_there_is_shown_to_nobody(alice, bob):
    room = findable_room("all-fours", alice, "policy")
    seats = Seat.objects.filter(room=room, user=alice)
    now = timezone.now()
    for absent in (
        {"seen_at": now - timedelta(minutes=1)},
        {"left_at": now - timedelta(seconds=20)},
        {"autoplay": True},
    ):
        with_defaults = {"seen_at": now, "left_at": None, "autoplay": False}
        seats.update(**with_defaults | absent)
        assert joinable(bob) == watchable(bob) == []
    seats.update(**with_defaults)
    assert joinable(bob) == [room]


def test_where_no_seat_may_be_had_there_is_still_something_to_see(alice, bob):
    room = findable_room("all-fours", alice, person("carol"))
    assert joinable(bob) == []
    assert watchable(bob) == [room]
    Room.objects.update(onlookers=False)
    assert watchable(bob) == []


def test_a_seat_that_is_reserved_or_not_given_up_is_none(alice, bob):
    room = findable_room("all-fours", alice, "policy")
    seating.take_over(room, person("carol"), 1)
    assert joinable(bob) == []
    Seat.objects.update(reserved_for=None)
    Room.objects.update(take_over=False)
    assert joinable(bob) == []


@pytest.mark.parametrize("game", GAMES)
def test_it_is_said_how_far_every_game_is(game, alice, bob):
    rules = GAMES[game]
    room = findable_room(game, alice, *["policy"] * (rules.seats(rules.resolve({})) - 1))
    (table,) = with_a_seat(bob)
    assert table.hand == 1
    assert len(table.standing.scores) == len({rules.side(seat.number, room.resolved()) for seat in table.seats})


def test_the_score_is_that_of_the_hands_before(alice, bob):
    room = findable_room("all-fours", alice, "policy")
    match = room.matches.get()
    house()
    play_out(match)
    services.deal_next(current(match).pk)
    (table,) = with_a_seat(bob)
    assert table.hand == 2
    assert sum(table.standing.scores) > 0


def test_a_table_of_play_now_that_waits_after_its_match_is_found_with_its_free_seat(alice, bob):
    room = findable_room("all-fours", alice, "policy")
    Match.objects.filter(room=room).update(ended_at=timezone.now())
    Room.objects.filter(pk=room.pk).update(waiting=True)
    Seat.objects.filter(room=room, number=1).update(level="")
    for user in everybody(bob):
        assert rooms.open_rooms(user) == [room]
    assert rooms.free_public_seat(bob, "all-fours") == (room, 1)
    Room.objects.filter(pk=room.pk).update(findable=False)
    assert rooms.open_rooms(bob) == []
    assert rooms.free_public_seat(bob, "all-fours") is None


def test_whoever_joins_such_a_table_plays_by_the_usual_clock(alice, bob):
    room = findable_room("all-fours", alice, "policy")
    Match.objects.filter(room=room).update(ended_at=timezone.now())
    Seat.objects.filter(room=room, number=1).update(level="", user=bob)
    services.start_match(room)
    room.refresh_from_db()
    assert room.clock == USUAL_CLOCK


def test_a_table_over_days_is_listed_among_chosen_rooms_though_nobody_is_there(alice, bob):
    room = match_of("winner", alice, bob, "policy", "policy").room
    Seat.objects.filter(room=room).update(seen_at=timezone.now() - timedelta(hours=5))
    assert running_tables.of_rooms([room.pk]) == []
    Room.objects.filter(pk=room.pk).update(clock=DAY)
    assert [table.room for table in running_tables.of_rooms([room.pk])] == [room]
