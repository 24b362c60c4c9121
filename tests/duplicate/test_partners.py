"""Partners who leave, or whose accounts are closed or suspended: those who play with them go on."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts import services as accounts
from games.community import account_deletion
from games.duplicate import services
from games.matches import seating
from games.matches.models import Match
from games.rooms.models import Seat
from games.rooms.presence import LEASE
from tests.duplicate.events import a_set, page_of, play_deal, play_table
from tests.matches.tables import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def alice():
    return person("alice")


@pytest.fixture
def bob():
    return person("bob")


def close(user):
    account_deletion.delete_account(user)


def erase(user):
    account_deletion.delete_account(user)
    account_deletion.erase_account(user)


@pytest.fixture
def pair(alice, bob):
    """Return a pair that plays a set, Alice and Bob, who sit at its first table."""
    event = a_set("forty", "pair", "matchpoints")
    pair = services.enter(event, alice)
    services.join(pair, bob)
    services.sit_down(event, alice)
    services.sit_down(event, bob)
    return pair


@pytest.mark.parametrize("go", [close, erase, accounts.suspend])
@pytest.mark.parametrize("press", [seating.again, lambda room, user: services.sit_down(room.sitting.event, user)])
def test_the_next_deal_waits_for_nobody_whose_account_is_closed_or_suspended(pair, alice, bob, go, press):
    room = services.room_of(pair, alice)
    play_deal(room)
    go(bob)
    Seat.objects.filter(room=room, user=bob).update(seen_at=timezone.now() - 2 * LEASE)
    room.refresh_from_db()
    press(room, alice)
    match = Match.objects.get(room=room, ended_at=None)
    assert Seat.objects.get(room=room, user=bob).autoplay
    assert match.hands.count() == 1


@pytest.mark.parametrize("go", [close, erase, accounts.suspend])
def test_whose_partner_has_closed_their_account_plays_their_set_to_its_end_with_an_ai_player(pair, alice, bob, go):
    event = pair.event
    play_table(services.room_of(pair, alice))
    go(bob)
    page = page_of(event, alice)
    assert "An AI player takes their seat." in page
    assert reverse("duplicate-join", args=[event.slug, pair.key]) not in page
    room = services.sit_down(event, alice)
    assert dict(room.seats.filter(user__isnull=False).values_list("number", "user__username")) == {1: "alice"}
    assert not room.clock
    play_table(room)
    pair.refresh_from_db()
    assert pair.finished_at is not None
    with pytest.raises(services.EventRefused, match="done"):
        services.sit_down(event, alice)


def test_whose_partner_is_away_at_the_second_table_still_waits_for_them(pair, alice, bob):
    play_table(services.room_of(pair, alice))
    assert services.sit_down(pair.event, alice) is None
    assert services.sit_down(pair.event, bob) is not None
