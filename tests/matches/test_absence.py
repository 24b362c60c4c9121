"""Clocks, stand-ins and coming back: nobody waits forever, and nobody loses their seat."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import friends
from games.matches import clock, seating, services, tasks, turns
from games.matches.fold import fold
from games.matches.models import Entry, Hand, Match
from games.rooms.models import Room, Seat
from games.rooms.seats import RequestRefused, RoomNotFound
from games.rules.cards import NAMES
from tests.matches.tables import current, house, match_of, move, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "at_once")]


@pytest.fixture
def match(alice):
    """A match of two people with a clock of half a minute; Alice leads."""
    match = match_of("toy", alice, person("bob"))
    Room.objects.update(clock=30)
    services.reschedule(services.locked(current(match).pk), services.seats_of(match.room))
    return match


def run_out(match):
    """Let the turn's clock run out, and the house look."""
    hand = current(match)
    Hand.objects.filter(pk=hand.pk).update(turn_at=timezone.now() - timedelta(seconds=32), due_at=timezone.now())
    turns.advance(hand.pk, hand.version)


def seat(match, number):
    return Seat.objects.get(room=match.room, number=number)


def play(match, number):
    hand = current(match)
    move(hand, number, {"do": "play", "card": NAMES[state_of(hand).hands[number][0]]})


def by():
    return list(Entry.objects.order_by("hand", "seq").values_list("by", flat=True))


def test_a_turn_is_due_when_its_clock_runs_out(match):
    hand = current(match)
    assert hand.due_at == hand.turn_at + timedelta(seconds=30) + clock.GRACE


def test_a_clock_waits_in_the_row_and_not_in_the_queue(match, monkeypatch, django_capture_on_commit_callbacks):
    queued = []
    monkeypatch.setattr("games.matches.events.send_task", lambda name, *ids, countdown: queued.append(countdown))
    with django_capture_on_commit_callbacks(execute=True):
        play(match, 0)
    tasks.sweep()
    assert queued == []
    Hand.objects.update(due_at=timezone.now() + timedelta(seconds=4))
    tasks.sweep()
    assert 3 < queued[0] <= 4


def test_nothing_is_played_before_the_clock_has_run_out(match):
    hand = current(match)
    turns.advance(hand.pk, hand.version)
    Hand.objects.update(due_at=timezone.now())
    turns.advance(hand.pk, hand.version)
    assert by() == []


def test_nothing_is_played_for_somebody_who_is_given_time_back_while_the_house_chooses(match, monkeypatch):
    chosen = turns._chosen

    def slow(*args):
        Hand.objects.update(turn_at=timezone.now())
        return chosen(*args)

    monkeypatch.setattr(turns, "_chosen", slow)
    run_out(match)
    assert by() == []


def test_when_it_runs_out_that_turn_is_played_and_counted(match):
    run_out(match)
    assert by() == ["clock"]
    assert (seat(match, 0).missed, seat(match, 0).autoplay) == (1, False)
    assert current(match).due_at > timezone.now() + timedelta(seconds=25)


def test_a_press_of_their_own_begins_the_count_anew(match):
    run_out(match)
    play(match, 1)
    play(match, 0)
    assert seat(match, 0).missed == 0


def test_after_three_turns_in_a_row_the_house_keeps_the_seat(match):
    for _ in range(2):
        run_out(match)
        play(match, 1)
    run_out(match)
    assert seat(match, 0).autoplay
    play(match, 1)
    assert current(match).number == 1
    house()
    assert current(match).number == 2
    assert by()[:6] == ["clock", "person"] * 3


def test_who_leaves_is_played_for_at_once_and_keeps_their_seat(match, alice):
    seating.leave(match.room, alice)
    house()
    assert by() == ["clock"]
    assert seat(match, 0).user == alice
    assert match.players.get(seat=0).user == alice


def test_one_press_takes_the_seat_back_at_any_time(match, alice):
    seating.leave(match.room, alice)
    house()
    play(match, 1)
    seating.come_back(match.room, alice)
    house()
    assert by() == ["clock", "person"]
    assert not seat(match, 0).autoplay
    play(match, 0)
    assert by() == ["clock", "person", "person"]


