"""Awkward moments: what a service was about to do is no longer what the table needs."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone

from games.matches import fold, seating, services, turns, undo
from games.matches.models import Entry, Hand, Match
from games.rooms import seats
from games.rooms.models import Room
from games.rooms.seats import RequestRefused
from games.table.scene_builder import press_key
from tests.matches.tables import current, house, match_of, move, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def act(match, number=None):
    """Do the first legal action of the seat to act; return the hand."""
    hand = current(match)
    state = state_of(hand)
    action = match.room.rules.legal(state)[0]
    assert number in (None, action.seat)
    raw = match.room.rules.write_action(action)
    move(hand, raw.pop("seat"), raw)
    return current(match)


def until(match, number):
    """Play on until a seat is to act, and return the hand."""
    while number not in state_of(current(match)).to_act:
        act(match)
    return current(match)


def scored(match):
    """Play the match's hand to its end, count it and return it."""
    while state_of(current(match)).result is None:
        act(match)
    services.score(current(match).pk)
    return current(match)


# --- between hands -----------------------------------------------------------------------


def test_a_late_press_for_the_next_hand_leaves_nothing_due(alice, bob):
    match = match_of("all-fours", alice, bob)
    old = scored(match)
    services.ready(old.pk, 0)
    services.ready(old.pk, 1)
    services.deal_next(old.pk)
    with pytest.raises(services.Stale):
        services.ready(old.pk, 1)  # the second press of a double one
    assert Hand.objects.get(pk=old.pk).due_at is None
    assert current(match).number == 2


def test_an_old_hand_that_is_due_for_ever_is_due_once_more(alice, bob):
    match = match_of("all-fours", alice, bob)
    old = scored(match)
    services.deal_next(old.pk)
    Hand.objects.filter(pk=old.pk).update(due_at=timezone.now())
    house()
    assert Hand.objects.get(pk=old.pk).due_at is None
    assert current(match).number == 2


def over(match):
    hand = scored(match)
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now(), winners=[0])
    Hand.objects.filter(pk=hand.pk).update(due_at=None)
    return current(match)


def test_after_the_match_nobody_can_want_the_next_hand(alice, bob):
    hand = over(match_of("all-fours", alice, bob))
    with pytest.raises(services.Stale):
        services.ready(hand.pk, 0)
    assert current(hand.match).due_at is None


def press_again(client, hand, user, seat):
    client.force_login(user)
    form = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, seat, hand.version), "do": "again"}
    room = Room.objects.get(matches__hands=hand.pk)
    return client.post(reverse("act", args=[room.code]), form, headers={"HX-Request": "true"})


def test_play_again_from_an_old_page_starts_no_table_that_waits_for_its_host(client, alice, bob):
    match = match_of("all-fours", alice, bob)
    hand = over(match)
    seating.leave(match.room, bob)
    seating.again(match.room, alice)
    seats.sit(match.room, bob, 1)
    assert press_again(client, hand, bob, 1).status_code == 200
    match.room.refresh_from_db()
    assert match.room.waiting
    assert match.room.matches.count() == 1


def test_play_again_where_another_tab_has_left_is_refused_in_words(client, alice, bob, monkeypatch):
    match = match_of("all-fours", alice, bob)
    hand = over(match)

    def refuse(*_args):
        raise RequestRefused(seats.NOT_YOURS, status=403)

    monkeypatch.setattr(seating, "again", refuse)
    answer = press_again(client, hand, bob, 1)
    assert answer.status_code == 409
    assert "You have no seat at this table." in answer.content.decode()


# --- while an AI player chooses ----------------------------------------------------------


@pytest.mark.parametrize("taken", [True, False], ids=["taken over", "come back to"])
def test_nothing_is_played_for_a_seat_that_is_taken_while_the_house_chooses(alice, bob, monkeypatch, taken):
    match = match_of("all-fours", alice, "policy" if taken else bob)
    if not taken:
        seating.leave(match.room, bob)
    hand = until(match, 1)
    chosen = turns._chosen

    def slow(*args):
        choice = chosen(*args)
        if taken:
            seating.take_over(match.room, bob, 1)
            seating.seat_now(match.room, alice, 1)
        else:
            seating.come_back(match.room, bob)
        return choice

    monkeypatch.setattr(turns, "_chosen", slow)
    turns.advance(hand.pk, hand.version)
    assert not Entry.objects.filter(hand=hand, seq=hand.version).exists()
    assert act(match, 1).version == hand.version + 1


# --- what is rolled back -----------------------------------------------------------------


def test_a_hand_that_was_never_stored_is_not_remembered(alice, monkeypatch):
    """Its number may be given to another hand."""
    match = match_of("all-fours", alice, "random")
    Room.objects.filter(pk=match.room_id).update(learning="yes")
    until(match, 0)
    act(match, 0)
    hand = act(match)

    def full(_room):
        raise OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Room, "touch", full)
        with pytest.raises(OperationalError):
            undo.take_back(hand.pk, 0, seq=hand.version)
    assert set(fold._hands.get_many(range(hand.pk, hand.pk + 10))) == {hand.pk}
    again = undo.take_back(hand.pk, 0, seq=hand.version)
    assert state_of(again).to_act == (0,)
