"""A host alone with AI players lets a newcomer into the middle of a hand, and can win the match no more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.matches import seating, services
from games.matches.models import Match
from games.rooms.models import Room, Seat
from games.rooms.seats import RequestRefused
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, match_of, person, play_out
from tests.matches.test_reservations import drawn, match, seat

__all__ = ["match"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def test_a_host_alone_with_ai_players_lets_a_newcomer_in_at_once_and_cannot_win_any_more(match, alice, bob):
    seating.take_over(match.room, bob, 1)
    shown = drawn(match, alice)
    assert "Let Bob play now" in shown and "a win here no longer counts" in shown
    assert "Bob plays from the next hand" in shown
    number = current(match).number
    seating.seat_now(match.room, alice, 1)
    row = match.players.get(seat=1)
    assert (seat(match).user, row.user, row.came_in, row.from_hand) == (bob, bob, number, number + 1)
    assert Match.objects.get().joined_mid_hand
    assert scene(load_snapshot(match.room.code), bob).view.hand


def test_a_newcomer_let_in_before_the_first_card_has_that_hand_whole(alice, bob):
    match = match_of("all-fours", alice, "policy")
    seating.take_over(match.room, bob, 1)
    seating.seat_now(match.room, alice, 1)
    assert match.players.get(seat=1).from_hand == 1


def test_between_two_hands_there_is_nothing_to_let_a_newcomer_into(match, alice, bob, client):
    """It cost the host the win, and showed the newcomer a hand in which they had no part."""
    Room.objects.update(findable=True)
    play_out(match)
    hand = current(match)
    seating.take_over(match.room, bob, 1)
    shown = drawn(match, alice)
    assert "let-in" not in shown and f'value="turn-away 1 {bob.pk}"' in shown
    with pytest.raises(RequestRefused, match="from the next one"):
        seating.seat_now(match.room, alice, 1)
    assert not Match.objects.get().joined_mid_hand
    services.deal_next(hand.pk)
    assert (seat(match).user, match.players.get(seat=1).came_in) == (bob, 2)
    client.force_login(bob)
    assert client.get(reverse("replay-hand", args=[hand.pk]), follow=True).status_code == 404


def test_whoever_has_gone_is_not_let_in(match, alice, bob):
    seating.take_over(match.room, bob, 1)
    Seat.objects.filter(number=1).update(seen_at=timezone.now() - timedelta(minutes=5))
    with pytest.raises(RequestRefused, match="not here any more"):
        seating.seat_now(match.room, alice, 1)
    assert (seat(match).user, Match.objects.get().joined_mid_hand) == (None, False)


def test_where_others_play_nobody_is_let_into_the_middle_of_a_hand(alice, bob):
    match = match_of("winner", alice, person("carol"), "policy", "policy")
    dora = person("dora")
    seating.take_over(match.room, dora, 2)
    assert "let-in" not in drawn(match, alice)
    with pytest.raises(RequestRefused, match="Other people play here"):
        seating.seat_now(match.room, alice, 2)
    assert seat(match, 2).user is None
    assert not Match.objects.get().joined_mid_hand


def test_somebody_who_has_left_for_a_while_is_still_one_of_the_others(alice):
    """Their cards are still theirs, and somebody's friend."""
    carol, dora = person("carol"), person("dora")
    match = match_of("winner", alice, carol, "policy", "policy")
    seating.leave(match.room, carol)
    seating.take_over(match.room, dora, 2)
    with pytest.raises(RequestRefused, match="Other people play here"):
        seating.seat_now(match.room, alice, 2)
