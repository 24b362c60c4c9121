"""Whoever begins a match as a guest is one to its end: nobody decides by the score whether a match is rated."""

from __future__ import annotations

import pytest

from games.accounts.models import User
from games.accounts.services import make_guest
from games.community import abandonment, ratings
from games.community.merge_guest import merge
from games.community.models import Rating, Standing
from games.matches import seating, services
from games.matches.models import Player
from tests.accounts import signing
from tests.community.test_rating_rules import ended, long_ago, mu, reason
from tests.matches.tables import current, match_of, person
from tests.replays.hands import finish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def sign_in(guest):
    """Sign in to an account, taking along what the guest did; return the account."""
    account = person("carol")
    merge(account, guest)
    return account


def sign_up(guest):
    """Make an account of the guest's own row, as signing up does, and return it."""
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    guest.refresh_from_db()
    return guest


@pytest.fixture
def guest():
    return make_guest()


@pytest.fixture(params=[sign_in, sign_up])
def become(request):
    """How a guest gets an account."""
    return request.param


@pytest.mark.parametrize("winner", [0, 1])
def test_a_match_that_a_guest_began_is_rated_for_nobody_though_they_have_an_account_at_its_end(
    alice, guest, become, winner
):
    match = match_of("all-fours", guest, alice)
    become(guest)
    ratings.rate(ended(match, winner).pk)
    assert reason(match) == "guest"
    assert not Rating.objects.exists()


def test_nor_is_it_ended_as_abandoned(alice, guest, become):
    match = match_of("all-fours", guest, alice)
    become(guest)
    long_ago(match)
    assert abandonment.end_abandoned() == 0


@pytest.mark.parametrize("ends", ["before", "after"])
def test_a_win_against_ai_players_is_not_taken_to_an_account(guest, ends):
    match = match_of("all-fours", guest, "policy")
    if ends == "before":
        ended(match, 0)
    account = sign_in(guest)
    ratings.rate(ended(match, 0).pk)
    assert (reason(match), mu(account)) == ("", 25.0)


def test_what_a_guest_plays_alone_is_rated_for_the_guest(guest):
    match = match_of("all-fours", guest, "policy")
    ratings.rate(ended(match, 0).pk)
    assert mu(guest) > 25


def test_whoever_signs_up_keeps_what_was_rated_for_them_as_a_guest(client, guest):
    ratings.rate(ended(match_of("all-fours", guest, "policy"), 0).pk)
    kept = [list(model.objects.values()) for model in (Rating, Standing)]
    assert all(kept)
    client.force_login(guest)
    signing.sign_up(client)
    assert not User.objects.get(pk=guest.pk).is_guest
    assert [list(model.objects.values()) for model in (Rating, Standing)] == kept


def test_a_partner_who_began_as_a_guest_is_not_rated_with_the_others(alice, guest, become):
    match = match_of("forty", alice, "policy", guest, "policy")
    account = become(guest)
    ratings.rate(ended(match, 0, 2).pk)
    assert mu(alice) > 25
    assert not Rating.objects.filter(user=account).exists()


@pytest.mark.parametrize("joins", ["in the hand", "between hands", "with the next deal"])
def test_a_win_against_who_joined_as_a_guest_does_not_count_though_they_have_an_account_by_then(
    alice, guest, become, joins
):
    match = match_of("all-fours", alice, "policy")
    if joins == "in the hand":
        seating.take_over(match.room, guest, 1)
        seating.seat_now(match.room, alice, 1)
    elif joins == "between hands":
        finish(current(match))
        seating.take_over(match.room, guest, 1)
        services.deal_next(current(match).pk)
    else:
        seating.take_over(match.room, guest, 1)
        finish(current(match))
        services.deal_next(current(match).pk)
    assert Player.objects.get(match=match, seat=1).user == guest
    account = become(guest)
    ratings.rate(ended(match, 0).pk)
    assert (mu(alice), mu(account)) == (25.0, 25.0)


def test_whoever_has_an_account_by_the_first_card_plays_a_rated_match(alice, guest):
    match = match_of("all-fours", sign_up(guest), alice)
    ratings.rate(ended(match, 0).pk)
    assert (reason(match), mu(guest) > 25, mu(alice) < 25) == ("", True, True)


def test_in_a_match_of_an_earlier_release_a_guest_is_whoever_is_one(alice, guest):
    match = match_of("all-fours", guest, alice)
    Player.objects.update(joined_as_guest=False)
    ratings.rate(ended(match, 0).pk)
    assert reason(match) == "guest"
