"""Downtime is given back: nobody's turn runs out while the site is down."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from games.matches import clock, downtime, services, turns
from games.matches.fold import fold
from games.matches.models import Entry, Hand, Match, Pulse
from games.rooms import seats
from games.rooms.models import Room, Seat
from games.rooms.presence import is_here
from games.rules import live_draw
from tests.matches.tables import current, match_of, person, room_of, state_of
from tests.matches.test_locks import while_waiting
from tests.statements import statements_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
HOUR = timedelta(hours=1)


@pytest.fixture
def match(toy):
    """A match of two people with a clock of half a minute, of which ten seconds have passed."""
    match = match_of("toy", person("alice"), person("bob"))
    Room.objects.update(clock=30)
    hand = current(match)
    Hand.objects.filter(pk=hand.pk).update(turn_at=timezone.now() - timedelta(seconds=10))
    with transaction.atomic():
        services.reschedule(services.locked(hand.pk), services.seats_of(match.room))
    return match


def last_sign(ago):
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() - ago})


def left(match):
    return clock.deadline(current(match)) - timezone.now()


def look(match):
    hand = current(match)
    turns.advance(hand.pk, hand.version)
    return Entry.objects.count()


def test_a_turn_that_ran_out_while_the_site_was_down_is_not_played(match):
    last_sign(HOUR)
    Hand.objects.update(turn_at=timezone.now() - HOUR - timedelta(seconds=10), due_at=timezone.now() - HOUR)
    assert look(match) == 0
    downtime.beat(booting=True)
    assert look(match) == 0
    assert left(match) > timedelta(seconds=20)


def test_nobody_is_given_more_than_a_whole_turn(match):
    last_sign(HOUR)
    for _ in range(2):
        downtime.beat(booting=True)
        last_sign(HOUR)
    assert left(match) <= timedelta(seconds=30)


def test_a_short_stop_is_given_back_at_the_start(match):
    before = left(match)
    last_sign(timedelta(seconds=4))
    downtime.beat(booting=True)
    assert left(match) > before


def test_a_start_costs_no_more_where_more_people_were_here(toy):
    def statements(*names):
        for name in names:
            room_of("toy", person(name), "policy")
        last_sign(HOUR)
        Seat.objects.update(seen_at=timezone.now() - HOUR)
        asked = statements_of(lambda: downtime.beat(booting=True))
        assert all(is_here(seat, timezone.now()) for seat in Seat.objects.exclude(user=None))
        return len(asked)

    assert statements("alice") == statements("bob", "carol", "dora")


def test_a_hand_that_cannot_be_read_keeps_no_site_closed(match, caplog):
    broken = current(match_of("toy", person("carol"), person("dora")))
    Room.objects.update(clock=30)
    Entry.objects.create(hand=broken, seq=0, action={"seat": 0, "do": "fly"}, by=Entry.By.PERSON, key="k")
    Hand.objects.filter(pk=broken.pk).update(version=1)
    before = left(match)
    last_sign(HOUR)
    downtime.beat(booting=True)
    assert left(match) > before
    assert not downtime.is_down(timezone.now())
    assert f"hand {broken.pk} cannot be given time back" in caplog.text


def test_a_table_without_a_clock_is_not_touched(toy):
    match = match_of("toy", person("alice"), person("bob"))
    picture = Room.objects.get(pk=match.room_id).version
    last_sign(HOUR)
    downtime.beat(booting=True)
    assert Room.objects.get(pk=match.room_id).version == picture


def test_while_pages_are_served_the_clock_runs(match):
    began = current(match).turn_at
    downtime.beat(booting=True)
    downtime.beat()
    assert current(match).turn_at == began
    Hand.objects.update(turn_at=timezone.now() - timedelta(seconds=32), due_at=timezone.now())
    assert look(match) == 1


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_clock_that_is_set_cuts_no_turn_short_and_stretches_none(match, time_machine, step):
    downtime.beat()
    time_machine.move_to(timezone.now() + step)
    assert look(match) == 0
    downtime.beat()
    assert timedelta(seconds=18) < left(match) <= timedelta(seconds=30)
    assert look(match) == 0
    assert current(match).due_at < timezone.now() + timedelta(seconds=32)


def test_when_the_clock_was_set_back_nobody_is_here_for_longer_and_no_hand_is_dealt_later(match):
    Hand.objects.update(due_at=timezone.now() + HOUR, result={})
    Seat.objects.update(seen_at=timezone.now() + HOUR)
    last_sign(-HOUR)
    downtime.beat()
    assert all(seat.seen_at <= timezone.now() for seat in Seat.objects.all())
    assert current(match).due_at <= timezone.now()


def test_an_ai_players_turn_is_due_at_once_when_the_clock_was_set_back(toy, time_machine):
    match = match_of("toy", "policy", person("bob"))
    downtime.beat()
    time_machine.move_to(timezone.now() - HOUR)
    downtime.beat()
    assert look(match) == 1


def test_a_draw_goes_on_where_it_stood(settings):
    settings.DRAW_PACE = 0.3
    match = match_of("forty", person("alice"), "policy", person("bob"), "policy")
    hand = current(match)
    now = timezone.now()
    Hand.objects.update(drawn_at=now - HOUR - timedelta(seconds=3))
    last_sign(HOUR)
    downtime.beat(booting=True)
    hand = current(match)
    folded = fold(hand)
    assert 1 < clock.dealt(hand, folded, timezone.now()) < live_draw.drawing(folded.game, state_of(hand))


def test_no_card_of_a_draw_that_was_seen_goes_back_to_the_deck(settings):
    """The last sign may be as old as the time between two."""
    settings.DRAW_PACE = 0.3
    hand = current(match_of("forty", person("alice"), "policy", person("bob"), "policy"))
    began = timezone.now() - HOUR - timedelta(seconds=3)
    Hand.objects.update(drawn_at=began)
    last_sign(HOUR)
    downtime.beat(booting=True)
    hand.refresh_from_db()
    assert hand.drawn_at - began < HOUR - downtime.EVERY + timedelta(seconds=1)


def test_who_was_there_before_is_there_after(match):
    Seat.objects.filter(number=0).update(seen_at=timezone.now() - HOUR - timedelta(seconds=1))
    Seat.objects.filter(number=1).update(seen_at=timezone.now() - 2 * HOUR)
    last_sign(HOUR)
    downtime.beat(booting=True)
    seats = Seat.objects.order_by("number")
    assert [is_here(seat, timezone.now()) for seat in seats] == [True, False]


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres  # on SQLite one transaction writes at a time
def test_a_seat_that_is_being_changed_is_waited_for_by_nobody_who_was_there(match):
    first, second = Seat.objects.order_by("number")
    Seat.objects.update(seen_at=timezone.now() - HOUR)
    last_sign(HOUR)

    def beat():
        try:
            downtime.beat()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        Seat.objects.filter(pk=second.pk).update(missed=1)
        pool.submit(beat).result(10)
    for seat in (first, second):
        seat.refresh_from_db()
    assert [is_here(seat, timezone.now()) for seat in (first, second)] == [True, False]


def test_a_site_that_was_never_served_is_not_down():
    assert not downtime.is_down(timezone.now())


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres  # on SQLite one transaction writes at a time
@pytest.mark.parametrize("waited_for", ["hand", "seat"])
def test_when_the_clock_is_set_back_no_seat_is_held_while_a_row_is_waited_for(match, waited_for):
    """Services hold a hand and write its seats, in any order."""
    Hand.objects.update(due_at=timezone.now() + HOUR, result={})
    Seat.objects.update(seen_at=timezone.now() + HOUR)
    last_sign(-HOUR)
    first, second = (Seat.objects.filter(room=match.room, number=number) for number in (0, 1))

    def lock():
        services.locked(current(match).pk)
        if waited_for == "seat":
            second.update(missed=1)

    while_waiting(lock, downtime.beat, lambda: first.update(missed=2))
    assert first.get().missed == 2
    assert all(seat.seen_at <= timezone.now() for seat in Seat.objects.all())
    assert current(match).due_at <= timezone.now()


@pytest.fixture
def set_back(match):
    """Another match too; both turns began ten seconds ago, an hour before the clock was set back by an hour."""
    match_of("toy", person("carol"), person("dora"))
    Room.objects.update(clock=30)
    Hand.objects.update(turn_at=timezone.now() + HOUR - timedelta(seconds=10))
    last_sign(-HOUR)


def all_left():
    return [timedelta(seconds=15) < left(match) <= timedelta(seconds=20) for match in Match.objects.all()]


def test_a_clock_that_is_set_back_moves_each_turn_once_though_the_process_is_killed(set_back, monkeypatch):
    shift = downtime._shift

    def shift_and_die(hand_id, *args):
        shift(hand_id, *args)
        raise OperationalError

    with monkeypatch.context() as patched, pytest.raises(OperationalError):
        patched.setattr(downtime, "_shift", shift_and_die)
        downtime.beat()
    downtime.beat()
    assert all_left() == [True, True]


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres  # on SQLite one transaction writes at a time
def test_a_clock_that_is_set_back_moves_each_turn_once_though_two_processes_notice(set_back):
    while_waiting(downtime.beat, downtime.beat, lambda: None)
    assert all_left() == [True, True]


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres  # on SQLite one transaction writes at a time
def test_a_clock_is_set_back_while_somebody_locks_two_rooms(toy):
    """Their hands were dealt in the other order."""
    first = room_of("toy", person("alice"), "policy")
    second = match_of("toy", person("bob"), "policy").room
    services.start_match(first)
    last_sign(-HOUR)
    while_waiting(lambda: seats.locked(first), downtime.beat, lambda: seats.locked(second))
    assert Pulse.objects.get().at < timezone.now()
