"""What nobody is shown is still to be shown: a browser may request a page in advance, and never show it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.table.views import REFUSED
from tests.matches.tables import person, room_of
from tests.sessions import signed_in

pytestmark = pytest.mark.django_db

ALL = "All earlier links are void."
ADVANCE = [{"Sec-Purpose": "prefetch"}, {"Sec-Purpose": "prefetch;prerender"}, {"Purpose": "prefetch"}]


@pytest.fixture
def told():
    """Return somebody's browser, and the address of a page that has something to tell them."""
    client = signed_in(person("alice"))
    return client, client.post(reverse("friend-new-link")).url


@pytest.mark.parametrize("headers", ADVANCE)
def test_a_message_waits_for_a_page_that_is_shown(told, headers):
    client, page = told
    client.head(page)
    assert ALL not in client.get(page, headers=headers).content.decode()
    assert ALL in client.get(page).content.decode()
    assert ALL not in client.get(page).content.decode()


@pytest.mark.parametrize("headers", ADVANCE)
def test_why_a_press_was_refused_waits_for_the_table_to_be_shown(headers):
    alice, client = person("alice"), Client()
    client.force_login(alice)
    session, why = client.session, "This seat is taken."
    session[REFUSED] = why
    session.save()
    page = reverse("table", args=[room_of("all-fours", alice, person("bob")).code])
    client.head(page)
    assert why not in client.get(page, headers=headers).content.decode()
    assert why in client.get(page).content.decode()
    assert why not in client.get(page).content.decode()
