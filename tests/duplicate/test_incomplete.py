"""Pairs and teams that somebody is still missing from, on the page of their tournament or set."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.duplicate import services
from games.duplicate.models import Event
from tests.duplicate.events import a_set, a_tournament, begin, page_of
from tests.matches.tables import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def lacking_a_partner_of(alice, bob):
    """Return a tournament that alice has entered alone, and bob and others in pairs."""
    tournament = a_tournament("forty", "pair", "matchpoints")
    for one, other in ((bob, person("carol")), (person("dora"), person("erin"))):
        services.join(services.enter(tournament, one), other)
    services.enter(tournament, alice)
    return tournament


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_tournament_that_began_without_somebody_says_so_when_it_is_over(alice, bob, cancelled):
    tournament = lacking_a_partner_of(alice, bob)
    if not cancelled:
        begin(tournament)
    Event.objects.filter(pk=tournament.pk).update(phase="over", cancelled=cancelled)
    assert ("It has started without you" in page_of(tournament, alice)) is not cancelled
    assert "started without you" not in page_of(tournament, bob)


def test_nobody_is_told_to_send_a_link_that_can_be_used_no_more(alice, bob):
    tournament, own_time = lacking_a_partner_of(alice, bob), a_set("forty", "team", "imps")
    services.enter(own_time, alice)
    for event in (tournament, own_time):
        page = page_of(event, alice)
        assert "Send the link below" in page and 'data-copy="/duplicate/' in page
    for phase in ("playing", "break"):
        assert begin(tournament).phase == phase
        page = page_of(tournament, alice)
        assert "It has started without you: somebody was missing." in page
        assert "data-copy" not in page
        assert "Send the link below" not in page and "round" not in page.partition('id="part"')[2].partition("<ul")[0]
        assert "started without you" not in page_of(tournament, bob)
    Event.objects.filter(pk=own_time.pk).update(ends_at=timezone.now())
    page = page_of(own_time, alice)
    assert "It can no longer be started." in page
    assert "Send the link below" not in page and "has left" not in page
