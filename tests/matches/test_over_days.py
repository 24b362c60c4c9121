"""Tables where a turn may take days: nobody need be present, everybody is told, and nothing stalls."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts import notifications
from games.accounts.models import Notification
from games.community.listings import news_of
from games.matches import clock, rest_claims, seating, services, tasks, turn_calls
from games.matches.fold import fold
from games.matches.models import Entry, Hand
from games.rooms.models import DAY, Room, Seat
from games.rooms.seats import RequestRefused
from games.rules.registry import GAMES
from tests.matches.tables import current, house, match_of, move, person, state_of
from tests.matches.test_closed_pages import in_time, seat_to_act
from tests.matches.test_locks import while_waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """Alice and Bob, who have both gone."""
    match = match_of("all-fours", person("alice"), person("bob"))
    Room.objects.filter(pk=match.room_id).update(clock=DAY)
    hand = services.locked(current(match).pk)
    services.reschedule(hand, services.seats_of(hand.match.room))
    close_pages(match)
    return match


def close_pages(match):
    """Have everybody's page closed long ago."""
    long_ago = timezone.now() - timedelta(hours=5)
    Seat.objects.filter(room=match.room).update(seen_at=long_ago, left_at=long_ago)


def here(seat):
    Seat.objects.filter(pk=seat.pk).update(seen_at=timezone.now(), left_at=None)


def play(match):
    """Make a legal move for the player to act; return their seat."""
    hand = current(match)
    game = match.room.rules
    action = game.write_action(game.legal(state_of(hand))[0])
    seat = action.pop("seat")
    move(hand, seat, action)
    return seat


def calls_to(user):
    return Notification.objects.filter(user=user, kind="turn").count()


def test_whoever_has_gone_is_not_played_for(match):
    waits = Seat.objects.exclude(pk=seat_to_act(match).pk).get(room=match.room)
    here(waits)
    assert in_time(match, hours=20) == []


def test_the_host_cannot_have_the_house_play_for_them(match):
    absent = seat_to_act(match)
    host = Seat.objects.exclude(pk=absent.pk).get(room=match.room).user
    Room.objects.update(host=host)
    with pytest.raises(RequestRefused, match="may take days"):
        seating.stand_in_for(Room.objects.get(), host, absent.number)


def test_when_the_days_are_over_a_stand_in_plays(match):
    assert in_time(match, hours=25) == [Entry.By.CLOCK]


def test_whoever_is_to_act_is_told_once_a_turn_and_where(match):
    absent = seat_to_act(match)
    for _again in range(2):
        tasks.call(current(match).pk)
    assert calls_to(absent.user) == 1
    (line,) = news_of(absent.user)
    assert line["says"] == "It is your turn at a table of All Fours."
    assert (line["press"], line["url"]) == ("Go there", f"/t/{match.room.code}/")
    other = Seat.objects.exclude(pk=absent.pk).get(room=match.room)
    assert not calls_to(other.user)


def test_a_move_calls_whoever_is_next(match, django_capture_on_commit_callbacks, monkeypatch):
    sent = []
    monkeypatch.setattr("games.matches.events.send_task", lambda name, *args, **kwargs: sent.append((name, args)))
    with django_capture_on_commit_callbacks(execute=True):
        play(match)
    assert ("games.matches.tasks.call", (current(match).pk,)) in sent


def test_a_deal_calls_whoever_has_the_first_turn(match, django_capture_on_commit_callbacks, monkeypatch):
    while state_of(current(match)).result is None:
        play(match)
    house()  # scores it
    sent = []
    monkeypatch.setattr("games.matches.events.send_task", lambda name, *args, **kwargs: sent.append((name, args)))
    with django_capture_on_commit_callbacks(execute=True):
        services.deal_next(current(match).pk)
    assert current(match).number == 2
    assert ("games.matches.tasks.call", (current(match).pk,)) in sent


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres  # on SQLite one transaction writes at a time
def test_two_workers_who_call_the_same_person_store_and_send_one_notification(match, monkeypatch):
    sent = []
    monkeypatch.setattr(notifications, "_deliver", sent.append)
    hand = current(match)
    while_waiting(lambda: turn_calls.call(hand.pk), lambda: turn_calls.call(hand.pk), lambda: None)
    assert calls_to(seat_to_act(match).user) == len(sent) == 1


