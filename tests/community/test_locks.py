"""What ending a match, closing or merging an account locks at a table in play (as ``tests/matches/test_locks``)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.accounts.models import Report, User
from games.accounts.services import make_guest
from games.community import abandonment, account_deletion, merge_guest, reports
from games.community.models import Decision
from games.community.moderation import Action, decide, lift
from games.foundation.transactions import write
from games.matches import seating, services
from games.matches.locks import lock_tables
from games.matches.models import Hand
from games.rooms import seats
from games.rooms.models import Ban, Message, Room, Seat
from tests.community.moderating import moderator, reported
from tests.community.test_rating_rules import long_ago, move_on
from tests.matches.tables import current, house, match_of, person, room_of
from tests.matches.test_locks import let_lie_after, while_waiting

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy", "at_once"),
    pytest.mark.postgres,  # on SQLite one transaction writes at a time
]


def test_a_host_closes_their_account_while_somebody_presses_at_their_table(alice, bob):
    match = match_of("toy", alice, bob)
    hand = current(match)
    while_waiting(
        lambda: services.locked(hand.pk), lambda: account_deletion.delete_account(alice), lambda: match.room.touch()
    )
    assert Seat.objects.get(user=alice).autoplay
    room = Room.objects.get()
    assert (room.name, room.host) == ("", bob)


def test_a_guest_is_merged_while_the_clock_plays_for_them(alice, bob):
    guest = make_guest()
    match = match_of("toy", guest, bob)
    hand = current(match)

    def clock():
        services.locked(hand.pk)
        Seat.objects.filter(user=guest).update(missed=1)

    while_waiting(clock, lambda: merge_guest.merge(alice, guest), lambda: match.room.touch())
    assert Seat.objects.get(user=alice).missed == 1


@pytest.mark.parametrize("what", ["merged", "deleted"])
@pytest.mark.parametrize("table", [room_of, lambda *who: match_of(*who).room], ids=["before a match", "in a match"])
def test_two_guests_go_at_once_who_have_spoken_at_one_anothers_tables(alice, bob, table, what):
    guests, accounts = [make_guest(), make_guest()], [alice, bob]
    rooms = [table("toy", guest, person(name)) for guest, name in zip(guests, ("carol", "dora"), strict=True)]
    for room, guest in zip(rooms, reversed(guests), strict=True):
        Message.objects.create(room=room, user=guest, text="Hello")

    def goes(number):
        if what == "merged":
            merge_guest.merge(accounts[number], guests[number])
        else:
            account_deletion.delete_account(guests[number])

    while_waiting(lambda: seating.in_play(rooms[0]), lambda: goes(1), lambda: goes(0))
    assert User.objects.filter(deleted_at__isnull=False).count() == 2
    speakers = Message.objects.order_by("room").values_list("user", flat=True)
    assert list(speakers) == ([bob.pk, alice.pk] if what == "merged" else [])
    assert [room.chat_version for room in Room.objects.order_by("pk")] == [1, 1]


def test_a_guest_is_merged_while_the_host_turns_them_away_from_the_seat_that_they_reserved(alice, bob):
    guest, room = make_guest(), match_of("toy", alice, "policy").room
    seating.take_over(room, guest, 1)
    while_waiting(
        lambda: seating.in_play(room),
        lambda: merge_guest.merge(bob, guest),
        lambda: seating.turn_away(room, alice, 1),
    )
    assert not Seat.objects.exclude(reserved_for=None).exists()
    assert Ban.objects.get().user == bob


def free_hands():
    """Return the hands that nobody has locked, as another process sees them."""

    def read():
        try:
            with transaction.atomic():
                return list(Hand.objects.select_for_update(skip_locked=True))
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(read).result(10)


def test_a_hand_that_was_dealt_while_its_room_was_waited_for_is_locked_too(alice, bob):
    """A hand is locked before its room: somebody may hold it and want to write the room."""
    room, _other = room_of("toy", alice, "policy"), match_of("toy", bob, "policy").room

    def locks_all():
        with write():
            lock_tables(Room.objects.all())
            return free_hands()

    assert while_waiting(lambda: seats.locked(room), locks_all, lambda: services.start_match(room)) == []
    assert Hand.objects.count() == len(free_hands()) == 2


def locks(user):
    return lambda: list(User.objects.select_for_update(no_key=True).filter(pk=user.pk))


def test_a_moderator_decides_about_a_guest_who_is_being_erased(alice):
    guest, mona = make_guest(), moderator()
    report = reported(alice, guest)

    def decides():
        with pytest.raises(Report.DoesNotExist):
            decide(mona, report, Action.SUSPEND, "words", days=1)

    while_waiting(locks(guest), decides, lambda: account_deletion.erase_account(guest))
    assert not Decision.objects.exists()


def test_of_two_reports_at_once_a_moderator_is_told_once(alice, bob):
    mona = moderator()
    match_of("toy", alice, bob)
    while_waiting(
        locks(mona),
        lambda: reports.report(alice, bob, "words", ""),
        lambda: reports.report(bob, alice, "words", ""),
    )
    assert Report.objects.count() == 2
    assert mona.notifications.count() == 1


def test_a_moderator_decides_on_the_report_of_a_guest_who_is_being_erased(bob):
    guest, mona = make_guest(), moderator()
    report = reported(guest, bob)
    while_waiting(
        lambda: Report.objects.select_for_update().get(),
        lambda: account_deletion.erase_account(guest),
        lambda: decide(mona, report, Action.WARN, "words"),
    )
    assert Report.objects.get().reporter is None
    assert not guest.notifications.exists()


def test_a_moderator_lifts_a_decision_about_a_guest_who_is_being_erased(alice):
    guest, mona = make_guest(), moderator()
    decision = decide(mona, reported(alice, guest), Action.SUSPEND, "words", days=1)

    def lifts():
        with pytest.raises(Decision.DoesNotExist):
            lift(mona, decision, "appeal")

    while_waiting(locks(guest), lifts, lambda: account_deletion.erase_account(guest))
    assert not Decision.objects.exists()


@pytest.mark.parametrize("action", [Action.MUTE, Action.RENAME])
def test_a_moderator_takes_the_names_of_two_tables_while_somebody_locks_both(alice, bob, action):
    first, second = (room_of("toy", alice, person(name)) for name in ("carol", "dora"))
    Room.objects.update(host=alice, name="A name")
    report, mona = reported(bob, alice), moderator()
    let_lie_after(first, second, first.touch)

    def decides():
        with connection.cursor() as cursor:
            cursor.execute("SET enable_indexscan = off; SET enable_bitmapscan = off")
        decide(mona, report, action, "words", days=1)

    while_waiting(lambda: seats.locked(first), decides, lambda: seats.locked(second))
    assert [room.name for room in Room.objects.filter(host=alice)] == ["", ""]


def test_a_moderator_gives_a_name_back_while_somebody_plays_at_a_table_of_its_owner(alice, bob):
    """Hands are locked before rooms, all in one order: people may sit at several tables."""
    match, mona = match_of("toy", alice, bob), moderator()
    decision = decide(mona, reported(bob, alice), Action.RENAME, "words")
    hand = current(match)
    while_waiting(lambda: services.locked(hand.pk), lambda: lift(mona, decision, "appeal"), match.room.touch)
    alice.refresh_from_db()
    assert alice.name == "Alice"


def test_a_match_in_which_somebody_just_moves_is_not_ended_as_abandoned(alice):
    match = match_of("winner", alice, "policy", "policy", "policy")
    house()
    long_ago(match)
    hand = current(match)
    assert while_waiting(lambda: services.locked(hand.pk), abandonment.end_abandoned, lambda: move_on(match)) == 0
    match.refresh_from_db()
    assert match.ended_at is None


def test_the_name_of_a_closed_table_is_taken_while_somebody_locks_it_and_an_open_one(alice, bob):
    """Whoever closes their account locks all tables where they have spoken, closed ones too."""
    closed, opened = room_of("toy", alice, person("carol")), room_of("toy", alice, bob)
    Room.objects.update(host=alice, name="A name")
    Room.objects.filter(pk=closed.pk).update(closed_at=timezone.now())
    report, mona = reported(bob, alice), moderator()
    while_waiting(
        lambda: seats.locked(closed),
        lambda: decide(mona, report, Action.MUTE, "words", days=1),
        lambda: seats.locked(opened),
    )
    assert [room.name for room in Room.objects.filter(host=alice)] == ["", ""]
