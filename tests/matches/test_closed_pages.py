"""A closed page says goodbye: after fifteen seconds a stand-in plays if others are waiting."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.matches import seating, services, turns
from games.matches.models import Entry, Hand
from games.rooms.models import Room, Seat
from games.rooms.presence import GOODBYE, is_here
from tests.matches.tables import current, match_of, move, person, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[0, 60], ids=["no clock", "a minute a turn"])
def match(request):
    match = match_of("all-fours", person("alice"), person("bob"))
    Room.objects.filter(pk=match.room_id).update(clock=request.param)
    hand = services.locked(current(match).pk)
    services.reschedule(hand, services.seats_of(hand.match.room))
    return match


def seat_to_act(match):
    return Seat.objects.get(room=match.room, number=state_of(current(match)).to_act[0])


def in_time(match, **since):
    """Let the house do what is due after a time; return who made each entry of the hand."""
    hand = current(match)
    for field in ("due_at", "turn_at"):
        if getattr(hand, field):
            setattr(hand, field, getattr(hand, field) - timedelta(**since))
    Hand.objects.filter(pk=hand.pk).update(due_at=hand.due_at, turn_at=hand.turn_at)
    for seat in Seat.objects.filter(room=match.room, left_at__isnull=False):
        Seat.objects.filter(pk=seat.pk).update(left_at=seat.left_at - timedelta(**since))
    if hand.due_at is not None and hand.due_at <= timezone.now():
        turns.advance(hand.pk, hand.version)
    return list(Entry.objects.filter(hand=hand).values_list("by", flat=True))


def test_who_closed_the_table_is_played_for_after_a_short_wait(match):
    seating.goodbye(seat_to_act(match).pk)
    assert timezone.now() + GOODBYE >= current(match).due_at > timezone.now() + timedelta(seconds=10)
    assert in_time(match, seconds=10) == []
    assert in_time(match, seconds=6) == [Entry.By.CLOCK]


def test_the_next_turn_of_who_has_left_is_played_at_once(match):
    leaver = seat_to_act(match)
    seating.goodbye(leaver.pk)
    in_time(match, seconds=20)
    while (hand := current(match)) and state_of(hand).to_act[0] != leaver.number:
        game = match.room.rules
        action = game.write_action(game.legal(state_of(hand))[0])
        move(hand, action.pop("seat"), action)
    due = current(match).due_at
    assert due is not None and due - timezone.now() < timedelta(seconds=5)


def test_whoever_reloads_notices_nothing(match):
    leaver, before = seat_to_act(match), current(match)
    seating.goodbye(leaver.pk)
    seating.came_back(match.room.code, leaver.user)
    hand = current(match)
    assert hand.turn_at == before.turn_at
    assert (hand.due_at is None) == (before.due_at is None)
    assert in_time(match, seconds=20) == []
    assert is_here(Seat.objects.get(pk=leaver.pk), timezone.now())


def test_another_page_that_is_open_elsewhere_keeps_the_seat_and_its_time(match):
    """Its process renews the lease without knowing of the goodbye: the house finds nothing to do and keeps waiting."""
    leaver = seat_to_act(match)
    seating.goodbye(leaver.pk)
    Seat.objects.filter(pk=leaver.pk).update(left_at=None)
    assert in_time(match, seconds=16) == []
    hand = current(match)
    assert hand.due_at is None or hand.due_at > timezone.now() + timedelta(seconds=30)


def test_who_leaves_just_then_is_played_for(monkeypatch):
    """The house finds that they are back; before it has put the time off they have left for good."""
    match = match_of("all-fours", person("alice"), person("bob"))
    leaver = seat_to_act(match)
    seating.goodbye(leaver.pk)
    Seat.objects.filter(pk=leaver.pk).update(left_at=None)
    locked = services.locked

    def leave_first(hand_id):
        monkeypatch.setattr(services, "locked", locked)
        seating.leave(match.room, leaver.user)
        return locked(hand_id)

    monkeypatch.setattr(services, "locked", leave_first)
    assert in_time(match, seconds=16) == []
    assert current(match).due_at is not None


def test_who_left_an_empty_table_finds_it_as_it_was():
    match = match_of("all-fours", person("alice"), "policy")
    while seat_to_act(match).level:
        hand = current(match)
        Hand.objects.filter(pk=hand.pk).update(due_at=timezone.now())
        turns.advance(hand.pk, hand.version)
    moves = current(match).version
    seating.goodbye(seat_to_act(match).pk)
    assert current(match).due_at is None
    in_time(match, hours=1)
    assert current(match).version == moves


def test_the_others_see_that_somebody_has_left(match):
    leaver = seat_to_act(match)
    seating.goodbye(leaver.pk)
    leaver.refresh_from_db()
    assert is_here(leaver, timezone.now())
    assert not is_here(leaver, timezone.now() + GOODBYE)


def test_a_move_of_ones_own_ends_it(match):
    leaver, hand = seat_to_act(match), current(match)
    seating.goodbye(leaver.pk)
    action = match.room.rules.write_action(match.room.rules.legal(state_of(hand))[0])
    move(hand, action.pop("seat"), action)
    leaver.refresh_from_db()
    assert leaver.left_at is None
