"""Second looks that may become puzzles."""

from __future__ import annotations

import pytest

from games.puzzles import from_reviews, judging
from tests.puzzles.drafts import WORLDS
from tests.puzzles.reviewed import review_of_draft


@pytest.fixture
def quick(settings, monkeypatch):
    """Long searches are made here, with few worlds."""
    settings.THINK_APART = False
    monkeypatch.setattr(judging, "worlds_of", lambda game: WORLDS)
    monkeypatch.setattr(from_reviews, "wake_worker", lambda: None)


@pytest.fixture
def review(alice):
    """Return Alice's second look at a hand in which she came to the position of a puzzle."""
    return review_of_draft(alice)
