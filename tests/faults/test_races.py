"""Actions at the same instant, many times, with real threads and transactions: goals C1 and C4 to C7."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.utils import timezone

from games.accounts.models import User
from games.matches import services, turns
from games.matches.models import Entry, Hand
from games.rooms import seats
from games.rooms.models import Room, Seat
from games.rules.cards import NAMES
from tests.faults.sizes import SCALE, SOAK, reached, share, size
from tests.matches.tables import current, match_of, person, state_of
from tests.together import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy", "at_once"), pytest.mark.slow]


@pytest.fixture
def two():
    """Two people for all the rounds."""
    return person("alice"), person("bob")


def press(hand, seat, index, key):
    card = NAMES[state_of(hand).hands[seat][index]]
    seq = state_of(hand) and Hand.objects.get(pk=hand.pk).version
    return lambda: services.take_action(hand.pk, seat, {"do": "play", "card": card}, seq=seq, key=key)


def rounds(fast, soak, action):
    """Repeat an action as often as this run's size says; return how often."""
    many = size(fast, soak)
    for number in range(many):
        action(number)
    return many


def test_two_tabs_at_a_barrier_make_one_action(two):
    def once(number):
        hand = current(match_of("toy", *two))
        same = press(hand, 0, 0, "one picture")
        presses = [same, same] if number % 2 else [same, press(hand, 0, 1, "one picture")]
        answers = together(*presses)
        assert list(Entry.objects.filter(hand=hand).values_list("seq", flat=True)) == [0]
        lost = [isinstance(answer, (services.Stale, services.KeyUsed)) for answer in answers]
        assert sorted(lost) == ([False, False] if number % 2 else [False, True])

    reached("C1", f"{rounds(60, 5000, once)} rounds, one action each")


def test_an_ai_turn_told_five_times_is_one_action(two, monkeypatch):
    groups = []
    monkeypatch.setattr("games.rooms.events.send_to_group", lambda group, message: groups.append(group))

    def once(number):
        hand = current(match_of("toy", "policy", two[1]))
        groups.clear()
        together(*[lambda: turns.advance(hand.pk, 0)] * 5)
        assert Entry.objects.filter(hand=hand).count() == 1
        assert len(groups) == 1
        for _ in range(2):  # two turns later
            hand.refresh_from_db()
            seat = state_of(hand).to_act[0]
            if seat == 1:
                press(hand, 1, 0, f"late {hand.version}")()
            else:
                turns.advance(hand.pk, hand.version)
        entries, groups[:] = Entry.objects.filter(hand=hand).count(), []
        turns.advance(hand.pk, 0)
        assert (Entry.objects.filter(hand=hand).count(), groups) == (entries, [])

    reached("C4", f"{rounds(20, 1000, once)} turns, five times each and late: one action and one push each")


def test_a_person_and_their_clock_make_one_action(two):
    def once(number):
        match = match_of("toy", *two)
        Room.objects.filter(pk=match.room_id).update(clock=30)
        hand = current(match)
        past = timezone.now() - timedelta(seconds=31)
        Hand.objects.filter(pk=hand.pk).update(turn_at=past, due_at=timezone.now() - timedelta(seconds=1))
        answers = together(press(hand, 0, 0, "their own"), lambda: turns.advance(hand.pk, 0))
        by = list(Entry.objects.filter(hand=hand).values_list("by", flat=True))
        assert by in (["person"], ["clock"])
        assert isinstance(answers[0], services.Stale) is (by == ["clock"])
        won[by[0]] += 1

    won = {"person": 0, "clock": 0}
    many = rounds(30, 2000, once)
    reached("C5", f"{many} turns, one action each: the person {won['person']}, the clock {won['clock']} times")


def test_of_eight_who_take_the_last_seat_one_sits(two):
    people = [person(f"guest{number}") for number in range(8)]

    def once(number):
        room = Room.objects.create(game="toy", host=two[0])
        Seat.objects.create(room=room, number=0, user=two[0])
        Seat.objects.create(room=room, number=1)

        def sit(user: User):
            def take_seat():
                try:
                    seats.sit(room, user, 1)
                except seats.RequestRefused as refused:
                    return refused.sentence
                return "sits"

            return take_seat

        answers = together(*map(sit, people))
        assert sorted(answers) == sorted(["sits", *[seats.TAKEN] * 7])
        assert Seat.objects.filter(room=room, user__in=people).count() == 1

    reached("C6", f"{rounds(20, 1000, once)} rounds of eight: one sits, seven are told")


def test_eight_writers_are_never_locked_out(two):
    seconds = 3 if not SOAK else 120 * SCALE
    hands = [current(match_of("toy", *two)) for _ in range(8)]
    faults, waits, end = [], [], time.monotonic() + seconds
    stop = threading.Event()

    def write(hand):
        def whole():
            number = 0
            while time.monotonic() < end and not stop.is_set():
                began = time.perf_counter()
                try:
                    services.take_action(hand.pk, 0, {"do": "shout"}, seq=number, key=f"shout {number}")
                except DatabaseError as fault:
                    faults.append(fault)
                    stop.set()
                waits.append(time.perf_counter() - began)
                number += 1
            return number

        return whole

    written = together(*map(write, hands))
    assert faults == []
    assert [Entry.objects.filter(hand=hand).count() for hand in hands] == written
    rate, slow = sum(written) / seconds, share(waits, 0.99) * 1000
    reached(
        "C7",
        f"{sum(written)} commits in {seconds:.0f} s by 8 writers ({rate:.0f} a second), p99 {slow:.0f} ms, none locked",
    )
