"""A page that nobody was shown changes nothing: a browser may request it in advance, to show it later or never."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.accounts import notifications
from games.accounts.models import Notification
from games.clubs import services as clubs
from games.rooms.models import Seat
from tests.community.moderating import moderator
from tests.matches.tables import match_of, person
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
Kind = Notification.Kind


def get_unseen(browser, page):
    assert browser.head(page).status_code == 200
    for name in ("sec-purpose", "purpose"):
        for purpose in ("prefetch", "prefetch;prerender"):
            assert browser.get(page, headers={name: purpose}).status_code == 200


def friends_page(user):
    notifications.notify(user, Kind.ASKED, person("bob"))
    return reverse("friends")


def table_page(user):
    bob = person("bob")
    code = match_of("all-fours", bob, user).room.code
    notifications.notify(user, Kind.INVITED, bob, room=code)
    return reverse("table", args=[code])


def club_page(user):
    club = clubs.make(user, "The Four Winds")
    notifications.notify(user, Kind.CLUB_TABLE, person("bob"), club=club.slug, game="winner", name=club.name)
    return reverse("club", args=[club.slug])


def reports_page(user):
    notifications.notify(user, Kind.REPORTED, user)
    return reverse("moderation")


@pytest.mark.parametrize("prepare", [friends_page, table_page, club_page, reports_page])
def test_what_it_tells_stays_unread(prepare):
    user = moderator()
    page, browser = prepare(user), signed_in(user)
    get_unseen(browser, page)
    assert notifications.unread(user) == 1
    browser.get(page)
    assert notifications.unread(user) == 0


def test_nobody_comes_back_to_their_seat():
    alice, bob = person("alice"), person("bob")
    match = match_of("all-fours", alice, bob)
    Seat.objects.filter(user=alice).update(left_at=match.started_at)
    page, browser = reverse("table", args=[match.room.code]), signed_in(alice)
    get_unseen(browser, page)
    assert Seat.objects.get(user=alice).left_at is not None
    browser.get(page)
    assert Seat.objects.get(user=alice).left_at is None
