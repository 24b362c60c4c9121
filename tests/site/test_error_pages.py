"""Pages for a database that does not answer, and for a fault of ours; neither needs the database."""

from __future__ import annotations

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client
from django.urls import reverse


@pytest.fixture
def browser():
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("fault", [OperationalError, InterfaceError])
@pytest.mark.parametrize("where", ["games.table.views.families", "games.accounts.sessions._user"])
@pytest.mark.django_db
def test_a_database_that_is_away_is_waited_out(browser, monkeypatch, fault, where):
    from tests.matches.tables import person

    browser.force_login(person("alice"))

    def away(*args):
        raise fault("server closed the connection unexpectedly")

    monkeypatch.setattr(where, away)
    answer = browser.get(reverse("home"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "3")
    text = answer.content.decode()
    assert "Nothing you have played is lost" in text
    assert "unexpectedly" not in text


def test_its_page_asks_the_database_for_nothing(browser, monkeypatch):
    """Without the database mark any query fails, so the whole answer is made without one."""
    monkeypatch.setattr("django.contrib.sessions.backends.base.SessionBase.get", lambda *args: away())

    def away():
        raise OperationalError

    monkeypatch.setattr("games.table.views.families", lambda: away())
    assert browser.get(reverse("home")).status_code == 503


@pytest.mark.django_db
def test_a_fault_of_ours_is_500(browser, monkeypatch):
    monkeypatch.setattr("games.table.views.families", lambda: 1 / 0)
    answer = browser.get(reverse("home"))
    assert answer.status_code == 500
    assert "We dropped the cards" in answer.content.decode()
