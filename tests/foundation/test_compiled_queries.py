"""A compiled statement returns what its queryset returns."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User
from games.foundation.compiled_queries import CompiledQuery
from games.rooms.models import Room, Seat

pytestmark = pytest.mark.django_db

seats_of = CompiledQuery(
    lambda room, level: Seat.objects.select_related("user", "room").filter(room=room, level=level), -1, "?"
)


def room_of(name):
    host = User.objects.create(username=name, name=name, prefs={"deck": "four"})
    room = Room.objects.create(game="all-fours", host=host, options={"edition": "1807"})
    Seat.objects.create(room=room, number=1, level="policy")
    Seat.objects.create(room=room, number=0, user=host)
    return room


def test_it_returns_what_the_queryset_returns_for_each_call():
    first, other = room_of("mei"), room_of("tom")
    for room in (first, other, first):
        (seat,) = seats_of(room.pk, "")
        plain = Seat.objects.select_related("user", "room").get(room=room, level="")
        for row, expected in ((seat, plain), (seat.user, plain.user), (seat.room, plain.room)):
            values = [(field.attname, getattr(expected, field.attname)) for field in type(expected)._meta.fields]
            assert [(name, getattr(row, name)) for name, _value in values] == values
        assert seats_of(room.pk, "policy")[0].user is None
    assert seats_of(first.pk, "strong") == []
    assert seats_of.one(first.pk, "strong") is None


def test_the_order_of_the_values_is_that_of_the_marks():
    room = room_of("mei")
    swapped = CompiledQuery(lambda level, room: Seat.objects.filter(room=room, level=level), "?", -1)
    assert [seat.number for seat in swapped("policy", room.pk)] == [1]


def test_it_asks_once_and_for_everything():
    room = room_of("mei")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        (seat,) = seats_of(room.pk, "")
        assert seat.user.name == "mei" and seat.room.code == room.code
    assert len(queries) == 1


def test_it_returns_rows_where_rows_are_asked_for():
    fields = ("number", "user__name", "room__options", "room__created_at")
    rows = CompiledQuery(lambda room: Seat.objects.filter(room=room).order_by("number").values_list(*fields), -1)
    room = room_of("mei")
    assert rows(room.pk) == list(Seat.objects.filter(room=room).order_by("number").values_list(*fields))
    assert rows.one(room.pk)[:3] == (0, "mei", {"edition": "1807"})


def test_a_percent_sign_in_the_statement_stays_one():
    room_of("mei")
    remainders = CompiledQuery(
        lambda name: User.objects.filter(name=name).annotate(odd=F("pk") % 2).values_list("odd"), "?"
    )
    (user,) = User.objects.filter(name="mei")
    assert remainders("mei") == [(user.pk % 2,)]


def test_a_mark_that_stands_nowhere_is_found_out():
    with pytest.raises(AssertionError):
        CompiledQuery(lambda code: Room.objects.all(), "?")(1)
