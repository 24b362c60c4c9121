"""The table of a duplicate numbers its deals as the page of the event does, whichever tables they are played at."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.duplicate import services
from games.matches import boards
from tests.duplicate.events import a_set, play_deal, play_table
from tests.matches.tables import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def test_a_deal_is_told_by_its_number_in_the_whole_set(client):
    event, alice = a_set("winner", deals=8), person("alice")  # two at each of four tables
    client.force_login(alice)
    services.enter(event, alice)

    def page():
        return client.get(reverse("table", args=[room.code])).content.decode()

    play_table(services.sit_down(event, alice))
    room = services.sit_down(event, alice)
    assert "Deal 3/8 · " in page()
    play_deal(room)
    assert "That was deal 3 of 8." in page() and "Next deal" in page()
    boards.deal_next(room)
    assert "Deal 4/8 · " in page()
    play_deal(room)
    # the next are played at another table
    assert "That was deal 4 of 8." in page() and ">Go on</a>" in page()
    for _ in range(2):
        play_table(room := services.sit_down(event, alice))
    assert "That was the last deal." in page() and ">Results</a>" in page()
