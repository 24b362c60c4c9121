"""What a duplicate reads and locks while others write, with real transactions (as ``tests/matches/test_locks``)."""

from __future__ import annotations

import pytest

from games.duplicate import rounds, services
from games.duplicate.models import Event
from games.rooms.models import Seat
from tests.duplicate.events import a_set, a_tournament, due
from tests.matches.tables import person
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
