"""Presses and deals that come when a set is already over, or its time is up."""

from __future__ import annotations

import pytest

from games.duplicate import counting, services
from games.duplicate.models import Event, Score, Sitting
from tests.duplicate.events import a_set, due, play_deal, play_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def test_a_set_that_was_called_off_a_moment_ago_opens_no_table(alice):
    event = a_set()
    services.enter(event, alice)
    as_read = Event.objects.get()
    services.call_off(event)
    with pytest.raises(services.EventRefused, match="closed"):
        services.sit_down(as_read, alice)
    assert not Sitting.objects.exists()


def test_a_deal_that_is_over_only_after_its_event_is_not_looked_at_for_ever(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    room = services.sit_down(event, alice)
    Event.objects.update(phase=Event.Phase.OVER)
    play_deal(room)
    assert counting.count() == set()
    assert not Score.objects.exists()


def test_a_set_whose_time_is_up_opens_no_further_table(alice):
    event = a_set("all-fours")
    services.enter(event, alice)
    play_table(services.sit_down(event, alice))
    due(event)
    with pytest.raises(services.EventRefused, match="closed"):
        services.sit_down(event, alice)
