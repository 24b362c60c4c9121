"""Which matches the ratings look at: each until it is judged, found by an index, and no others; and profiles."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.services import make_guest
from games.ai import house_ratings
from games.community import abandonment, rating_rules, ratings, statistics
from games.community.models import Rated
from games.matches.models import Hand, Match
from tests.community.test_rating_rules import ended, long_ago, reason
from tests.matches.tables import match_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def statements(function, *arguments):
    """Return the number of statements of a call, and what it returns."""
    with CaptureQueriesContext(connection) as queries:
        value = function(*arguments)
    return len(queries), value


def plan(rows):
    """Return the database's plan for a query. PostgreSQL reads tables as small as these whole unless it is told not
    to."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
    return rows.explain()


def many(match, number):
    """Store copies of a finished or unfinished match, without players or hands."""
    values = {"room": match.room, "game": match.game, "options": match.options, "winners": match.winners}
    rows = Match.objects.bulk_create(Match(**values, ended_at=match.ended_at, to_rate=False) for _ in range(number))
    Rated.objects.bulk_create(Rated(match=row) for row in rows)


#: The level of an AI player that has not been measured.
UNMEASURED = "grandmaster"


def left(alice, number, *, lasting):
    """Return unrated matches that nobody has played for more than a week: with a move taken back, or against an AI
    player that may yet be measured."""
    matches = [match_of("all-fours", alice, "policy" if lasting else UNMEASURED) for _ in range(number)]
    if lasting:
        Match.objects.filter(pk__in=[match.pk for match in matches]).update(unrated=True)
    for match in matches:
        long_ago(match)
    return matches


def still_idle():
    return [match.pk for match in abandonment.idle(timezone.now())]


def test_a_match_that_can_no_longer_be_rated_is_judged_once_however_long_it_rests(alice):
    (match,) = left(alice, 1, lasting=True)
    assert abandonment.end_abandoned() == 0
    assert still_idle() == []
    match.refresh_from_db()
    assert (reason(match), match.ended_at, match.to_rate) == ("taken-back", None, False)


def test_a_match_that_is_played_on_after_it_was_judged_stays_unrated(alice):
    (match,) = left(alice, 1, lasting=True)
    abandonment.end_abandoned()
    ended(match, 0)
    assert ratings.rate_waiting() == 0
    assert not ratings.rate(match.pk)
    assert (reason(match), Rated.objects.count()) == ("taken-back", 1)


def test_a_match_whose_reason_may_pass_is_judged_again_but_not_by_every_run(alice):
    (match,) = left(alice, 1, lasting=False)
    assert abandonment.end_abandoned() == 0
    assert still_idle() == [] and not Rated.objects.exists()
    Match.objects.update(judged_at=timezone.now() - abandonment.JUDGED_AGAIN - timedelta(minutes=1))
    assert still_idle() == [match.pk]
    abandonment.end_abandoned()
    assert still_idle() == []


@pytest.fixture
def measured(monkeypatch):
    """Call it to have the AI players measured that had not been."""
    return lambda: monkeypatch.setattr(house_ratings, "rating", lambda *_: 25.0)


def test_a_match_whose_reason_has_passed_is_ended_as_abandoned_and_rated(alice, measured):
    (match,) = left(alice, 1, lasting=False)
    assert rating_rules.why_match_unrated(match, list(match.players.all())) == "unmeasured"
    assert abandonment.end_abandoned() == 0
    measured()
    Match.objects.update(judged_at=timezone.now() - abandonment.JUDGED_AGAIN - timedelta(minutes=1))
    assert abandonment.end_abandoned() == 1
    ratings.rate_waiting()
    assert reason(match) == ""


def test_a_match_whose_reason_has_passed_is_rated_if_it_is_played_to_its_end(alice, measured):
    (match,) = left(alice, 1, lasting=False)
    abandonment.end_abandoned()
    measured()
    assert ratings.rate(ended(match, 0).pk)
    assert reason(match) == ""


def test_a_match_that_a_guest_began_is_judged_once(alice):
    match = match_of("all-fours", alice, make_guest())
    long_ago(match)
    assert abandonment.end_abandoned() == 0
    assert (reason(match), still_idle()) == ("guest", [])


def test_reasons_that_stay_are_reasons():
    assert set(rating_rules.REASONS) >= rating_rules.LASTING


@pytest.mark.parametrize("lasting", [True, False])
def test_judging_asks_the_same_however_many_were_left(alice, lasting):
    counts = []
    for number in (1, 6):
        left(alice, number, lasting=lasting)
        count, ended_ones = statements(abandonment.end_abandoned)
        counts.append(count)
        assert (ended_ones, still_idle()) == (0, [])
    assert counts[0] == counts[1]


@pytest.mark.parametrize("lasting", [True, False])
def test_more_matches_than_are_read_at_once_are_all_judged(alice, monkeypatch, lasting):
    monkeypatch.setattr(abandonment, "BATCH", 2)
    left(alice, 5, lasting=lasting)
    assert len(still_idle()) == 5
    abandonment.end_abandoned()
    assert still_idle() == []


def test_a_match_that_the_previous_release_has_rated_is_not_looked_at_again(alice):
    match = ended(match_of("all-fours", alice, "policy"), 0)
    Rated.objects.create(match=match)
    assert ratings.rate_waiting() == 0
    assert not ratings.waiting().exists()


def test_what_waits_to_be_rated_or_judged_is_found_by_an_index(alice):
    match = match_of("all-fours", alice, "policy")
    many(match, 300)
    many(ended(match, 0), 300)
    assert "matches_to_rate" in plan(ratings.waiting())
    later = timezone.now() + abandonment.ABANDONED + timedelta(days=1)
    assert "matches_to_judge" in plan(abandonment.idle(later)[: abandonment.BATCH])


def test_a_profile_reads_no_taken_back_hands_of_others(alice):
    match = ended(match_of("all-fours", alice, "policy"), 0)
    many(match, 300)
    others = Match.objects.exclude(pk=match.pk)
    rows = [Hand(match=other, number=1, context={}, deck=[], replaced_by=match.hands.get()) for other in others]
    Hand.objects.bulk_create(rows)
    for rows in (statistics._finished_by(alice.pk), statistics._mean_losses(alice.pk)):
        lines = [line for line in plan(rows).splitlines() if "hands_hand" in line or "U0" in line]
        assert lines and not any("SCAN" in line or "Seq Scan" in line for line in lines), lines
