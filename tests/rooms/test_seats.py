"""Taking seats, leaving them, and the host's rights, before and after a match."""

from __future__ import annotations

import pytest
from django.db import connection
from django.utils import timezone

from games.accounts import friends
from games.accounts.models import User
from games.matches import seating
from games.matches.models import Match
from games.rooms import seats, services
from games.rooms.access import may_see_room
from games.rooms.models import Ban, Room, RuleSet, Seat
from games.rooms.presence import LEASE
from games.rooms.seats import RequestRefused, RoomNotFound
from games.rooms.services import (
    ROOMS,
    RateLimited,
    RoomSettings,
    delete_rule_set,
    free_public_seat,
    open_room,
    open_rooms,
    save_rule_set,
    unfinished_room,
)
from tests.daily.test_growth import work
from tests.matches.tables import match_of, person
from tests.statements import statements_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "at_once")]


@pytest.fixture
def room(alice):
    return open_room(alice, "toy", {}, RoomSettings(visibility="public"))


def sitters(room):
    """Return who sits where: a name, an AI player's level, or nothing."""
    return [seat.user.name if seat.user else seat.level for seat in room.seats.select_related("user")]


def comes(room, user):
    room.refresh_from_db()
    return may_see_room(room, list(room.seats.all()), user)


def test_a_room_opens_with_its_host_and_waits(room):
    assert sitters(room) == ["Alice", ""]
    assert room.waiting


def test_it_seats_a_newcomer_once_and_raises_the_picture(room, bob):
    seats.sit(room, bob, 1)
    seats.sit(room, bob, 1)
    assert sitters(room) == ["Alice", "Bob"]
    room.refresh_from_db()
    assert room.version == 1


def test_it_moves_who_has_a_seat(room, alice):
    seats.sit(room, alice, 1)
    assert sitters(room) == ["", "Alice"]


def test_a_taken_seat_is_refused(room, alice, bob):
    with pytest.raises(RequestRefused) as refused:
        seats.sit(room, bob, 0)
    assert refused.value.sentence == seats.TAKEN
    with pytest.raises(RequestRefused):
        seats.sit(room, bob, 7)


def test_nobody_sits_down_while_a_match_goes_on(bob):
    match = match_of("toy", person("carol"), person("dan"))
    with pytest.raises(RequestRefused):
        seats.sit(match.room, bob, 0)


def test_who_leaves_hands_the_chair_on_and_the_last_closes_the_room(room, alice, bob):
    seats.sit(room, bob, 1)
    seating.leave(room, alice)
    room.refresh_from_db()
    assert (room.host, sitters(room)) == (bob, ["", "Bob"])
    seating.leave(room, bob)
    room.refresh_from_db()
    assert room.closed_at is not None
    assert not comes(room, alice)


def test_the_chair_goes_to_who_plays_themselves_before_whom_the_house_plays_for(alice, bob):
    match = match_of("winner", alice, bob, person("carol"), "policy")
    seating.leave(match.room, bob)
    Match.objects.update(ended_at=match.started_at)
    seating.leave(match.room, alice)
    assert Room.objects.get().host.name == "Carol"


def test_who_sits_down_where_there_is_no_host_is_the_host(room, alice, bob):
    Room.objects.update(host=None)
    seats.sit(room, bob, 1)
    assert Room.objects.get().host == bob


def test_only_the_host_adds_clears_starts_and_hands_over(room, alice, bob):
    seats.sit(room, bob, 1)
    for action in (
        lambda: seats.add_ai(room, bob, 1),
        lambda: seats.clear(room, bob, 0),
        lambda: seats.send_away(room, bob, 0),
        lambda: seats.hand_over(room, bob, 1),
        lambda: seating.start(room, bob),
    ):
        with pytest.raises(RequestRefused) as refused:
            action()
        assert refused.value.status == 403
    seats.hand_over(room, alice, 1)
    assert seating.start(Room.objects.get(pk=room.pk), bob).players.count() == 2


def test_an_ai_player_is_no_host(room, alice):
    seats.add_ai(room, alice, 1)
    with pytest.raises(RequestRefused, match="Only a person"):
        seats.hand_over(room, alice, 1)
    assert Room.objects.get().host == alice


def test_who_sits_there_may_start_while_the_host_is_away(room, alice, bob):
    seats.sit(room, bob, 1)
    Seat.objects.filter(user=alice).update(seen_at=room.created_at.replace(year=2000))
    with pytest.raises(RequestRefused, match="Somebody is away"):
        seating.start(room, bob)
    seating.fill_and_start(room, bob)
    assert sitters(room) == ["policy", "Bob"]


def test_who_is_put_out_finds_the_room_no_more(room, alice, bob):
    seats.sit(room, bob, 1)
    seats.send_away(room, alice, 1)
    assert sitters(room) == ["Alice", ""]
    assert Ban.objects.get().user == bob
    assert not comes(room, bob)
    with pytest.raises(RoomNotFound):
        seats.sit(room, bob, 1)


