"""People who wish to play and have no page open, who can be told by push, are called by those who wait."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import friends
from games.accounts.models import PushSubscription
from games.accounts.services import make_guest
from games.community import pairing
from games.community.listings import news_of
from games.plugins.cover import options_of
from games.rooms import chat, wishes
from games.rooms.models import Wish
from games.rooms.services import RoomSettings, open_room
from games.rules.registry import GAMES
from tests.community.test_pairing import seated, wishing
from tests.matches.tables import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def reachable():
    """Somebody who wishes to play All Fours, has left, and has a browser that gets pushes."""
    (zoe,) = wishing("zoe")
    PushSubscription.objects.create(user=zoe, session_key="k", endpoint="https://fcm.googleapis.com/z")
    Wish.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    return zoe


def test_whoever_has_gone_is_called_by_who_waits_and_not_seated(reachable):
    (ann,) = wishing("ann")
    assert pairing.bring_together("all-fours") == []
    (line,) = news_of(reachable)
    assert line["says"] == "Ann would like to play All Fours with you now."
    assert (line["press"], line["url"]) == ("Come", "/with/all-fours/")
    assert not news_of(ann)


def test_they_are_called_once_and_come_to_a_table_when_they_open_a_page(reachable):
    (ann,) = wishing("ann")
    pairing.bring_together("all-fours")
    pairing.bring_together("all-fours")
    assert len(news_of(reachable)) == 1
    wishes.renew(reachable.pk)
    (room,) = pairing.bring_together("all-fours")
    assert seated(room) == {ann, reachable}


@pytest.mark.parametrize("shut_out", [friends.block, lambda user, other: chat.mute(user, other.pk, True)])
def test_nobody_is_called_by_whom_they_have_blocked_or_muted(reachable, shut_out):
    (ann,) = wishing("ann")
    shut_out(reachable, ann)
    pairing.bring_together("all-fours")
    assert not news_of(reachable)


def test_they_are_called_by_the_first_who_waits_without_a_block(reachable):
    ann, bob, cleo = wishing("ann", "bob", "cleo")
    for one, other in ((ann, bob), (ann, cleo), (bob, cleo), (reachable, ann)):
        friends.block(one, other)
    for _ in range(2):
        assert pairing.bring_together("all-fours") == []
        assert [line["says"] for line in news_of(reachable)] == ["Bob would like to play All Fours with you now."]


def test_one_new_guest_after_another_calls_nobody_on_and_on(reachable):
    for _ in range(10):
        guest = make_guest()
        wishes.make(guest, "all-fours")
        pairing.bring_together("all-fours")
        wishes.take_back(guest, "all-fours")
    assert len(news_of(reachable)) == pairing.CALLS_OF_GUESTS.most


def test_whoever_has_gone_hears_of_a_table_that_somebody_plays_at(reachable):
    room = open_room(person("ann"), "all-fours", options_of(GAMES["all-fours"]), RoomSettings(visibility="public"))
    pairing.tell_of(room, room.host)
    assert [line["press"] for line in news_of(reachable)] == ["Go there"]


def test_whoever_has_gone_and_has_no_browser_is_not_called(reachable):
    PushSubscription.objects.all().delete()
    wishing("ann")
    pairing.bring_together("all-fours")
    assert not news_of(reachable)
