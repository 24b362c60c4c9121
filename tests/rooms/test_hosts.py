"""Open requests to join a table go with its host."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends
from games.accounts.models import Notification, User
from games.accounts.services import suspend
from games.community.listings import news_of
from games.matches import seating, services
from games.rooms import hosts, join_requests, seats
from games.rooms.models import JoinRequest, Room, Seat
from tests.matches.tables import person, room_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "at_once")]


@pytest.fixture
def carol():
    return person("carol")


@pytest.fixture
def room(alice, bob, carol):
    """A table for friends of Alice, its host, where Bob sits and which Carol has asked to join."""
    room = room_of("toy", alice, bob)
    Room.objects.filter(pk=room.pk).update(visibility=Room.Visibility.FRIENDS)
    join_requests.ask_to_join(room, carol)
    return room


def start_without_the_host(room, alice, bob):
    Seat.objects.filter(user=alice).update(seen_at=timezone.now() - timedelta(seconds=45))
    seating.fill_and_start(room, bob)


def leave_in_play(room, alice, bob):
    services.start_match(room)
    seating.leave(room, alice)


WAYS = {
    "hands over": lambda room, alice, bob: seats.hand_over(room, alice, 1),
    "leaves": lambda room, alice, bob: seating.leave(room, alice),
    "leaves in play": leave_in_play,
    "is away as others start": start_without_the_host,
}


def waiting(user):
    """Return which requests to join somebody is asked to answer."""
    return [line["join_request"] for line in news_of(user) if line["join_request"] and line["new"]]


@pytest.mark.parametrize("way", WAYS)
def test_a_request_to_join_goes_to_the_new_host(room, alice, bob, carol, way, client):
    asked = [f"{room.code} {carol.pk}"]
    assert (waiting(alice), waiting(bob)) == (asked, [])
    WAYS[way](room, alice, bob)
    assert (waiting(alice), waiting(bob)) == ([], asked)
    assert not Notification.objects.filter(user=alice, read_at=None).exists()
    client.force_login(bob)
    client.post(reverse("door"), {"in": asked[0]})
    assert JoinRequest.objects.get().granted


def test_who_sits_down_where_there_is_no_host_is_asked_too(room, alice, bob, carol):
    seats.leave(room, bob)
    Room.objects.update(host=None)
    JoinRequest.objects.create(room=room, user=bob, granted=True)
    seats.sit(room, bob, 1)
    assert waiting(bob) == [f"{room.code} {carol.pk}"]


def test_who_has_sat_down_meanwhile_asks_nobody(room, alice, bob, carol):
    """Not even themselves, if the table becomes theirs."""
    friends.ask(carol, alice, "alice")
    friends.accept(alice, carol)
    seats.leave(room, bob)
    seats.sit(room, carol, 1)
    seats.hand_over(room, alice, 1)
    assert not Notification.objects.filter(user=carol, kind="knocked").exists()


def test_nobody_hears_of_a_request_of_somebody_they_have_blocked(room, alice, bob, carol):
    friends.block(bob, carol)
    seats.hand_over(room, alice, 1)
    assert not Notification.objects.filter(user=bob).exists()


def test_an_answered_request_is_not_asked_again(room, alice, bob, carol):
    join_requests.answer(alice, room.code, carol.pk, False)
    seats.hand_over(room, alice, 1)
    assert not Notification.objects.filter(user=bob).exists()


def many_ask(room, number):
    """Have this many people, the newest last, ask to join a room; return them."""
    people = User.objects.bulk_create(User(username=f"one{one}", name=f"One {one}") for one in range(number))
    JoinRequest.objects.bulk_create(JoinRequest(room=room, user=user) for user in people)
    return people


def test_of_many_requests_a_new_host_gets_the_newest_and_keeps_their_other_notifications(room, alice, bob):
    friends.ask(person("dora"), bob, "bob")
    newest = many_ask(room, 60)[-hosts.MOST :]
    seats.hand_over(room, alice, 1)
    assert waiting(bob) == [f"{room.code} {asker.pk}" for asker in reversed(newest)]
    assert Notification.objects.filter(user=bob, kind="asked").exists()


def test_handing_a_table_to_and_fro_fills_nobodys_notifications(room, alice, bob):
    many_ask(room, 10)
    for _ in range(3):
        seats.hand_over(Room.objects.get(), alice, 1)
        seats.hand_over(Room.objects.get(), bob, 0)
    assert bob.notifications.count() == hosts.MOST


def test_however_many_people_ask_a_new_host_costs_few_statements(room, alice, bob, django_assert_max_num_queries):
    many_ask(room, 60)
    with django_assert_max_num_queries(30):
        seats.hand_over(room, alice, 1)


def test_a_request_that_does_not_go_to_the_new_host_may_be_made_again(room, alice, bob, carol):
    many_ask(room, hosts.MOST)
    seats.hand_over(room, alice, 1)
    assert f"{room.code} {carol.pk}" not in waiting(bob)
    join_requests.ask_to_join(Room.objects.get(), carol)
    assert f"{room.code} {carol.pk}" in waiting(bob)


@pytest.mark.parametrize("why", ["old", "suspended"])
def test_no_request_is_raised_again_that_is_old_or_of_somebody_suspended(room, alice, bob, carol, why):
    if why == "old":
        JoinRequest.objects.update(at=timezone.now() - hosts.LASTS - timedelta(minutes=1))
    else:
        suspend(carol)
    seats.hand_over(room, alice, 1)
    assert not Notification.objects.filter(user=bob).exists()
