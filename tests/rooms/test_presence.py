"""Who is present: the database query and the check of a single row follow one rule."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.rooms import presence
from games.rooms.models import Seat
from tests.matches.tables import match_of, person

pytestmark = pytest.mark.django_db


JUST = timedelta(microseconds=1)


@pytest.mark.parametrize("lease", [timedelta(0), presence.LEASE - JUST, presence.LEASE])
@pytest.mark.parametrize("goodbye", [None, presence.GOODBYE - JUST, presence.GOODBYE])
def test_the_database_says_of_a_seat_what_its_row_says(lease, goodbye):
    match_of("all-fours", person("mei"), "policy")
    now = timezone.now()
    Seat.objects.update(seen_at=now - lease, left_at=None if goodbye is None else now - goodbye)
    here = set(Seat.objects.filter(presence.here_at(now)))
    assert here == {seat for seat in Seat.objects.all() if presence.is_here(seat, now)}
    assert len(here) == (1 if lease == presence.LEASE or goodbye == presence.GOODBYE else 2)


def test_only_who_was_away_is_back():
    match = match_of("all-fours", person("mei"), person("lan"))
    away, here = Seat.objects.filter(room=match.room)
    Seat.objects.filter(pk=away.pk).update(seen_at=timezone.now() - 2 * presence.LEASE)
    Seat.objects.filter(pk=here.pk).update(seen_at=timezone.now() - presence.RENEW)
    assert presence.lapsed([away.pk, here.pk]) == [away.pk]