@pytest.fixture
def unhurried(settings):
    """The house pauses before it plays."""
    settings.AI_PACE = (60, 60)


@pytest.mark.parametrize("other", ["an AI player", "somebody who has gone"])
def test_nobody_puts_off_anothers_turn_by_coming_back_again_and_again(alice, unhurried, other):
    match = match_of("toy", alice, "policy" if other == "an AI player" else person("bob"))
    if other == "somebody who has gone":
        Seat.objects.filter(number=1).update(left_at=timezone.now() - timedelta(minutes=5))
    play(match, 0)
    due_at = current(match).due_at
    assert due_at > timezone.now()
    seating.come_back(match.room, alice)
    assert current(match).due_at == due_at


def test_leaving_and_coming_back_wins_no_time(match, alice):
    began = current(match).turn_at
    seating.leave(match.room, alice)
    seating.come_back(match.room, alice)
    assert current(match).turn_at == began


def test_asking_for_another_match_in_the_middle_of_one_changes_nothing(match, alice):
    """It took the seat back from the house without starting the person's clock."""
    seating.leave(match.room, alice)
    before = (seat(match, 0).autoplay, current(match).due_at, current(match).turn_at)
    seating.again(match.room, alice)
    assert (seat(match, 0).autoplay, current(match).due_at, current(match).turn_at) == before
    house()
    assert by() == ["clock"]


def test_what_others_do_gives_nobody_more_time(match):
    began = current(match).turn_at
    move(current(match), 1, {"do": "shout"})
    assert current(match).turn_at == began


def test_who_acts_twice_in_a_row_has_a_whole_turn_each_time():
    began, now = timezone.now() - timedelta(seconds=20), timezone.now()
    hand = Hand(turn_at=began)
    assert clock.turn_began(hand, {0}, {0}, 0, now) == now
    assert clock.turn_began(hand, {0, 1}, {0, 1}, 1, now) == began


def test_who_comes_back_after_the_match_is_seen_to_be_back(match, alice):
    seating.leave(match.room, alice)
    Match.objects.update(ended_at=timezone.now())
    before = Room.objects.get().version
    seating.come_back(match.room, alice)
    assert Room.objects.get().version > before


def test_a_table_that_is_dealt_its_next_hand_waits_for_nobody(match):
    for _ in range(3):
        play(match, 0)
        play(match, 1)
    services.score(current(match).pk)
    Hand.objects.update(due_at=None)
    seats = list(Seat.objects.values_list("pk", flat=True))
    assert set(seating.left(seats)) == {match.room}
    services.deal_next(current(match).pk)
    Hand.objects.update(due_at=None)
    assert seating.left(seats) == []


def test_the_host_who_leaves_in_a_match_hands_on_the_chair(match, alice):
    seating.leave(match.room, alice)
    assert Room.objects.get().host.name == "Bob"


def test_the_chair_is_handed_to_nobody_whom_the_house_plays_for(alice):
    bob, carol = person("bob"), person("carol")
    match = match_of("winner", alice, bob, carol, "policy")
    seating.leave(match.room, bob)
    seating.leave(match.room, alice)
    assert Room.objects.get().host == carol


def test_a_table_that_all_have_left_is_dealt_no_further_hand(match, alice):
    bob = seat(match, 1).user
    seating.leave(match.room, alice)
    seating.leave(match.room, bob)
    house()
    assert Hand.objects.count() == 1
    assert current(match).scored_at is not None
    seating.come_back(match.room, bob)
    house()
    assert Hand.objects.count() == 2


def test_people_who_are_gone_are_dealt_no_further_hand_until_one_asks(match):
    for _ in range(3):
        play(match, 0)
        play(match, 1)
    services.score(current(match).pk)
    Seat.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    house()
    assert Hand.objects.count() == 1
    services.ready(current(match).pk, 1)
    house()
    assert Hand.objects.count() == 2


def test_nobody_waits_for_those_who_are_gone_to_want_the_next_hand(match, settings):
    settings.NEXT_HAND_SECONDS = 3600
    for _ in range(3):
        play(match, 0)
        play(match, 1)
    services.score(current(match).pk)
    Seat.objects.filter(number=0).update(autoplay=True)
    services.ready(current(match).pk, 1)
    house()
    assert Hand.objects.count() == 2


