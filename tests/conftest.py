"""What all tests share: an empty memory of folded hands, quick AI players, a toy game."""

from __future__ import annotations

import pytest


def pytest_configure(config):
    """Serve static files by their own names: tests collect none."""
    from django.conf import settings

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.PRESSES_A_SECOND = 0  # tests press faster than people
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)


@pytest.fixture(autouse=True)
def nothing_remembered():
    """Rows of one test are not the rows of another, though their numbers may be."""
    from games.hands.fold import forget

    forget()
    yield
    forget()


@pytest.fixture
def toy(monkeypatch):
    """The toy game, registered like any other for one test."""
    import sys

    from games.rules.registry import GAMES
    from tests import toy as module

    game = module.Toy()
    monkeypatch.setitem(GAMES, game.key, game)
    monkeypatch.setitem(sys.modules, "games.ai.toy", module)
    return game


@pytest.fixture
def at_once(settings):
    """The house waits for nothing: AI players act and hands follow one another at once."""
    settings.AI_PACE = (0.0, 0.0)
    settings.NEXT_HAND_SECONDS = 0.0
    settings.DRAW_PACE = 0.0001
    settings.LAST_CALL = 0.0