@pytest.mark.parametrize("press", [seats.send_away, seats.hand_over])
def test_what_a_host_presses_about_somebody_never_hits_whoever_has_their_seat_since(room, alice, bob, press):
    seats.sit(room, bob, 1)
    seats.leave(room, bob)
    seats.sit(room, carol := person("carol"), 1)
    with pytest.raises(RequestRefused, match="Somebody else has that seat now"):
        press(room, alice, 1, bob.pk)
    assert (sitters(room), Room.objects.get().host) == (["Alice", "Carol"], alice)
    assert not Ban.objects.exists()
    press(room, alice, 1, carol.pk)
    assert (sitters(room), Room.objects.get().host) != (["Alice", "Carol"], alice)


def test_only_people_are_sent_away_and_nobody_sends_themselves_away(room, alice):
    seats.add_ai(room, alice, 1)
    for number in (0, 1):
        with pytest.raises(RequestRefused):
            seats.send_away(room, alice, number)
    assert sitters(room) == ["Alice", "policy"] and not Ban.objects.exists()


def test_a_match_starts_only_when_every_seat_is_taken(room, alice):
    with pytest.raises(RequestRefused):
        seating.start(room, alice)
    assert not Match.objects.exists()
    seating.fill_and_start(room, alice)
    room.refresh_from_db()
    assert (sitters(room), room.waiting) == (["Alice", "policy"], False)


def test_again_with_the_same_people_or_the_table_waits(bob):
    match = match_of("toy", bob, "policy")
    Match.objects.update(ended_at=match.started_at)
    seating.again(match.room, bob)
    seating.again(match.room, bob)
    assert Match.objects.count() == 2
    Match.objects.update(ended_at=match.started_at)
    Seat.objects.filter(room=match.room, number=1).update(level="")
    seating.again(match.room, bob)
    assert Match.objects.count() == 2
    assert Room.objects.get().waiting


def test_who_left_is_not_put_into_the_next_match_and_their_seat_is_free(alice, bob):
    match = match_of("toy", alice, bob)
    seating.leave(match.room, alice)
    Match.objects.update(ended_at=match.started_at)
    seating.again(match.room, bob)
    room = Room.objects.get()
    assert (sitters(room), room.waiting, room.host) == (["", "Bob"], True, bob)
    assert Match.objects.count() == 1
    seats.sit(room, person("carol"), 0)
    assert seating.start(room, bob).players.count() == 2


def test_whoever_asks_for_another_match_at_a_table_that_waits_is_seen_to_be_back(alice, bob):
    match = match_of("toy", alice, bob)
    seating.leave(match.room, bob)
    Match.objects.update(ended_at=match.started_at)
    Room.objects.update(waiting=True)
    before = Room.objects.get().version
    seating.again(match.room, bob)
    assert not Seat.objects.get(user=bob).autoplay
    assert Room.objects.get().version > before
    assert Match.objects.count() == 1


# --- who may join --------------------------------------------------------------------------------


def test_a_room_for_friends_is_there_for_friends_alone(alice, bob):
    room = open_room(alice, "toy", {}, RoomSettings(visibility="friends"))
    assert not comes(room, bob)
    assert not comes(room, None)
    friends.ask(bob, alice, "alice")
    friends.accept(alice, bob)
    assert comes(room, bob)


def test_a_block_with_anybody_there_keeps_away(room, alice, bob):
    carol = person("carol")
    seats.sit(room, bob, 1)
    friends.block(carol, bob)
    assert not comes(room, carol)
    assert comes(room, bob)


def test_a_host_without_a_seat_keeps_away_whom_they_have_blocked(room, alice, bob):
    Seat.objects.filter(room=room).update(user=None)
    friends.block(alice, bob)
    assert not comes(room, bob)


def test_without_onlookers_a_full_table_is_not_there_for_others(alice, bob):
    room = open_room(alice, "toy", {}, RoomSettings(onlookers=False, take_over=False))
    assert comes(room, bob)
    seating.fill_and_start(room, alice)
    assert not comes(room, bob)
    assert comes(room, alice)


# --- finding -------------------------------------------------------------------------------------


def test_play_now_finds_a_public_table_but_never_with_somebody_blocked(room, alice, bob):
    assert free_public_seat(bob, "toy") == (room, 1)
    friends.block(alice, bob)
    assert free_public_seat(bob, "toy") is None


def test_play_now_does_not_find_ones_own_table(room, alice):
    assert free_public_seat(alice, "toy") is None


def test_play_now_leads_back_to_no_match_with_other_people(alice, bob):
    match_of("toy", alice, bob)
    assert unfinished_room(alice, "toy") is None


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the steps are SQLite's")
def test_play_now_reads_no_seat_of_other_tables_to_find_ones_own(alice):
    match = match_of("toy", alice, "policy")
    before = work(lambda: unfinished_room(alice, "toy"))
    others = User.objects.bulk_create(User(username=f"u{at}", name=f"U{at}") for at in range(500))
    rooms = Room.objects.bulk_create(Room(code=f"r{at}", game="toy") for at in range(500))
    Seat.objects.bulk_create(Seat(room=one, number=0, user=user) for one, user in zip(rooms, others, strict=True))
    assert 0 < work(lambda: unfinished_room(alice, "toy")) <= before + 10
    assert unfinished_room(alice, "toy") == match.room


