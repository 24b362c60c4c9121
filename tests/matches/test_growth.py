"""However many hands have been played, looking for tables that everybody had left is the same work to the database."""

from __future__ import annotations

import pytest
from django.db import connection
from django.utils import timezone

from games.matches import seating
from games.matches.models import Hand, Match
from games.rooms.models import Seat
from tests.daily.test_growth import work
from tests.faults.sizes import size
from tests.matches.tables import current, match_of, person

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("toy", "at_once"),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the steps are SQLite's"),
]
FEW, MANY = 500, size(2500, 50_000)


def play_elsewhere(room, number):
    """Store rows as if so many more hands of other matches had been played."""
    now = timezone.now()
    matches = Match.objects.bulk_create(Match(room=room, game="toy", ended_at=now) for _ in range(number // 5))
    Hand.objects.bulk_create(
        Hand(match=match, number=count, context={}, deck=[], scored_at=now, result={})
        for match in matches
        for count in range(1, 6)
    )


def test_tables_that_everybody_had_left_are_found_among_ones_own():
    match, other = match_of("toy", person("alice"), person("bob")), match_of("toy", person("carol"), person("dan"))
    Hand.objects.filter(pk=current(match).pk).update(scored_at=timezone.now(), due_at=None)
    seats = list(Seat.objects.filter(room=match.room).values_list("pk", flat=True))
    play_elsewhere(other.room, FEW)
    few = work(lambda: seating.left(seats))
    assert seating.left(seats) == [match.room]
    play_elsewhere(other.room, MANY)
    assert work(lambda: seating.left(seats)) <= few * 1.1
