"""The cover of a game: what the front page shows of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.rules.core import Game
from games.titles import part


@dataclass(frozen=True, slots=True)
class Way:
    """A preset that is played by one press of the front page. ``label``: what is pressed for it; ``line``: what it is,
    in one line; both are marked for translation."""

    preset: str
    label: str
    line: str


@dataclass(frozen=True, slots=True)
class Cover:
    """A game in a few words. ``term``: its Chinese name; ``blurb``: a sentence, marked for translation; ``shown``:
    cards that explain it, by name; ``players``: how many, marked for translation; ``minutes`` that a match takes;
    ``ways``: presets that one press plays, «Play now» the first; without any it plays the standard; ``family``: the
    key of the game behind which the front page puts this one, its kin."""

    term: str = ""
    blurb: str = ""
    shown: str = ""
    players: str = ""
    minutes: int = 0
    ways: tuple[Way, ...] = ()
    family: str = ""


def cover_of(game: Game) -> Cover:
    """Return a game's cover; an empty one where it brings none."""
    cover: Cover | None = part(game.key, "cover")
    return cover or Cover()


def options_of(game: Game, preset: str = "") -> dict[str, Any]:
    """Return the options that one press plays by: those of a preset of the cover, else what «Play now» stands for."""
    ways = [way.preset for way in cover_of(game).ways]
    chosen = preset if preset in ways else next(iter(ways), "")
    return next((dict(found.options) for found in game.presets if found.key == chosen), {})
