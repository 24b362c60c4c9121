"""A table's page without scripts: it reloads by itself during a wait, and holds still for writing."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.matches.tables import current, match_of, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

AGAIN = b'http-equiv="refresh"'


@pytest.fixture
def waiting(client):
    """Return the address of a table where this browser's person is not to act."""
    people = [person(name) for name in ("alice", "bob", "carol", "dave")]
    match = match_of("winner", *people)
    first = state_of(current(match)).to_act[0]
    client.force_login(people[(first + 1) % 4])
    return reverse("table", args=[match.room.code])


def test_who_waits_sees_what_comes(client, waiting):
    page = client.get(waiting).content
    assert AGAIN in page
    assert b"?still#talk" in page


def test_who_writes_keeps_their_words(client, waiting):
    page = client.get(f"{waiting}?still").content
    assert AGAIN not in page
    assert f'<a href="{waiting}">Look again'.encode() in page


def test_who_is_to_act_is_not_disturbed(client, waiting):
    match = match_of("winner", *(person(name) for name in ("eve", "frank", "grace", "heidi")))
    seat = match.room.seats.get(number=state_of(current(match)).to_act[0])
    client.force_login(seat.user)
    page = client.get(reverse("table", args=[match.room.code])).content
    assert AGAIN not in page
    assert b"?still" not in page
