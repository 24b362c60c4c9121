"""A club and its people, as most tests of clubs begin."""

from __future__ import annotations

import pytest

from games.clubs import services
from tests.matches.tables import person


@pytest.fixture
def people():
    return [person(name) for name in ("alice", "bob", "carol")]


@pytest.fixture
def club(people):
    """Return a club that Alice leads, with Bob and Carol, who came after her in this order."""
    club = services.make(people[0], "The Four Winds")
    for user in people[1:]:
        assert services.join(club, user)
    return club
