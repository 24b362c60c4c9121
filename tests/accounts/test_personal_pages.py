"""A page with its viewer's name is kept by no browser: whoever comes after them presses «Back»."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from games.accounts.models import User
from games.accounts.services import make_guest
from games.community.moderation import Action, decide
from tests.accounts.signing import sign_in, with_password
from tests.community.moderating import moderator, reported
from tests.sessions import signed_in

pytestmark = pytest.mark.django_db
PAGES = ["rules", "about", "duplicate-how", "players", "privacy", "keys"]
NO_SUCH_PAGE = "/no/such/page/"


def never_cached():
    """Return the ``Cache-Control`` of the views that Django keeps out of caches."""
    add_never_cache_headers(response := HttpResponse())
    return response["Cache-Control"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_names_its_viewer_is_kept_nowhere(client, alice, name):
    address = reverse(name)
    client.force_login(alice)
    answer = client.get(address)
    assert "Alice" in answer.content.decode()
    assert answer["Cache-Control"] == never_cached() and "no-store" in answer["Cache-Control"]
    assert "Cache-Control" not in Client().get(address)


def test_nor_is_one_of_a_guest_or_about_nothing_or_about_a_suspension(alice):
    guest = signed_in(make_guest())
    assert guest.get(reverse("rules"))["Cache-Control"] == never_cached()
    assert guest.get(NO_SUCH_PAGE)["Cache-Control"] == never_cached()
    bob = with_password("bob")
    browser, other = signed_in(bob), Client()
    decide(moderator(), reported(alice, bob), Action.SUSPEND, "words", "Please be kind.", days=3)
    assert sign_in(other, "bob")["Location"] == reverse("account_inactive")
    for answer in (browser.get(reverse("home")), other.get(reverse("account_inactive"))):
        assert "Please be kind." in answer.content.decode()
        assert answer["Cache-Control"] == never_cached()
        assert answer["Viewer"] == "none"


def test_what_a_view_chose_stays(client, alice):
    client.force_login(alice)
    assert client.get(reverse("offline"))["Cache-Control"] == "max-age=3600, public"
    assert client.get(reverse("manifest"))["Cache-Control"] == "max-age=3600, private"


def test_the_service_worker_learns_which_pages_are_for_nobody(client, alice):
    """Also if a session has ended elsewhere; a page for somebody is no longer by it."""
    assert client.get(reverse("rules"))["Viewer"] == client.get(NO_SUCH_PAGE)["Viewer"] == "none"
    client.force_login(alice)
    assert not any("Viewer" in client.get(address) for address in (reverse("rules"), NO_SUCH_PAGE))
    Session.objects.all().delete()
    assert client.get(reverse("rules"))["Viewer"] == "none"
    client.force_login(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.get(reverse("rules"))["Viewer"] == "none"
