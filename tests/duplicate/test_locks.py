"""What a duplicate reads and locks while others write, with real transactions (as ``tests/matches/test_locks``)."""

from __future__ import annotations

import pytest

from games.community import account_deletion
from games.community.moderation import Action, decide
from games.duplicate import counting, rounds, services
from games.duplicate.models import Event, Sitting
from games.rooms import seats
from games.rooms.models import Room, Seat
from tests.community.moderating import moderator, reported
from tests.duplicate.events import a_set, a_tournament, begin, due, play_table, tables
from tests.matches.tables import person, room_of
from tests.matches.test_locks import while_waiting

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("at_once"),
    pytest.mark.postgres,  # on SQLite one transaction writes at a time
]


def entered(event, *people):
    """Enter people for an event: each alone, or in pairs."""
    for at, user in enumerate(people):
        if event.kind == Event.Kind.PAIR and at % 2:
            services.join(services.contestant_of(event, people[at - 1]), user)
        else:
            services.enter(event, user)


@pytest.mark.parametrize(
    ("game", "kind", "scale"), [("all-fours", "alone", "difference"), ("forty", "pair", "matchpoints")]
)
def test_who_leaves_while_a_round_begins_keeps_no_seat_in_it(alice, bob, game, kind, scale):
    event = a_tournament(game, kind, scale)
    entered(event, alice, bob, person("carol"), person("dora"))
    due(event)

    def round_begins():
        rounds.advance(event.pk)
        assert Seat.objects.filter(user=alice).exists()

    while_waiting(
        lambda: Event.objects.select_for_update(no_key=True).get(pk=event.pk),
        lambda: services.leave(event, alice),
        round_begins,
    )
    assert not Seat.objects.filter(user=alice).exists()
    assert services.contestant_of(event, alice).members.get(user=alice).left_at is not None


def test_two_partners_who_press_at_once_sit_down(alice, bob):
    event = a_set("forty", "pair", "matchpoints")
    entered(event, alice, bob)

    def alice_waits():
        assert services.sit_down(event, alice) is None

    room = while_waiting(alice_waits, lambda: services.sit_down(event, bob), lambda: None)
    assert set(room.seats.filter(user__isnull=False).values_list("user", flat=True)) == {alice.pk, bob.pk}


def test_who_sits_down_while_they_leave_is_refused(alice, bob):
    event = a_set("forty", "pair", "matchpoints")
    entered(event, alice, bob)

    def sits_down():
        with pytest.raises(services.EventRefused, match="closed"):
            services.sit_down(event, bob)

    while_waiting(lambda: services.leave(event, bob), sits_down, lambda: None)


def test_a_set_that_is_being_called_off_opens_no_table(alice):
    event = a_set()
    services.enter(event, alice)

    def sits_down():
        with pytest.raises(services.EventRefused, match="closed"):
            services.sit_down(event, alice)

    while_waiting(lambda: services.call_off(event), sits_down, lambda: None)
    assert not Sitting.objects.exists()


def test_a_set_is_not_called_off_while_somebody_begins_it(alice):
    event = a_set()
    services.enter(event, alice)

    def calls_off():
        with pytest.raises(services.EventRefused, match="begun"):
            services.call_off(event)

    while_waiting(lambda: services.sit_down(event, alice), calls_off, lambda: None)


def test_a_table_that_is_opened_as_the_time_of_its_set_is_up_is_closed_with_it(alice, time_machine):
    event = a_set("all-fours")
    services.enter(event, alice)

    def sits_down():
        services.sit_down(event, alice)
        time_machine.move_to(event.due_at)

    assert while_waiting(sits_down, lambda: rounds.advance(event.pk), lambda: None)
    event.refresh_from_db()
    assert event.is_over
    assert Sitting.objects.get(room__isnull=False).ended_at is not None


def test_a_round_that_two_workers_end_at_once_ends_once(alice, bob):
    event = a_tournament(form="robin", rounds=1, weekly=True)
    entered(event, alice, bob)
    begin(event)
    for sitting in tables(event):
        play_table(sitting.room)
    counting.play_for_the_house()
    while_waiting(
        lambda: Event.objects.select_for_update(no_key=True).get(pk=event.pk), rounds.end_early, rounds.end_early
    )
    event.refresh_from_db()
    assert event.is_over
    assert Event.objects.count() == 2  # it is repeated once


@pytest.fixture(params=["muted", "deleted"])
def loses_names(request, alice):
    """Take away the names that alice gave to tables and events, because she is muted or has deleted her account."""
    report, mona = reported(person("dora"), alice), moderator()

    def act():
        if request.param == "muted":
            decide(mona, report, Action.MUTE, "words", days=1)
        else:
            account_deletion.delete_account(alice)

    return act


@pytest.fixture
def cup(alice, bob):
    """Return an event of alice's that is being played, with bob's table there."""
    event = a_tournament(host=alice, name="Cup")
    entered(event, bob, person("carol"))
    begin(event)
    return event, Room.objects.get(seats__user=bob)


def test_tables_of_an_event_and_others_lose_their_names_while_somebody_locks_both(alice, bob, cup, loses_names):
    _event, first = cup
    second = room_of("all-fours", alice, bob)
    Room.objects.filter(pk=second.pk).update(name="A name")
    while_waiting(lambda: seats.locked(first), loses_names, lambda: seats.locked(second))
    assert [room.name for room in Room.objects.filter(pk__in=(first.pk, second.pk))] == ["", ""]


def test_an_event_and_its_tables_lose_their_names_while_somebody_leaves_it(bob, cup, loses_names):
    event, room = cup
    while_waiting(
        lambda: Event.objects.select_for_update(no_key=True).get(pk=event.pk),
        loses_names,
        lambda: services.leave(event, bob),
    )
    assert not Seat.objects.filter(room=room, user=bob).exists()
    assert not Event.objects.exclude(name="").exists()
