"""Who plays in a match that begins: nobody who has gone is put into it, and nobody loses a seat for a short absence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.matches import seating, services
from games.matches.models import Match, Player
from games.rooms import seats
from games.rooms.models import DAY, Ban, Room, Seat
from games.rooms.seats import RequestRefused
from games.table import fragments
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import match_of, room_of
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "at_once")]


@pytest.fixture
def room(alice, bob):
    """A table where Alice, the host, and Bob have just ended a match."""
    match = match_of("toy", alice, bob)
    Match.objects.update(ended_at=timezone.now(), winners=[0])
    return match.room


def closes_the_page(user, ago=timedelta(hours=1)):
    Seat.objects.filter(user=user).update(left_at=timezone.now() - ago)


def falls_silent(user):
    """Let a person's phone sleep: its page reports nothing and renews no lease."""
    Seat.objects.filter(user=user).update(seen_at=timezone.now() - timedelta(seconds=45))


def wakes(user):
    Seat.objects.filter(user=user).update(seen_at=timezone.now())


def opens_the_page(room, user, with_scripts=True):
    """Open the table as a browser does, whose scripts open a socket once they have the page."""
    browser = signed_in(user)
    assert browser.get(reverse("table", args=[room.code])).status_code == 200
    if with_scripts:
        seating.came_back(room.code, user)


def sitters():
    return [seat.user.name if seat.user else seat.level for seat in Seat.objects.select_related("user")]


def shown(room, user):
    return str(fragments.table(scene(load_snapshot(room.code), user)))


@pytest.mark.parametrize("ago", [timedelta(seconds=3), timedelta(seconds=16), timedelta(hours=1)])
def test_whoever_closed_the_page_at_the_result_is_not_put_into_the_next_match_but_keeps_the_seat(room, alice, bob, ago):
    """A reload closes the page, too, and so does a look at the replay."""
    closes_the_page(bob, ago)
    seating.again(room, alice)
    assert (sitters(), Room.objects.get().waiting, Match.objects.count()) == (["Alice", "Bob"], True, 1)


def test_nobody_loses_the_seat_by_reloading_the_page_as_others_start(room, alice, bob):
    Room.objects.update(waiting=True)
    closes_the_page(bob, timedelta(seconds=3))
    with pytest.raises(RequestRefused, match="Somebody is away"):
        seating.start(room, alice)
    with pytest.raises(RequestRefused, match="Somebody has just closed the page"):
        seating.fill_and_start(room, alice)
    assert sitters() == ["Alice", "Bob"] and Match.objects.count() == 1
    page = shown(room, alice)
    assert "Waiting for Bob to come back." in page and "Free the seat" not in page and "Send away" in page


def test_who_comes_back_as_the_host_frees_their_seat_keeps_it(room, alice, bob, client):
    Room.objects.update(waiting=True)
    falls_silent(bob)
    assert "Free the seat" in shown(room, alice)
    wakes(bob)
    client.force_login(alice)
    answer = client.post(reverse("seat", args=[room.code]), {"do": "out 1"})
    assert answer.status_code == 409 and "They have come back" in answer.content.decode()
    assert sitters() == ["Alice", "Bob"] and not Ban.objects.exists()


def test_who_leaves_as_the_host_sends_them_away_is_sent_away(room, alice, bob, client):
    Room.objects.update(waiting=True)
    press = f"send-away 1 {bob.pk}"
    assert f'value="{press}"' in shown(room, alice)
    falls_silent(bob)
    client.force_login(alice)
    assert client.post(reverse("seat", args=[room.code]), {"do": press}).status_code == 302
    assert sitters() == ["Alice", ""] and Ban.objects.get().user == bob


def test_whoever_has_lost_a_match_of_days_by_leaving_it_is_not_put_into_another(alice, bob):
    match = match_of("toy", alice, bob)
    Room.objects.update(clock=DAY)
    falls_silent(bob)
    services.abandon(match.pk, {1})
    with pytest.raises(RequestRefused, match="Somebody is away"):
        seating.start(match.room, alice)
    opens_the_page(match.room, bob)
    falls_silent(bob)
    assert seating.start(match.room, alice).players.filter(user=bob).exists()
    assert not Seat.objects.get(user=bob).autoplay


def test_somebody_whose_phone_sleeps_keeps_the_seat_and_the_table_waits_for_them(room, alice, bob):
    falls_silent(bob)
    seating.again(room, alice)
    assert (sitters(), Match.objects.count()) == (["Alice", "Bob"], 1)
    with pytest.raises(RequestRefused, match="Somebody is away"):
        seating.start(room, alice)
    page = shown(room, alice)
    assert "Waiting for Bob to come back." in page and "Everybody is here." not in page
    assert 'value="start"' not in page and 'value="fill"' in page
    wakes(bob)
    assert "Everybody is here." in shown(room, alice)
    assert seating.start(room, alice).players.filter(user=bob).exists()


