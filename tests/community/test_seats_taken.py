"""Whoever takes an AI player's seat during a match plays without risk: nobody gains by beating them."""

from __future__ import annotations

import pytest

from games.community import ratings, statistics
from games.community.models import Rating
from games.matches import seating, services
from tests.community.test_ratings import ended, mu
from tests.matches.tables import current, match_of, person
from tests.replays.hands import finish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def with_newcomer(game, *sitters, seat, newcomer):
    """Return a match whose newcomer has taken an AI player's seat after the first hand."""
    match = match_of(game, *sitters)
    seating.take_over(match.room, newcomer, seat)
    finish(current(match))
    services.deal_next(current(match).pk)
    match.refresh_from_db()
    assert (match.players.get(seat=seat).user, match.joined_mid_hand) == (newcomer, False)
    return match


def test_a_friend_who_comes_to_lose_in_an_ai_players_place_makes_nobody_win(alice, bob):
    match = with_newcomer("california-jack", alice, "strong", seat=1, newcomer=bob)
    assert ratings.rate(ended(match, 0).pk)
    assert mu(alice) == 25
    assert not Rating.objects.filter(user=bob).exists()


def test_nor_does_it_after_their_account_was_erased(alice, bob):
    match = with_newcomer("california-jack", alice, "strong", seat=1, newcomer=bob)
    match.players.filter(seat=1).update(user=None)
    ratings.rate(ended(match, 0).pk)
    assert mu(alice) == 25


def test_a_match_against_them_can_be_lost(alice, bob):
    ratings.rate(ended(with_newcomer("california-jack", alice, "strong", seat=1, newcomer=bob), 1).pk)
    assert mu(alice) < 25


def test_a_partner_of_the_end_of_a_match_is_no_favourite(alice, bob):
    for _match in range(statistics.FAVOURITE):
        ended(with_newcomer("forty", alice, "policy", "policy", "policy", seat=2, newcomer=bob), 0, 2)
    assert statistics.partners(alice) == statistics.partners(bob) == []
    ended(match_of("forty", alice, "policy", bob, "policy"), 0, 2)
    assert [(partner.user, partner.matches) for partner in statistics.partners(alice)] == [(bob, 1)]


def test_it_can_be_won_with_them(alice, bob):
    match = with_newcomer("forty", alice, "policy", "policy", "policy", seat=2, newcomer=bob)
    ratings.rate(ended(match, 0, 2).pk)
    assert mu(alice) > 25
    match = with_newcomer("forty", alice, person("carol"), "policy", "policy", seat=2, newcomer=bob)
    before = mu(alice)
    ratings.rate(ended(match, 1, 3).pk)
    assert mu(alice) < before
