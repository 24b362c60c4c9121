"""Games that are coming are known to records in these tests."""

from __future__ import annotations

import pytest

from games.rules.registry import GAMES
from tests.rules.coming import COMING


@pytest.fixture(autouse=True)
def coming_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the games that are coming, for one test."""
    for key, game in COMING.items():
        monkeypatch.setitem(GAMES, key, game)
