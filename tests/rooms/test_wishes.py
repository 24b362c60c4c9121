"""Wishes to play: one a game, for a time, while a page is open, until somebody sits down."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.matches import seating
from games.rooms import seats, wishes
from games.rooms.models import Wish
from games.rooms.presence import GOODBYE, LEASE
from games.rooms.services import RoomSettings, open_room
from tests.matches.tables import match_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def ann():
    return person("ann")


def waiting():
    return [wish.user for wish in wishes.here(timezone.now())]


def later(monkeypatch, span):
    """Move the clock forward by so much for wishes."""
    now = timezone.now() + span
    monkeypatch.setattr(wishes.timezone, "now", lambda: now)
    return now


def test_a_second_wish_for_a_game_begins_the_first_anew(ann, monkeypatch):
    wishes.make(ann, "winner")
    then = later(monkeypatch, timedelta(minutes=5))
    wishes.make(ann, "winner")
    assert Wish.objects.get().until == then + wishes.LASTS


def test_a_wish_ends_by_itself(ann, monkeypatch):
    wishes.make(ann, "winner")
    later(monkeypatch, wishes.LASTS)
    assert not wishes.of(ann)
    assert not wishes.renew(ann.pk)
    assert list(wishes.over(timezone.now())) == [Wish.objects.get()]


def test_whoever_takes_a_wish_back_keeps_the_others(ann):
    wishes.make(ann, "winner")
    wishes.make(ann, "eighty")
    wishes.take_back(ann, "winner")
    assert set(wishes.of(ann)) == {"eighty"}


def test_whoever_has_closed_all_pages_does_not_wait(ann, monkeypatch):
    wishes.make(ann, "winner")
    assert waiting() == [ann]
    wishes.page_closed(ann.pk)
    later(monkeypatch, GOODBYE - timedelta(seconds=1))
    assert waiting() == [ann]
    later(monkeypatch, timedelta(seconds=1))
    assert waiting() == []
    assert wishes.renew(ann.pk)  # they have opened another
    assert waiting() == [ann]


def test_whoever_has_disappeared_does_not_wait(ann, monkeypatch):
    wishes.make(ann, "winner")
    later(monkeypatch, LEASE)
    assert waiting() == []


def test_whoever_opens_a_table_wishes_no_more(ann):
    wishes.make(ann, "eighty")
    open_room(ann, "winner", {})
    assert not Wish.objects.exists()


def test_whoever_sits_down_wishes_no_more(ann):
    room = open_room(person("bob"), "winner", {}, RoomSettings(visibility="public"))
    wishes.make(ann, "eighty")
    seats.sit(room, ann, 1)
    assert not Wish.objects.exists()


def test_whoever_reserves_a_seat_wishes_no_more(ann):
    match = match_of("all-fours", person("bob"), "policy")
    wishes.make(ann, "eighty")
    seating.take_over(match.room, ann, 1)
    assert not Wish.objects.exists()
