"""The scored hands of a match, asked for once."""

from __future__ import annotations

import pytest

from games.foundation.process_cache import clear_caches
from games.matches import played_hands, services
from games.matches.models import Hand
from tests.matches.tables import current, match_of, person
from tests.matches.test_moments import scored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def as_stored(match):
    rows = Hand.objects.filter(match=match, scored_at__isnull=False).order_by("number")
    return list(rows.values_list("context", "result"))


def as_cached(match):
    return [(hand.context, hand.result) for hand in played_hands.played(match.pk)]


def test_they_are_those_that_are_stored_however_often_they_are_asked_for():
    match = match_of("all-fours", person("alice"), person("bob"))
    assert played_hands.played(match.pk) == []
    for count in (1, 2, 3):
        scored(match)
        services.deal_next(current(match).pk)
        assert as_cached(match) == as_stored(match)
        assert len(played_hands.played(match.pk)) == count
    clear_caches()
    assert as_cached(match) == as_stored(match)
