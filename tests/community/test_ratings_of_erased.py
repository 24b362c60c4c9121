"""Erasing a guest or an account changes nothing about which matches are rated."""

from __future__ import annotations

import pytest

from games.accounts.services import make_guest
from games.community import abandonment, ratings
from games.community.account_deletion import delete_account, erase_account
from games.community.models import Rating
from games.matches import seating, services
from tests.community.test_rating_rules import ended, long_ago, mu, reason
from tests.matches.tables import current, match_of
from tests.replays.hands import finish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def guest():
    return make_guest()


@pytest.mark.parametrize("winner", [0, 1])
def test_erasing_a_guest_makes_a_match_with_them_no_rated_one(alice, guest, winner):
    """Otherwise anybody could play against their own guest in a second browser, and delete them at the end."""
    match = match_of("all-fours", alice, guest)
    finish(current(match))
    delete_account(guest)
    ratings.rate(ended(match, winner).pk)
    assert (reason(match), mu(alice)) == ("guest", 25.0)
    assert not Rating.objects.exists()


def test_nor_is_a_match_with_an_erased_guest_ended_as_abandoned(alice, guest):
    match = match_of("all-fours", alice, guest)
    delete_account(guest)
    long_ago(match)
    assert abandonment.end_abandoned() == 0


def test_an_account_that_is_erased_while_it_plays_has_played_a_rated_match(alice, bob):
    match = match_of("all-fours", alice, bob)
    finish(current(match))
    delete_account(bob)
    bob.refresh_from_db()
    erase_account(bob)
    ratings.rate(ended(match, 0).pk)
    assert reason(match) == ""
    assert mu(alice) > 25


def test_a_guest_who_came_later_and_is_erased_before_the_end_makes_nobody_win(alice, guest):
    match = match_of("all-fours", alice, "policy")
    finish(current(match))
    seating.take_over(match.room, guest, 1)
    services.deal_next(current(match).pk)
    delete_account(guest)
    ratings.rate(ended(match, 0).pk)
    assert mu(alice) == 25.0
