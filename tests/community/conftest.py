"""Shared by the tests of people: a browser in which Alice is signed in, Mona, who is a moderator, and limits that
start anew."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from tests.community.moderating import moderator, reported
from tests.matches.tables import person


@pytest.fixture(autouse=True)
def nothing_counted():
    cache.clear()


@pytest.fixture
def alice(client):
    alice = person("alice")
    client.force_login(alice)
    return alice


@pytest.fixture
def mona():
    return moderator()


@pytest.fixture
def report(alice, bob):
    return reported(alice, bob)
