"""Nobody loses a match as abandoned who still has time, or who has just come back."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.community import abandonment
from games.matches import seating
from games.matches.models import Entry, Hand
from games.rooms.models import DAY, Room
from tests.community.test_rating_rules import long_ago, move_on
from tests.matches.tables import house, match_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def match_over_days():
    """A match in which one of four people has moved more than a week ago, and the clock has just played the turn of
    the next."""
    match = match_of("winner", *[person(name) for name in ("alice", "bob", "carol", "dora")])
    Room.objects.update(clock=3 * DAY)
    move_on(match)
    long_ago(match)
    Hand.objects.update(due_at=timezone.now())
    house()
    assert list(Entry.objects.order_by("seq").values_list("by", flat=True)) == [Entry.By.PERSON, Entry.By.CLOCK]
    return match


def test_nobody_loses_while_their_days_run(match_over_days):
    assert abandonment.end_abandoned() == 0
    match_over_days.refresh_from_db()
    assert match_over_days.ended_at is None


def test_where_everybody_has_left_turns_put_off_nothing(match_over_days):
    for player in match_over_days.players.all():
        seating.leave(match_over_days.room, player.user)
    house()
    assert abandonment.end_abandoned() == 1


def test_nobody_loses_who_comes_back_while_the_match_is_judged(alice, monkeypatch):
    match = match_of("winner", alice, "policy", "policy", "policy")
    house()
    long_ago(match)
    judge = abandonment.why_match_unrated

    def slowly(*arguments):
        reason = judge(*arguments)
        move_on(match)
        return reason

    monkeypatch.setattr(abandonment, "why_match_unrated", slowly)
    assert abandonment.end_abandoned() == 0
    match.refresh_from_db()
    assert (match.ended_at, match.judged_at, match.to_rate) == (None, None, True)
