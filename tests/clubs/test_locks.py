"""What a club is to whoever enters while it changes, with real transactions (as ``tests/matches/test_locks``)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.clubs import services
from games.clubs.models import Membership
from tests.duplicate.events import a_set
from tests.matches.tables import person
from tests.matches.test_locks import while_waiting
from tests.sessions import signed_in

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("at_once"),
    pytest.mark.postgres,  # on SQLite one transaction writes at a time
]


@pytest.mark.parametrize("what", ["ends", "ends, but for its events", "revokes its links"])
def test_nobody_enters_a_club_by_a_link_that_has_just_ended(what):
    alice, bob = person("alice"), person("bob")
    club = services.make(alice, "The Four Winds")
    browser, address = signed_in(bob), reverse("club-join", args=[services.token_of(club)])
    if "events" in what:
        a_set("all-fours", club=club)
    change = services.revoke if "links" in what else lambda club: services.leave(club, alice)
    answer = while_waiting(lambda: change(club), lambda: browser.post(address), lambda: None)
    assert answer.status_code == 404
    assert not Membership.objects.filter(user=bob).exists()