def test_who_wants_another_match_plays_it_themselves(match, alice):
    seating.leave(match.room, alice)
    Match.objects.update(ended_at=timezone.now())
    seating.again(match.room, alice)
    assert not seat(match, 0).autoplay
    assert Match.objects.count() == 2


# --- the host's word -----------------------------------------------------------------------------


def test_a_host_has_the_house_play_for_somebody_who_is_not_here(alice):
    """Without a clock nobody else ever would."""
    match = match_of("toy", alice, person("bob"))
    play(match, 0)
    long_ago = timezone.now() - timedelta(days=2)
    Seat.objects.filter(number=1).update(seen_at=long_ago)
    assert house() == 0
    seating.stand_in_for(match.room, alice, 1)
    assert seat(match, 1).seen_at == long_ago
    house()
    assert by() == ["person", "clock"]
    seating.come_back(match.room, seat(match, 1).user)
    play(match, 0)
    house()
    assert by() == ["person", "clock", "person"]


def test_the_house_plays_for_nobody_who_is_here_nor_on_a_guests_word(match, alice):
    bob = seat(match, 1).user
    with pytest.raises(RequestRefused, match="is here"):
        seating.stand_in_for(match.room, alice, 1)
    Seat.objects.filter(number=1).update(seen_at=timezone.now() - timedelta(days=2))
    with pytest.raises(RequestRefused, match="Only the host"):
        seating.stand_in_for(match.room, bob, 1)
    with pytest.raises(RequestRefused, match="no such seat"):
        seating.stand_in_for(match.room, alice, 7)
    Match.objects.update(ended_at=timezone.now())
    with pytest.raises(RequestRefused, match="No match"):
        seating.stand_in_for(match.room, alice, 1)


def test_a_host_who_is_to_act_themselves_has_the_house_play_for_nobody(alice):
    """Nobody waits for whoever is away then."""
    match = match_of("toy", alice, person("bob"))
    Seat.objects.filter(number=1).update(seen_at=timezone.now() - timedelta(days=2))
    with pytest.raises(RequestRefused, match="moved on"):
        seating.stand_in_for(match.room, alice, 1)
    assert not seat(match, 1).autoplay


def test_the_house_plays_for_no_host_on_their_own_word(match, alice):
    """They would watch it choose, and come back when they liked."""
    Seat.objects.filter(number=0).update(seen_at=timezone.now() - timedelta(days=2))
    with pytest.raises(RequestRefused, match="is here"):
        seating.stand_in_for(match.room, alice, 0)


# --- taking over ---------------------------------------------------------------------------------


def test_nobody_takes_a_persons_seat_nor_one_where_the_room_forbids_it(match, alice):
    carol = person("carol")
    with pytest.raises(RequestRefused):
        seating.take_over(match.room, carol, 1)
    closed = match_of("toy", alice, "policy")
    Room.objects.update(take_over=False)
    with pytest.raises(RequestRefused):
        seating.take_over(closed.room, carol, 1)
    Room.objects.update(take_over=True, learning="open")
    with pytest.raises(RequestRefused):  # they have seen the others' hands
        seating.take_over(closed.room, carol, 1)
    Room.objects.update(learning="no")
    with pytest.raises(RequestRefused):
        seating.take_over(closed.room, alice, 1)


def test_nobody_takes_over_at_a_table_whose_people_they_are_blocked_with(alice):
    match = match_of("toy", alice, "policy")
    carol = person("carol")
    friends.block(alice, carol)
    with pytest.raises(RoomNotFound):
        seating.take_over(match.room, carol, 1)
    assert seat(match, 1).user is None


def test_a_match_can_be_left_and_continued_days_later(match, alice):
    seating.leave(match.room, alice)
    seating.leave(match.room, seat(match, 1).user)
    house()
    days = timezone.now() - timedelta(days=3)
    Seat.objects.update(seen_at=days)
    assert Match.objects.get().ended_at is None
    seating.come_back(match.room, alice)
    house()
    hand = current(match)
    assert hand.number == 2
    assert clock.people_to_act(fold(hand), services.seats_of(match.room)) == {0}