def test_a_host_who_does_not_want_to_wait_has_an_ai_player_sit_down(room, alice, bob):
    falls_silent(bob)
    seating.again(room, alice)
    seating.fill_and_start(room, alice)
    assert sitters() == ["Alice", "policy"]
    assert not Player.objects.filter(match=Match.objects.latest("pk"), user=bob).exists()
    assert not Ban.objects.exists()


def test_the_start_button_posted_at_a_result_starts_nothing(room, alice):
    """It would draft whoever has left: only «Play again» frees their seats."""
    with pytest.raises(RequestRefused, match="moved on"):
        seating.start(room, alice)
    assert Match.objects.count() == 1


def test_after_an_abandoned_match_the_table_does_not_say_that_everybody_is_here(alice, bob):
    match = match_of("toy", alice, bob)
    seating.leave(match.room, bob)
    Seat.objects.filter(user=bob).update(seen_at=timezone.now() - timedelta(days=8))
    services.abandon(match.pk, {1})
    assert "Waiting for Bob to come back." in shown(match.room, alice)
    with pytest.raises(RequestRefused, match="Somebody is away"):
        seating.start(match.room, alice)
    assert Match.objects.count() == 1


@pytest.mark.parametrize("press", [seating.fill_and_start, lambda room, host: seats.clear(room, host, 1)])
def test_nobody_waits_for_a_reload_of_somebody_who_has_just_pressed_leave(alice, bob, press):
    match = match_of("toy", alice, bob)
    seating.leave(match.room, bob)
    services.abandon(match.pk, {1})
    assert "Free the seat" in shown(match.room, alice)
    press(match.room, alice)
    assert not Seat.objects.filter(user=bob).exists()


def test_whoever_has_come_back_to_a_table_that_waits_plays_themselves(alice, bob):
    match = match_of("toy", alice, bob)
    seating.leave(match.room, bob)
    services.abandon(match.pk, {1})
    with pytest.raises(RequestRefused, match="Somebody is away"):
        seating.start(match.room, alice)
    assert "AI plays" in shown(match.room, alice)
    opens_the_page(match.room, bob)
    assert "AI plays" not in shown(match.room, alice)
    seating.start(match.room, alice)
    assert not Seat.objects.get(user=bob).autoplay
    assert Match.objects.count() == 2


@pytest.mark.parametrize("with_scripts", [True, False])
def test_whoever_opens_the_table_after_the_match_that_they_left_keeps_the_seat(alice, bob, with_scripts):
    match = match_of("winner", alice, bob, "policy", "policy")
    seating.leave(match.room, bob)
    Match.objects.update(ended_at=timezone.now(), winners=[0])
    opens_the_page(match.room, bob, with_scripts)
    seating.again(match.room, alice)
    assert (sitters()[:2], Match.objects.count()) == (["Alice", "Bob"], 2)


def test_a_page_that_was_open_all_the_time_and_connects_again_takes_the_seat_back_between_matches(room, bob):
    """Its phone has slept: it reported no closing, and requests no page."""
    Seat.objects.filter(user=bob).update(autoplay=True)
    seating.came_back(room.code, bob)
    assert not Seat.objects.get(user=bob).autoplay


def test_during_a_match_the_house_keeps_the_seat_until_its_owner_says_so(alice, bob):
    match = match_of("winner", alice, bob, "policy", "policy")
    seating.leave(match.room, bob)
    opens_the_page(match.room, bob)
    assert Seat.objects.get(user=bob).autoplay


def test_where_a_turn_may_take_days_nobody_need_be_here_but_who_has_left_is_not_drafted(room, alice, bob):
    Room.objects.update(clock=DAY)
    closes_the_page(bob)
    falls_silent(bob)
    seating.again(room, alice)
    assert Match.objects.count() == 2
    seating.leave(room, bob)
    closes_the_page(bob)
    Match.objects.update(ended_at=timezone.now())
    seating.again(room, alice)
    assert (sitters(), Match.objects.count()) == (["Alice", ""], 2)


def test_the_seat_of_somebody_who_is_away_is_freed_and_they_may_come_back(room, alice, bob, client):
    Room.objects.update(waiting=True)
    falls_silent(bob)
    assert "Free the seat" in shown(room, alice)
    client.force_login(alice)
    assert client.post(reverse("seat", args=[room.code]), {"do": "out 1"}).status_code == 302
    assert sitters() == ["Alice", ""]
    seats.sit(room, bob, 1)
    assert sitters() == ["Alice", "Bob"]


def test_others_are_told_for_whom_a_table_with_an_open_seat_waits(alice, bob):
    room = room_of("winner", alice, bob, "", "policy")
    falls_silent(bob)
    page = shown(room, alice)
    assert "1 seat is open." in page and "Waiting for Bob to come back." in page
