"""How often one person reaches another: after a friendship has ended, with requests, and with invitations."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts import friends
from games.accounts.models import User
from games.community.friend_views import token_of
from tests.matches.tables import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def bob():
    return person("bob")


@pytest.fixture
def browser(bob):
    """A browser in which Bob is signed in."""
    browser = Client()
    browser.force_login(bob)
    return browser


# --- friend links ------------------------------------------------------------------------------


def test_a_friend_who_was_removed_does_not_come_back_by_a_link_they_had(alice, bob, browser):
    address, own = reverse("friend-link", args=[token_of(alice)]), reverse("friend-link", args=[token_of(bob)])
    browser.post(address)
    assert friends.are_friends(alice, bob)
    friends.remove(alice, bob)
    assert browser.post(address).status_code == 404
    assert not friends.are_friends(alice, bob)
    assert Client().get(own).status_code == 200


def test_removing_somebody_who_is_no_friend_ends_no_link(alice, bob):
    address = reverse("friend-link", args=[token_of(alice)])
    friends.remove(alice, bob)
    assert Client().get(address).status_code == 200


def test_a_link_that_ends_while_it_is_used_makes_no_friend(alice, bob):
    friends.befriend(bob, alice)
    read = User.objects.get(pk=alice.pk)
    friends.remove(alice, bob)
    assert not friends.befriend(bob, read)
    assert not friends.are_friends(alice, bob)


def test_the_page_that_asks_first_says_that_links_end(client, alice, bob):
    friends.befriend(bob, alice)
    page = client.get(reverse("friend-sure", args=[bob.pk, "remove"])).content.decode()
    assert "Friend links that you have given away end" in page
