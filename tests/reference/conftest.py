"""The second readings are compared with games that are still to come, too: ``record`` knows them here."""

from __future__ import annotations

import pytest

from games.rules.registry import GAMES
from tests.coming import COMING


@pytest.fixture(autouse=True)
def coming_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the games that the house does not show yet, for one test."""
    for key, game in COMING.items():
        monkeypatch.setitem(GAMES, key, game)
