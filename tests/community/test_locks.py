"""What closing and merging accounts lock at tables in play, with real transactions (as ``matches/test_locks``)."""

from __future__ import annotations

import pytest

from games.accounts.services import make_guest
from games.community import account_deletion, merge_guest
from games.matches import services
from games.rooms.models import Room, Seat
from tests.matches.tables import current, match_of
from tests.matches.test_locks import while_waiting

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
