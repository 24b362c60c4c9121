"""After a rated match the table says how it has moved the viewer's rating, and tells nobody else's."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django.asserts import assertContains

from games.accounts.models import User
from games.community import abandonment, rating_scale, ratings
from games.community.account_deletion import erase_account
from games.community.models import Rating
from games.matches import services
from games.matches.models import Match, Player
from tests.community.test_early_end import play_to_the_end
from tests.community.test_rating_rules import long_ago
from tests.matches.tables import current, match_of, person
from tests.sessions import signed_in
from tests.statements import statements_of, statements_of_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
WAITS, LINK = "Your rating is being worked out.", "Your rating"


@pytest.fixture
def match(alice, bob):
    """A match that has ended a moment ago, so that it is still to be rated."""
    match = match_of("all-fours", alice, bob)
    play_to_the_end(match)
    services.score(current(match).pk)
    return match


def line(user, match, page="table"):
    """Return what a page says to somebody about their rating, or "", without what a «?» is said to mean."""
    browser = signed_in(user)
    args = [match.room.code] if page == "table" else []
    html = browser.get(reverse(page, args=args)).content.decode()
    found = re.search(rf"{LINK}.*?(?=</a|</p|</li)", html)
    return re.sub(r'<span class="vh">.*?</span>|<[^>]*>', "", found[0]) if found else ""


def told(user, before=1500):
    """Return the line that says how somebody's rating has moved."""
    after = rating_scale.value(Rating.objects.get(user=user).mu)
    return f"Your rating: {before} → {after}? ({after - before:+d})".replace("-", "−")


@pytest.mark.parametrize("page", ["table", "history"])
def test_each_is_told_how_their_own_rating_has_moved_once_it_has(alice, bob, match, page):
    waiting = WAITS if page == "table" else ""
    assert [line(user, match, page) for user in (alice, bob)] == [waiting, waiting]
    ratings.rate(match.pk)
    assert [line(user, match, page) for user in (alice, bob)] == [told(alice), told(bob)]
    assert told(alice) != told(bob)


@pytest.mark.parametrize("page", ["table", "history"])
def test_a_rating_is_marked_as_provisional_until_it_is_settled(alice, match, page):
    ratings.rate(match.pk)
    for matches, mark in ((rating_scale.SETTLED - 1, "?"), (rating_scale.SETTLED, "")):
        Rating.objects.filter(user=alice).update(matches=matches)
        match.room.touch()
        assert line(alice, match, page) == told(alice).replace("?", mark)
        assertContains(signed_in(alice).get(reverse("me")), ">?</span> ±", count=len(mark))


def test_the_history_marks_the_matches_after_which_the_rating_was_provisional_although_it_is_settled_now(alice, match):
    ratings.rate(match.pk)
    first = alice.played.get(match=match)
    for number in range(1, rating_scale.SETTLED + 2):
        ended = Match.objects.get(pk=match.pk).ended_at + timedelta(hours=number)
        later = Match.objects.create(room=match.room, game=match.game, options={}, winners=[0], ended_at=ended)
        # a match that has left the rating as it was does not count
        moved = first.mu_after + (number > 1)
        Player.objects.create(match=later, seat=0, user=alice, mu_before=first.mu_after, mu_after=moved)
    Rating.objects.filter(user=alice).update(matches=rating_scale.SETTLED + 1)
    html = signed_in(alice).get(reverse("history")).content.decode()
    marked = [">?<" in row for row in re.findall(rf"{LINK}.*?</p", html)]
    assert marked == [False] * 2 + [True] * rating_scale.SETTLED


def test_the_history_reads_when_ratings_were_settled_by_one_statement_for_all_games(alice, match):
    counted = []
    for game in ("all-fours", "winner", "pitch"):
        later = Match.objects.create(room=match.room, game=game, options={}, winners=[0], ended_at=timezone.now())
        Player.objects.create(match=later, seat=0, user=alice, mu_before=25, mu_after=26)
        Rating.objects.create(user=alice, game=game, mu=26, sigma=1, matches=rating_scale.SETTLED)
        counted.append(len(statements_of_page(signed_in(alice), reverse("history"))))
    assert len(set(counted)) == 1


@pytest.mark.parametrize("page", ["table", "history"])
def test_what_comes_later_does_not_change_what_the_match_has_done(alice, match, page):
    ratings.rate(match.pk)
    before = told(alice)
    Rating.objects.update(mu=40)
    assert line(alice, match, page) == before


def test_it_leads_to_the_rating(alice, match):
    browser = signed_in(alice)
    page = browser.get(reverse("table", args=[match.room.code]))
    assertContains(page, f'<a href="{reverse("me")}">{WAITS}</a>')


def test_a_win_that_does_not_count_leaves_the_rating_as_it_is(alice, bob, match):
    Match.objects.filter(pk=match.pk).update(joined_mid_hand=True)
    ratings.rate(match.pk)
    winner = match.players.get(seat__in=Match.objects.get(pk=match.pk).winners).user
    assert line(winner, match) == "Your rating stays at 1500?."


@pytest.mark.parametrize("rated", [False, True])
def test_an_unrated_match_tells_nothing(alice, match, rated):
    Match.objects.filter(pk=match.pk).update(unrated=True)
    match.room.touch()
    if rated:
        ratings.rate(match.pk)
    assert line(alice, match) == ""


def test_nor_is_a_guest_told(alice, match):
    User.objects.filter(pk=alice.pk).update(is_guest=True)
    assert line(alice, match) == ""


def test_an_onlooker_is_told_nothing(match):
    ratings.rate(match.pk)
    assert line(person("eve"), match) == ""


def test_who_comes_back_to_an_abandoned_table_is_told_what_it_cost(alice, bob):
    match = match_of("all-fours", alice, bob)
    long_ago(match)
    abandonment.end_abandoned()
    ratings.rate_waiting()
    loser = bob if Rating.objects.get(user=alice).mu == ratings.NEW else alice
    assert line(loser, match) == told(loser)
    assert line(bob if loser == alice else alice, match) == "Your rating stays at 1500?."


def test_a_drawing_reads_it_without_a_statement_of_its_own(alice, match):
    line(alice, match)
    counted = []
    for change in (match.room.touch, lambda: ratings.rate(match.pk)):
        change()
        counted.append(len(statements_of(line, alice, match)))
    assert counted[0] == counted[1]


def test_it_goes_with_the_account(alice, match):
    ratings.rate(match.pk)
    User.objects.filter(pk=alice.pk).update(is_guest=True)
    erase_account(alice)
    assert Player.objects.get(user=alice).mu_after is None
