"""The cover of a game: what the front page shows of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.core import Game
from games.titles import part


@dataclass(frozen=True, slots=True)
class Cover:
    """A game in a few words. ``term``: its Chinese name; ``blurb``: a sentence, marked for translation; ``shown``:
    cards that explain it, by name; ``players``: how many, marked for translation; ``minutes`` that a match takes."""

    term: str = ""
    blurb: str = ""
    shown: str = ""
    players: str = ""
    minutes: int = 0


def cover_of(game: Game) -> Cover:
    """Return a game's cover; an empty one where it brings none."""
    cover: Cover | None = part(game.key, "cover")
    return cover or Cover()
