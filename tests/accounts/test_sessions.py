"""Stored sessions: read as Django reads them, though a signature is verified once."""

from __future__ import annotations

import pytest
from django.contrib.sessions.backends import db

from games.accounts.sessions import SessionStore

VALUES = {"_auth_user_id": "7", "language": "zh-hans", "account_authentication_methods": [{"method": "password"}]}


@pytest.fixture
def stored():
    """What a row holds of a session."""
    return db.SessionStore().encode(VALUES)


def test_a_session_is_read_as_django_reads_it(stored):
    store = SessionStore()
    assert store.decode(stored) == store.decode(stored) == db.SessionStore().decode(stored) == VALUES


def test_what_a_request_changes_is_not_read_by_the_next(stored):
    first = SessionStore().decode(stored)
    first["account_authentication_methods"][0]["method"] = "none"
    first["_auth_user_id"] = "8"
    assert SessionStore().decode(stored) == VALUES


@pytest.mark.parametrize("change", [lambda text: text[:-1] + "!", lambda text: "", lambda text: "x" + text])
def test_a_session_that_was_not_signed_here_is_empty_each_time(stored, change):
    SessionStore().decode(stored)
    assert SessionStore().decode(change(stored)) == SessionStore().decode(change(stored)) == {}


def test_a_session_signed_with_a_key_that_was_withdrawn_is_empty(stored, settings):
    assert SessionStore().decode(stored) == VALUES
    settings.SECRET_KEY = "another " * 8
    assert SessionStore().decode(stored) == {}


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["\0" * 32, "a" * 31 + "\0", "ä" * 32, "../" * 9, ""])
def test_a_key_that_is_none_of_ours_is_not_looked_for(key, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert SessionStore(key).load() == {}


@pytest.mark.django_db
def test_a_cookie_with_a_nul_is_nobodys(client):
    cookie = 'sessionid="' + "\\000" * 32 + '"'  # how a cookie writes NUL
    assert client.get("/", headers={"cookie": cookie}).status_code == 200
