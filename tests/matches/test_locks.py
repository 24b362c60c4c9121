"""What services read and lock while others write: with real transactions, one of which waits for another's lock."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.accounts import services as accounts
from games.accounts.models import Notification, User
from games.foundation.transactions import write
from games.matches import seating, services
from games.matches.models import Hand, Match
from games.rooms import join_requests, presence, seats
from games.rooms.models import JoinRequest, Room, Seat
from games.rooms.services import RoomSettings, open_room
from tests.matches.tables import current, match_of, person, state_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy", "at_once"),
    pytest.mark.postgres,  # on SQLite one transaction writes at a time
]


def while_waiting(lock, service, ours):
    """Take a lock, run a service in another thread and, once it waits for that lock, do ``ours`` in the transaction
    that holds it; return what the service returns when it goes on."""

    def run():
        try:
            return service()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lock()
            theirs = pool.submit(run)
            wait_for_a_waiter(theirs)
            ours()
        return theirs.result(10)


def wait_for_a_waiter(theirs):
    ends = timezone.now() + timedelta(seconds=10)
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    while timezone.now() < ends and not theirs.done():
        with connection.cursor() as cursor:
            cursor.execute(waiting)
            if cursor.fetchone()[0]:
                return
    raise AssertionError("the service did not wait")


def let_lie_after(row, other, write):
    """Write a row until it lies after another of its table, so that without an index it is read after it."""

    def as_they_lie():
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT id FROM {row._meta.db_table} ORDER BY ctid")
            return [pk for (pk,) in cursor.fetchall()]

    while as_they_lie().index(row.pk) < as_they_lie().index(other.pk):
        write()


@pytest.fixture
def match():
    return match_of("toy", person("alice"), person("bob"))


def test_what_is_read_with_a_hand_that_was_waited_for_is_as_new_as_the_hand(match):
    hand = current(match)

    def locked():
        with write():
            row = services.locked(hand.pk)
            return row.match.ended_at is not None, row.match.room.clock, row.number

    def ends():
        Match.objects.update(ended_at=timezone.now())
        Room.objects.update(clock=60)
        Hand.objects.update(number=7)

    assert while_waiting(lambda: services.locked(hand.pk), locked, ends) == (True, 60, 7)


@pytest.mark.parametrize("by", ["pressing", "opening the table"])
def test_who_comes_back_between_two_matches_waits_for_the_room_and_holds_no_seat_meanwhile(match, by):
    """Services that hold the room write seats: one that held a seat and waited for the room would stop both."""
    room, bob = match.room, Seat.objects.get(number=1).user
    seating.leave(room, bob)
    Match.objects.update(ended_at=timezone.now())

    def ours():
        Seat.objects.filter(number=1).update(missed=2)

    def comes_back():
        seating.come_back(room, bob) if by == "pressing" else seating.came_back(room.code, bob)

    while_waiting(lambda: seats.locked(room), comes_back, ours)
    assert not Seat.objects.get(number=1).autoplay


@pytest.mark.parametrize("go", [seating.give_up, seating.leave])
def test_the_seat_of_who_goes_while_a_hand_is_dealt_is_played_at_once(match, go):
    room = match.room
    first = state_of(current(match)).to_act[0]
    user = Seat.objects.get(room=room, number=first).user
    Match.objects.update(ended_at=timezone.now())
    Room.objects.update(boards=1, clock=60)  # a deal is still to come: whoever leaves keeps their seat
    while_waiting(lambda: seats.locked(room), lambda: go(room, user), lambda: services.start_match(room))
    hand = Hand.objects.get(match__ended_at=None)
    assert state_of(hand).to_act == (first,)
    assert hand.due_at < timezone.now() + timedelta(seconds=10)


def test_a_request_to_join_that_is_being_granted_is_not_declined():
    host, asker = person("host"), person("asker")
    room = open_room(host, "toy", {}, RoomSettings(visibility="friends"))
    join_requests.ask_to_join(room, asker)
    Notification.objects.update(read_at=timezone.now())  # the answers have no other row in common

    def answers(granted):
        return lambda: join_requests.answer(host, room.code, asker.pk, granted)

    with pytest.raises(seats.RequestRefused, match="another answer"):
        while_waiting(answers(True), answers(False), lambda: None)
    assert JoinRequest.objects.get().granted


def test_people_who_are_here_are_noted_while_somebody_locks_several(match):
    alice, bob = User.objects.order_by("pk")
    User.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    let_lie_after(alice, bob, lambda: User.objects.filter(pk=alice.pk).update(language="en"))
    while_waiting(
        lambda: accounts.lock(alice.pk),
        lambda: accounts.touch_all_seen_at([bob.pk, alice.pk]),
        lambda: accounts.lock(bob.pk),
    )
    assert User.objects.filter(seen_at__gt=timezone.now() - timedelta(minutes=1)).count() == 2


def test_leases_are_renewed_while_somebody_changes_seats_in_any_order(match):
    first, second = Seat.objects.filter(room=match.room).order_by("pk")
    long_ago = timezone.now() - timedelta(hours=1)
    Seat.objects.update(seen_at=long_ago)

    def renew():
        try:
            presence.renew([first.pk, second.pk])
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        seats.vacate(second)
        pool.submit(renew).result(10)
        seats.vacate(first)
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.seen_at > second.seen_at == long_ago
