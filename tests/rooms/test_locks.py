"""What a person's preferences lock while others write (as ``tests/matches/test_locks``)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.matches import seating
from games.matches.models import Match
from games.rooms import chat
from games.rooms.models import Room
from games.rooms.services import keep_to_oneself
from tests.matches.tables import match_of
from tests.matches.test_locks import while_waiting

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy", "at_once"),
    pytest.mark.postgres,  # on SQLite one transaction writes at a time
]


def says_something(room, user):
    chat.say(room, user, text="Hello")


@pytest.mark.parametrize("does", [says_something, seating.again])
def test_who_keeps_their_table_to_themselves_while_they_do_something_at_it(alice, bob, does):
    """A message or a player refers to the person, whose row must then be free to be referred to."""
    room = match_of("toy", alice, bob).room
    Match.objects.update(ended_at=timezone.now())
    Room.objects.update(findable=True, chat=True)
    while_waiting(lambda: does(room, alice), lambda: keep_to_oneself(alice, True), lambda: None)
    assert not Room.objects.get().findable
