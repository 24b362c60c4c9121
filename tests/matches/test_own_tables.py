"""A person's own tables, on the front page."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.matches import own_tables
from games.rooms import seats
from tests.matches.tables import person, room_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "at_once")]


def test_whoever_is_sent_away_while_their_tables_are_read_gets_a_page_without_that_table(client, monkeypatch):
    alice, bob = person("alice"), person("bob")
    kept, lost = room_of("toy", alice, bob), room_of("toy", alice, bob)
    read = own_tables.seats_by_room

    def sent_away(ids):
        seats.send_away(lost, alice, 1)
        return read(ids)

    monkeypatch.setattr(own_tables, "seats_by_room", sent_away)
    client.force_login(bob)
    page = client.get(reverse("home"))
    assert page.status_code == 200
    assert kept.code in page.content.decode() and lost.code not in page.content.decode()