def test_whoever_is_here_sees_it_and_is_not_told(match):
    here(seat_to_act(match))
    turn_calls.call(current(match).pk)
    assert not Notification.objects.exists()


def test_another_turn_is_another_call_and_one_is_unread(match):
    first = seat_to_act(match)
    turn_calls.call(current(match).pk)
    play(match)
    while seat_to_act(match).pk != first.pk:
        play(match)
    close_pages(match)
    turn_calls.call(current(match).pk)
    assert len([row for row in notifications.newest(first.user) if row.read_at is None]) == 1


def test_opening_the_table_reads_the_call(match, client):
    user = seat_to_act(match).user
    turn_calls.call(current(match).pk)
    client.force_login(user)
    client.get(reverse("table", args=[match.room.code]))
    assert not notifications.unread(user)


def test_a_lost_call_is_made_good(match):
    user = seat_to_act(match).user
    hand = current(match)
    tasks.call_all()
    assert not calls_to(user), "its own task may be on its way"
    Hand.objects.filter(pk=hand.pk).update(turn_at=timezone.now() - timedelta(minutes=5))
    tasks.call_all()
    assert calls_to(user) == 1


def test_at_other_tables_nobody_is_called(match):
    Room.objects.update(clock=60)
    turn_calls.call(current(match).pk)
    assert not Notification.objects.exists()


def test_nobody_can_claim_what_those_who_are_away_cannot_contest(match):
    hand = current(match)
    folded = fold(hand)
    view = folded.view(folded.state.to_act[0])
    assert not rest_claims.may_claim(hand, view, folded.game)
    assert not rest_claims.may_concede(hand, view, folded.game)


def test_the_next_hand_is_dealt_though_nobody_is_there(match):
    while state_of(current(match)).result is None:
        play(match)
    house()  # scores it
    hand = current(match)
    assert hand.scored_at is not None and hand.due_at is not None
    assert hand.due_at > timezone.now() + clock.RESULT_OVER_DAYS / 2
    services.deal_next(hand.pk)
    assert current(match).number == hand.number + 1


def test_a_table_whose_seats_the_house_keeps_is_dealt_no_more_hands(match):
    Seat.objects.filter(room=match.room).update(autoplay=True)
    seats = Seat.objects.select_related("room").filter(room=match.room)
    assert clock.is_deserted(list(seats), timezone.now())
    seats.filter(number=0).update(autoplay=False)
    assert not clock.is_deserted(list(seats.all()), timezone.now())


@pytest.mark.parametrize("game", GAMES)
def test_days_are_offered_where_nobody_need_answer_while_cards_are_drawn(client, game):
    client.force_login(person("alice"))
    page = client.get(reverse("new-room", args=[game])).content.decode()
    assert ("3 days for a turn" in page) == (game not in {"forty", "eighty"})


def test_home_shows_whose_turn_it_is_at_each_table_and_ones_own_first(match, client):
    absent = seat_to_act(match)
    other = Seat.objects.exclude(pk=absent.pk).get(room=match.room).user
    later = match_of("winner", absent.user, other, person("cat"), person("dan"))
    client.force_login(absent.user)
    page = client.get(reverse("home")).content.decode()
    assert "Your turn" in page
    acting = Seat.objects.get(room=later.room, number=state_of(current(later)).to_act[0]).user
    first, second = (page.index(f"/t/{one.room.code}/") for one in (match, later))
    if acting != absent.user:
        assert first < second
        assert f"hand 1, {acting.name} to play" in page
    client.force_login(other)
    assert f"hand 1, {absent.user.name} to play" in client.get(reverse("home")).content.decode()
