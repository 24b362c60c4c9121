"""Fixtures that tests of sockets share."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from tests.matches.tables import match_of, person


@pytest.fixture
async def table():
    """A match of All Fours of Alice and Bob: the match, and both."""
    alice, bob = await sync_to_async(person)("alice"), await sync_to_async(person)("bob")
    match = await sync_to_async(match_of)("all-fours", alice, bob)
    return match, alice, bob


@pytest.fixture
def soon(monkeypatch):
    """The hub looks round often."""
    from games.table import hub

    monkeypatch.setattr(hub, "CHECK_SECONDS", 0.05)
    hub.hub._poll = None
    yield
    hub.hub._poll = None