def test_play_now_fills_the_fullest_table_first(alice, bob):
    open_room(alice, "winner", {}, RoomSettings(visibility="public"))
    fuller = open_room(person("carol"), "winner", {}, RoomSettings(visibility="public"))
    seats.sit(fuller, person("dora"), 1)
    assert free_public_seat(bob, "winner") == (fuller, 2)


def test_play_now_asks_no_more_of_many_tables_than_of_one(room, bob, django_assert_num_queries):
    few = statements_of(free_public_seat, bob, "toy")
    for name in ("carol", "dora", "erin"):
        open_room(person(name), "toy", {}, RoomSettings(visibility="public"))
    with django_assert_num_queries(len(few)):
        free_public_seat(bob, "toy")


def test_play_now_leads_to_no_practice(alice):
    match = match_of("toy", alice, "policy")
    assert unfinished_room(alice, "toy") == match.room
    Match.objects.update(practice=True)
    assert unfinished_room(alice, "toy") is None


def test_play_now_finds_no_private_full_or_deserted_table(alice, bob):
    private = open_room(alice, "toy", {})
    full = open_room(alice, "toy", {}, RoomSettings(visibility="public"))
    seats.add_ai(full, alice)
    deserted = open_room(alice, "toy", {}, RoomSettings(visibility="public"))
    Seat.objects.filter(room=deserted).update(seen_at=deserted.created_at.replace(year=2000))
    assert free_public_seat(bob, "toy") is None
    assert open_rooms(bob) == open_rooms(None) == []
    assert private.waiting


def test_the_lobby_lists_public_tables_and_those_of_friends(room, alice, bob):
    secret = open_room(alice, "toy", {}, RoomSettings(visibility="friends"))
    assert open_rooms(bob) == [room]
    friends.ask(bob, alice, "alice")
    friends.accept(alice, bob)
    assert open_rooms(bob) == [secret, room]
    assert open_rooms(alice) == []


def test_the_list_of_one_game_is_not_filled_by_others(room, alice, bob, monkeypatch):
    open_room(person("carol"), "all-fours", {}, RoomSettings(visibility="public"))
    monkeypatch.setattr(services, "LISTED", 1)
    assert open_rooms(bob, "toy") == open_rooms(None, "toy") == [room]


def test_the_lobby_lists_no_table_for_whom_its_host_has_put_out(room, alice, bob):
    seats.sit(room, bob, 1)
    seats.send_away(room, alice, 1)
    assert open_rooms(bob) == []
    assert free_public_seat(bob, "toy") is None
    assert open_rooms(person("carol")) == [room]


def test_opening_many_rooms_is_answered_with_when_to_try_again(alice):
    for _ in range(ROOMS.most):
        open_room(alice, "toy", {})
    with pytest.raises(RateLimited) as many:
        open_room(alice, "toy", {})
    assert 0 < many.value.seconds <= 601


def test_a_host_who_is_away_loses_the_seat_and_no_more(room, alice, bob):
    seats.sit(room, bob, 1)
    Seat.objects.filter(room=room, user=alice).update(seen_at=timezone.now() - LEASE * 2)
    seats.clear(room, bob, 0)
    room.refresh_from_db()
    assert room.host == alice
    assert sitters(room) == ["", "Bob"]
    assert not Ban.objects.exists()
    assert comes(room, alice)


def test_play_now_leads_to_no_house_rules_that_were_not_seen(alice, bob):
    room = open_room(alice, "all-fours", {"edition": "1845"}, RoomSettings(visibility="public"))
    assert free_public_seat(bob, "all-fours") is None
    Room.objects.filter(pk=room.pk).update(options={})
    assert free_public_seat(bob, "all-fours") == (room, 1)


def test_a_code_that_is_taken_is_given_to_nobody_else(room, bob, monkeypatch):
    codes = iter([room.code, room.code, "FRESH2"])
    monkeypatch.setattr("games.rooms.services.new_code", lambda: next(codes))
    assert open_room(bob, "toy", {}).code == "FRESH2"


# --- sets of rules -------------------------------------------------------------------------------


def test_who_keeps_as_many_rules_as_they_may_can_still_change_one(alice, monkeypatch):
    monkeypatch.setattr("games.rooms.services.MOST_RULE_SETS", 2)
    save_rule_set(alice, "winner", "one", {})
    save_rule_set(alice, "winner", "two", {})
    assert save_rule_set(alice, "winner", "two", {"bomb": True}).options == {"bomb": True}
    with pytest.raises(RateLimited):
        save_rule_set(alice, "winner", "three", {})


def test_nobody_removes_the_rules_of_another(alice, bob):
    rules = save_rule_set(alice, "winner", "ours", {})
    delete_rule_set(bob, rules.code)
    assert RuleSet.objects.get() == rules
