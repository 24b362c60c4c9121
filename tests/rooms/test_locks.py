"""What a person's preferences and wishes lock while others write (as ``tests/matches/test_locks``)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.utils import timezone

from games.community import pairing
from games.matches import seating
from games.matches.models import Match
from games.rooms import chat, seats, wishes
from games.rooms.models import Room, Wish
from games.rooms.services import keep_to_oneself
from tests.matches.tables import match_of, person
from tests.matches.test_locks import let_lie_after, while_waiting

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy", "at_once"),
    pytest.mark.postgres,  # on SQLite one transaction writes at a time
]


def without_indexes(service):
    """Return a service that reads rows as they lie, unless it asks for an order."""

    def run():
        with connection.cursor() as cursor:
            cursor.execute("SET enable_indexscan = off; SET enable_bitmapscan = off")
        return service()

    return run


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


def test_who_keeps_two_tables_to_themselves_while_somebody_locks_both(alice):
    first, second = (match_of("toy", alice, person(name)).room for name in ("carol", "dora"))
    Room.objects.update(findable=True)
    let_lie_after(first, second, first.touch)
    keeps = without_indexes(lambda: keep_to_oneself(alice, True))
    while_waiting(lambda: seats.locked(first), keeps, lambda: seats.locked(second))
    assert not Room.objects.filter(findable=True).exists()


@pytest.mark.parametrize(
    "service",
    [
        lambda user: wishes.renew(user.pk),
        lambda user: wishes.page_closed(user.pk),
        wishes.end,
        lambda _user: pairing.bring_together("winner"),
    ],
    ids=["renewed", "page closed", "ended", "brought together"],
)
def test_two_wishes_of_a_person_while_somebody_locks_both(alice, bob, service):
    for user, game in [(alice, "forty"), (alice, "winner"), (bob, "winner")]:
        wishes.make(user, game)
    first, second = Wish.objects.filter(user=alice).order_by("pk")
    let_lie_after(first, second, lambda: wishes.make(alice, first.game))

    def lock(wish):
        return lambda: list(Wish.objects.select_for_update(no_key=True).filter(pk=wish.pk))

    while_waiting(lock(first), without_indexes(lambda: service(alice)), lock(second))


def test_whoever_takes_their_wish_back_while_people_are_brought_together_gets_no_seat(alice, bob):
    for user in (alice, bob):
        wishes.make(user, "winner")
    rooms = while_waiting(
        lambda: wishes.take_back(alice, "winner"), lambda: pairing.bring_together("winner"), lambda: None
    )
    assert rooms == []
    assert Wish.objects.get().user == bob
