"""Events of clubs: they outlive the club for those who play them, and go on weekly while their host belongs to it."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.urls import reverse

from games.accounts.models import User
from games.clubs import services as clubs
from games.clubs.models import Club
from games.community import account_deletion
from games.duplicate import counting, services
from games.duplicate.models import Event, Score
from games.matches import boards
from games.rooms.models import Room
from tests.duplicate.events import a_set, begin, page_of, play_deal, play_set
from tests.matches.tables import person
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def club(alice, bob):
    club = clubs.make(alice, "The Four Winds")
    clubs.join(club, bob)
    return club


def all_leave(club):
    for member in clubs.members_of(club):
        clubs.leave(club, member.user)


def all_are_erased(club):
    for member in clubs.members_of(club):
        account_deletion.delete_account(member.user)
        account_deletion.erase_account(User.objects.get(pk=member.user_id))
    clubs.tidy()


def operators_delete(club):
    User.objects.create_superuser("root", password="seven-sided-lantern")
    browser = signed_in(User.objects.get(username="root"))
    browser.post(reverse("admin:clubs_club_delete", args=[club.pk]), {"post": "yes"})
    browser.post(
        reverse("admin:clubs_club_changelist"),
        {"action": "delete_selected", admin.helpers.ACTION_CHECKBOX_NAME: club.pk, "post": "yes"},
    )


@pytest.mark.parametrize("end", [all_leave, all_are_erased, operators_delete])
def test_what_a_club_plays_and_has_scored_outlives_it(club, alice, bob, end):
    event = a_set("all-fours", host=alice, club=club, name="Evening")
    dora = person("dora")
    clubs.join(club, dora)
    services.enter(event, dora)
    clubs.remove(club, dora)
    room = services.sit_down(event, dora)
    play_deal(room)
    counting.count()
    scored = Score.objects.count()
    assert scored
    end(club)
    boards.deal_next(Room.objects.get(pk=room.pk))
    play_deal(room)
    counting.count()
    assert Score.objects.count() == 2 * scored
    page = page_of(event, dora)
    assert "The Four Winds" not in page and "Dora" in page


def test_the_event_of_a_club_that_has_ended_is_nobodys_else(client, club, alice, bob):
    event = a_set("all-fours", host=alice, club=club, listed=True)
    link = clubs.token_of(club)
    services.enter(event, bob)
    all_leave(club)
    event.refresh_from_db()
    assert services.may_see(event, bob) and not services.may_see(event, person("carol"))
    assert not services.may_see(event, None) and event.slug not in client.get(reverse("duplicate")).content.decode()
    assert clubs.club_of(link) is None
    assert Club.objects.get().name == ""  # nobody can read it any more


def test_a_club_that_has_held_nothing_ends_without_a_trace(club, alice):
    other = clubs.make(alice, "Other")
    a_set("all-fours", host=alice, club=other)
    all_leave(other)
    all_leave(club)
    assert [each.pk for each in Club.objects.all()] == [other.pk]
    assert clubs.tidy() == 0


@pytest.mark.parametrize("go", [clubs.remove, clubs.leave])
def test_a_weekly_event_ends_once_its_host_belongs_to_the_club_no_more(club, alice, bob, go):
    event = a_set("all-fours", host=bob, club=club, weekly=True)
    services.enter(event, alice)
    play_set(event, alice)
    go(club, bob)
    begin(event)
    assert event.is_over and Event.objects.count() == 1
